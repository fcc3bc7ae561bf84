// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
//
// The scenes of LayerBenchmarks drawn with QPainter on QImage, on one thread as all peers. Qt tints no mask and blurs nothing here: labels and
// shadows are pictures in their colour, made before. Prints name, median and least milliseconds.
//   c++ -O2 -fPIC -o qt_layers qt_layers.cpp $(pkg-config --cflags --libs Qt5Gui)
#include <QGuiApplication>
#include <QImage>
#include <QPainter>
#include <QPainterPath>
#include <QThreadPool>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <functional>
#include <vector>

static const int W = 1080, H = 1920;
static const QImage::Format PIXELS = QImage::Format_ARGB32_Premultiplied;

static QImage label(int w, int h) {
    QImage image(w, h, PIXELS);
    image.fill(Qt::transparent);
    QPainter p(&image);
    p.setRenderHint(QPainter::Antialiasing);
    p.setPen(Qt::NoPen);
    p.setBrush(QColor::fromRgbF(0.1, 0.1, 0.1));
    for (double x = 2; x < w - 12; x += 11) p.drawEllipse(QRectF(x, 4, 8, h - 8));
    return image;
}

static QImage photo(int w, int h) {
    QImage image(w, h, PIXELS);
    for (int y = 0; y < h; y++) {
        auto row = reinterpret_cast<QRgb *>(image.scanLine(y));
        for (int x = 0; x < w; x++) row[x] = qRgb(x * 3 & 255, y * 3 & 255, (x ^ y) & 255);
    }
    return image;
}

// A rounded rectangle, blurred by three boxes, in black of an opacity.
static QImage shadow(int w, int h, double r, int sigma, double opacity) {
    int pad = 3 * sigma, width = w + 2 * pad, height = h + 2 * pad;
    QImage image(width, height, PIXELS);
    image.fill(Qt::transparent);
    QPainter p(&image);
    p.setRenderHint(QPainter::Antialiasing);
    p.setPen(Qt::NoPen);
    p.setBrush(Qt::black);
    p.drawRoundedRect(QRectF(pad, pad, w, h), r, r);
    p.end();
    std::vector<int> cells(width * height), next(cells);
    for (int i = 0; i < width * height; i++) cells[i] = qAlpha(reinterpret_cast<QRgb *>(image.bits())[i]);
    auto box = [&](int dx, int dy) {
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++) {
                int sum = 0;
                for (int i = -sigma; i <= sigma; i++) {
                    int u = x + i * dx, v = y + i * dy;
                    if (u >= 0 && v >= 0 && u < width && v < height) sum += cells[v * width + u];
                }
                next[y * width + x] = sum / (2 * sigma + 1);
            }
        cells.swap(next);
    };
    for (int pass = 0; pass < 3; pass++) {
        box(1, 0);
        box(0, 1);
    }
    for (int i = 0; i < width * height; i++)
        reinterpret_cast<QRgb *>(image.bits())[i] = qRgba(0, 0, 0, int(cells[i] * opacity));
    return image;
}

static QImage text, picture, cast, smallCast[8], whole, large;

static void rounded(QPainter &p, QRectF frame, double r, QColor color) {
    p.setBrush(color);
    p.drawRoundedRect(frame, r, r);
}

static void feed(QPainter &p) {
    p.fillRect(QRect(0, 0, W, H), QColor::fromRgbF(0.93, 0.93, 0.93));
    p.setPen(Qt::NoPen);
    for (int i = 0; i < 20; i++) {
        int x = 8, y = 8 + 96 * i;
        p.drawImage(x - 18, y - 16, cast);
        rounded(p, QRectF(x, y, 1064, 88), 12, Qt::white);
        // The picture as a brush: an antialiased circle of it.
        p.setBrush(QBrush(picture));
        p.setBrushOrigin(x + 8, y + 8);
        p.drawEllipse(QRectF(x + 8, y + 8, 72, 72));
        for (int k = 0; k < 3; k++) p.drawImage(x + 100, y + 8 + 24 * k, text);
        p.fillRect(QRect(x + 100, y + 84, 900, 1), QColor::fromRgbF(0.8, 0.8, 0.8));
        rounded(p, QRectF(x + 960, y + 8, 24, 24), 12, QColor::fromRgbF(0.9, 0.1, 0.1));
        rounded(p, QRectF(x + 780, y + 8, 120, 32), 8, QColor::fromRgbF(0.2, 0.4, 0.9));
        rounded(p, QRectF(x + 780, y + 46, 120, 32), 16, QColor::fromRgbF(0, 0, 0, 0.2));
        QImage group(100, 36, PIXELS);
        group.fill(Qt::transparent);
        QPainter inner(&group);
        inner.fillRect(QRect(0, 0, 60, 36), QColor::fromRgbF(0, 0.6, 0.3));
        inner.fillRect(QRect(40, 6, 60, 24), QColor::fromRgbF(0.9, 0.6, 0));
        inner.end();
        p.setOpacity(0.6);
        p.drawImage(x + 920, y + 44, group);
        p.setOpacity(1);
    }
}

static void shadows(QPainter &p) {
    p.fillRect(QRect(0, 0, W, H), Qt::white);
    p.setPen(Qt::NoPen);
    for (int i = 0; i < 1000; i++) {
        int x = i % 25 * 42 + 6, y = i / 25 * 47 + 6, h = 28 + i % 8;
        p.drawImage(x - 12, y - 10, smallCast[i % 8]);
        rounded(p, QRectF(x, y, 34, h), 6, Qt::white);
    }
}

static void plain(QPainter &p) { p.drawImage(0, 0, whole); }

static void group(QPainter &p) {
    p.fillRect(QRect(0, 0, W, H), Qt::white);
    QImage layer(W, H, PIXELS);
    layer.fill(Qt::transparent);
    QPainter inner(&layer);
    inner.drawImage(0, 0, whole);
    inner.end();
    p.setOpacity(0.6);
    p.drawImage(0, 0, layer);
    p.setOpacity(1);
}

// Qt averages in its own scaling of images, not while painting.
static void reduced(QPainter &p) {
    p.drawImage(0, 0, large.scaled(1080, 1080, Qt::IgnoreAspectRatio, Qt::SmoothTransformation));
}

static QPen pen(double width) {
    QPen pen(Qt::red, width, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin);
    pen.setMiterLimit(10);
    return pen;
}

static void sticks(QPainter &p) {
    p.fillRect(QRect(0, 0, 1024, 1024), Qt::white);
    QPen line = pen(4);
    line.setCapStyle(Qt::RoundCap);
    line.setJoinStyle(Qt::RoundJoin);
    p.setPen(line);
    p.setBrush(Qt::NoBrush);
    for (int i = 0; i < 100; i++) {
        double x = i % 10 * 100, y = i / 10 * 100;
        double lines[4][4] = {{50, 45, 50, 70}, {50, 70, 30, 95}, {50, 70, 70, 95}, {20, 55, 80, 55}};
        QPainterPath path;
        path.addEllipse(QPointF(x + 50, y + 25), 20, 20);
        for (auto &l : lines) {
            path.moveTo(x + l[0], y + l[1]);
            path.lineTo(x + l[2], y + l[3]);
        }
        p.drawPath(path);
    }
}

static QPainterPath polygonPath() {
    QPainterPath path;
    for (int k = 0; k < 400; k++) {
        double r = k % 2 == 0 ? 500 : 440, a = k * 3.14159265358979 / 200;
        QPointF point(512 + r * cos(a), 512 + r * sin(a));
        k == 0 ? path.moveTo(point) : path.lineTo(point);
    }
    path.closeSubpath();
    path.setFillRule(Qt::WindingFill);
    return path;
}

static void polygonFilled(QPainter &p) {
    p.fillRect(QRect(0, 0, 1024, 1024), Qt::white);
    p.fillPath(polygonPath(), Qt::red);
}

static void polygonStroked(QPainter &p) {
    p.fillRect(QRect(0, 0, 1024, 1024), Qt::white);
    p.strokePath(polygonPath(), pen(5));
}

static void polygonDashed(QPainter &p) {
    p.fillRect(QRect(0, 0, 1024, 1024), Qt::white);
    QPen line = pen(5);
    line.setDashPattern({12 / 5.0, 6 / 5.0});
    p.strokePath(polygonPath(), line);
}

static void gradient(QPainter &p, QGradient &g) {
    g.setColorAt(0, Qt::red);
    g.setColorAt(0.5, Qt::green);
    g.setColorAt(1, Qt::blue);
    p.fillRect(QRect(0, 0, W, H), QBrush(g));
}

static void axial(QPainter &p) {
    QLinearGradient g(0, 0, W, H);
    gradient(p, g);
}

static void radial(QPainter &p) {
    QRadialGradient g(W / 2.0, H / 2.0, H / 2.0);
    gradient(p, g);
}

static void conic(QPainter &p) {
    QConicalGradient g(W / 2.0, H / 2.0, 0);
    gradient(p, g);
}

static void measure(const char *name, int passes, const std::function<void(QPainter &)> &draw, int w, int h) {
    std::vector<double> times;
    for (int pass = -1; pass < passes; pass++) {
        auto start = std::chrono::steady_clock::now();
        {
            QImage frame(w, h, PIXELS);
            frame.fill(Qt::transparent);
            QPainter p(&frame);
            p.setRenderHint(QPainter::Antialiasing);
            draw(p);
        }
        std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
        if (pass >= 0) times.push_back(time.count());
    }
    std::sort(times.begin(), times.end());
    std::printf("%s %.3f %.3f\n", name, times[times.size() / 2], times[0]);
}

int main(int argc, char **argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QGuiApplication application(argc, argv);
    // Qt scales images on a pool of threads.
    QThreadPool::globalInstance()->setMaxThreadCount(1);
    text = label(600, 20);
    picture = photo(72, 72);
    cast = shadow(1064, 88, 12, 6, 0.3);
    for (int i = 0; i < 8; i++) smallCast[i] = shadow(34, 28 + i, 6, 4, 0.4);
    whole = photo(W, H);
    large = photo(8192, 8192);
    measure("feed", 41, feed, W, H);
    measure("shadows-warm", 21, shadows, W, H);
    measure("whole-plain", 41, plain, W, H);
    measure("whole-group", 41, group, W, H);
    measure("gradient-axial", 41, axial, W, H);
    measure("gradient-radial", 41, radial, W, H);
    measure("gradient-conic", 41, conic, W, H);
    measure("sticks", 41, sticks, 1024, 1024);
    measure("polygon-filled", 41, polygonFilled, 1024, 1024);
    measure("polygon-stroked", 41, polygonStroked, 1024, 1024);
    measure("polygon-dashed", 41, polygonDashed, 1024, 1024);
    measure("image-8192-to-1080", 3, reduced, 1080, 1080);
    if (argc > 1) {
        QImage frame(W, H, PIXELS);
        QPainter p(&frame);
        p.setRenderHint(QPainter::Antialiasing);
        feed(p);
        p.end();
        frame.save(argv[1]);
    }
    return 0;
}
