/* Copyright AsyncTextLayer contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The floor of LayerBenchmarks: the same pictures made by calls of the project's pixel kernels alone, with every mask
 * made before, no tree, and nothing drawn that something opaque covers. Prints name, median and least milliseconds.
 * Scripts/bench/layers builds it. */
#include "CCanvasKernels.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { W = 1080, H = 1920 };

typedef struct { uint8_t *bytes; int stride, width, height; } mask_t;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static mask_t mask(int w, int h) {
    mask_t m = {.stride = (w + 31) & ~31, .width = w, .height = h};
    m.bytes = calloc((size_t)m.stride * (size_t)h + 64, 1);
    return m;
}

/* Coverage of a rounded rectangle, sixteen samples a pixel, with room around it. */
static mask_t rounded(int w, int h, double r, int pad) {
    mask_t m = mask(w + 2 * pad, h + 2 * pad);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int inside = 0;
            for (int s = 0; s < 16; s++) {
                double u = x + (s % 4 + .5) / 4, v = y + (s / 4 + .5) / 4;
                double dx = fmax(fmax(r - u, u - (w - r)), 0), dy = fmax(fmax(r - v, v - (h - r)), 0);
                inside += dx * dx + dy * dy <= r * r;
            }
            m.bytes[(y + pad) * m.stride + x + pad] = (uint8_t)(inside * 255 / 16);
        }
    return m;
}

/* A Gaussian of a rounded rectangle. */
static mask_t shadow(int w, int h, double r, int sigma) {
    int reach = 3 * sigma, taps = 2 * reach + 1;
    uint32_t weights[129];
    double sum = 0;
    for (int i = 0; i < taps; i++) sum += exp(-.5 * (i - reach) * (i - reach) / sigma / sigma);
    uint32_t left = 65536;
    for (int i = 0; i < taps; i++) {
        weights[i] = (uint32_t)(65536 * exp(-.5 * (i - reach) * (i - reach) / sigma / sigma) / sum);
        left -= weights[i];
    }
    weights[reach] += left;
    mask_t wide = rounded(w, h, r, 2 * reach), m = mask(w + 2 * reach, h + 2 * reach);
    uint8_t *tight = malloc((size_t)wide.width * (size_t)wide.height);
    for (int y = 0; y < wide.height; y++) memcpy(tight + y * wide.width, wide.bytes + y * wide.stride, (size_t)wide.width);
    uint8_t *out = malloc((size_t)m.width * (size_t)m.height + 64);
    ctk_blur(out, tight, m.width, m.height, weights, taps, malloc(2 * (size_t)m.width * (size_t)wide.height),
             malloc(4 * (size_t)m.width));
    for (int y = 0; y < m.height; y++) memcpy(m.bytes + y * m.stride, out + y * m.width, (size_t)m.width);
    return m;
}

static mask_t label(void) {
    mask_t m = mask(600, 20);
    for (double x = 2; x < 588; x += 11)
        for (int y = 4; y < 16; y++)
            for (int k = 0; k < 8; k++) {
                double u = (k - 3.5) / 4, v = (y - 9.5) / 6;
                m.bytes[y * m.stride + (int)x + k] = u * u + v * v <= 1 ? 255 : u * u + v * v < 1.3 ? 120 : 0;
            }
    return m;
}

static uint8_t *photo(int w, int h) {
    uint8_t *p = malloc(4 * (size_t)w * (size_t)h);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            uint8_t *q = p + 4 * ((size_t)y * (size_t)w + (size_t)x);
            q[0] = (uint8_t)(x * 3), q[1] = (uint8_t)(y * 3), q[2] = (uint8_t)(x ^ y), q[3] = 255;
        }
    return p;
}

static uint8_t *frame, *picture, *whole, *large;
static mask_t text, cast, card, disc, dot, button, pill, small_cast[8], small[8];

static uint32_t color(double r, double g, double b, double a) {
    return (uint32_t)lround(a * 255) << 24 | (uint32_t)lround(b * a * 255) << 16 | (uint32_t)lround(g * a * 255) << 8 |
           (uint32_t)lround(r * a * 255);
}
static uint8_t *at(int x, int y) { return frame + 4 * ((size_t)y * W + (size_t)x); }
static void fill(int x, int y, int w, int h, uint32_t c) { ctk_fill_rgba8(at(x, y), 4 * W, w, h, c); }

/* A part of a mask over the frame, cut at the frame's sides. */
static void cover(mask_t *m, int x, int y, int from_x, int from_y, int w, int h, uint32_t c) {
    int left = x + from_x < 0 ? -(x + from_x) : 0, top = y + from_y < 0 ? -(y + from_y) : 0;
    from_x += left, w -= left, from_y += top, h -= top;
    if (x + from_x + w > W) w = W - x - from_x;
    if (y + from_y + h > H) h = H - y - from_y;
    if (w > 0 && h > 0)
        ctk_mask_over_rgba8(at(x + from_x, y + from_y), 4 * W, m->bytes + from_y * m->stride + from_x, m->stride, w, h, c);
}
static void all(mask_t *m, int x, int y, uint32_t c) { cover(m, x, y, 0, 0, m->width, m->height, c); }

static void feed(void) {
    uint32_t gray = color(.93, .93, .93, 1), black = color(0, 0, 0, .3), white = ~0u;
    /* The gray shows between and beside the cards alone, and behind their corners. */
    fill(0, 0, W, 8, gray);
    fill(0, 8, 20, H - 8, gray);
    fill(W - 20, 8, 20, H - 8, gray);
    for (int i = 0; i < 20; i++) {
        int x = 8, y = 8 + 96 * i, below = i == 19 ? 0 : 8;
        fill(20, y + 88, W - 40, below, gray);
    }
    for (int i = 0; i < 20; i++) {
        int x = 8, y = 8 + 96 * i, w = 1064, h = 88;
        /* What the card does not cover of its shadow: above, below, at both sides. */
        cover(&cast, x - 18, y - 16, 0, 0, cast.width, 16, black);
        cover(&cast, x - 18, y - 16, 0, 16 + h, cast.width, cast.height - 16 - h, black);
        cover(&cast, x - 18, y - 16, 0, 16, 30, h, black);
        cover(&cast, x - 18, y - 16, 18 + w - 12, 16, 30, h, black);
        cover(&card, x, y, 0, 0, 12, h, white);
        cover(&card, x, y, w - 12, 0, 12, h, white);
        fill(x + 12, y, w - 24, h, white);
        for (int row = 0; row < 72; row++)
            ctk_mask_over_row_rgba8(at(x + 8, y + 8 + row), picture + 4 * 72 * row, disc.bytes + row * disc.stride, 72);
        for (int k = 0; k < 3; k++) all(&text, x + 100, y + 8 + 24 * k, color(.1, .1, .1, 1));
        fill(x + 100, y + 84, 900, 1, color(.8, .8, .8, 1));
        all(&dot, x + 960, y + 8, color(.9, .1, .1, 1));
        all(&button, x + 780, y + 8, color(.2, .4, .9, 1));
        all(&pill, x + 780, y + 46, color(0, 0, 0, .2));
        ctk_over_rgba8(at(x + 920, y + 44), 4 * W, 40, 36, color(0, .6, .3, .6));
        ctk_over_rgba8(at(x + 960, y + 44), 4 * W, 20, 6, color(0, .6, .3, .6));
        ctk_over_rgba8(at(x + 960, y + 74), 4 * W, 20, 6, color(0, .6, .3, .6));
        ctk_over_rgba8(at(x + 960, y + 50), 4 * W, 60, 24, color(.9, .6, 0, .6));
    }
}

static void shadows(void) {
    fill(0, 0, W, H, ~0u);
    for (int i = 0; i < 1000; i++) {
        int x = i % 25 * 42 + 6, y = i / 25 * 47 + 6, h = 28 + i % 8;
        all(&small_cast[i % 8], x - 12, y - 10, color(0, 0, 0, .4));
        mask_t *m = &small[i % 8];
        cover(m, x, y, 0, 0, 34, 6, ~0u);
        cover(m, x, y, 0, h - 6, 34, 6, ~0u);
        fill(x, y + 6, 34, h - 12, ~0u);
    }
}

static void plain(void) { memcpy(frame, whole, 4 * (size_t)W * H); }

static void group(void) {
    fill(0, 0, W, H, ~0u);
    for (int y = 0; y < H; y++) ctk_blend_row_rgba8(at(0, y), whole + 4 * (size_t)W * (size_t)y, NULL, W, 3, 153);
}

static int compare(const void *a, const void *b) {
    double d = *(const double *)a - *(const double *)b;
    return d < 0 ? -1 : d > 0;
}

static void measure(const char *name, int passes, void (*draw)(void)) {
    double times[64];
    for (int pass = -1; pass < passes; pass++) {
        double start = now();
        draw();
        if (pass >= 0) times[pass] = now() - start;
    }
    qsort(times, (size_t)passes, sizeof *times, compare);
    printf("%s %.3f %.3f\n", name, times[passes / 2], times[0]);
}

int main(int argc, char **argv) {
    frame = malloc(4 * (size_t)W * H);
    text = label();
    picture = photo(72, 72);
    cast = shadow(1064, 88, 12, 6);
    card = rounded(1064, 88, 12, 0);
    disc = rounded(72, 72, 36, 0);
    dot = rounded(24, 24, 12, 0);
    button = rounded(120, 32, 8, 0);
    pill = rounded(120, 32, 16, 0);
    for (int i = 0; i < 8; i++) small_cast[i] = shadow(34, 28 + i, 6, 4), small[i] = rounded(34, 28 + i, 6, 0);
    whole = photo(W, H);
    measure("feed", 41, feed);
    measure("shadows-warm", 21, shadows);
    measure("whole-plain", 41, plain);
    measure("whole-group", 41, group);
    if (argc > 1) { /* The feed as a PPM, to look at. */
        feed();
        FILE *f = fopen(argv[1], "wb");
        fprintf(f, "P6 %d %d 255\n", W, H);
        for (size_t i = 0; i < (size_t)W * H; i++) fwrite(frame + 4 * i, 1, 3, f);
        fclose(f);
    }
    return 0;
}
