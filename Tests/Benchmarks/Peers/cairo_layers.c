/* Copyright AsyncTextLayer contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The scenes of LayerBenchmarks drawn with cairo's image surfaces, which know no blur: shadows are masks that were
 * blurred before. Prints the same lines: name, median and least milliseconds.
 *   cc -O2 -o cairo_layers cairo_layers.c $(pkg-config --cflags --libs cairo) -lm */
#include <cairo.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cairo_rounded.h"

enum { W = 1080, H = 1920 };

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static cairo_surface_t *label(int w, int h) {
    cairo_surface_t *s = cairo_image_surface_create(CAIRO_FORMAT_A8, w, h);
    cairo_t *c = cairo_create(s);
    for (double x = 2; x < w - 12; x += 11) {
        cairo_save(c);
        cairo_translate(c, x + 4, h / 2.0);
        cairo_scale(c, 4, h / 2.0 - 4);
        cairo_arc(c, 0, 0, 1, 0, 2 * M_PI);
        cairo_restore(c);
        cairo_fill(c);
    }
    cairo_destroy(c);
    return s;
}

static cairo_surface_t *photo(int w, int h) {
    cairo_surface_t *s = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, w, h);
    unsigned char *p = cairo_image_surface_get_data(s);
    int stride = cairo_image_surface_get_stride(s);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            *(unsigned *)(p + (size_t)y * stride + 4 * x) =
                0xff000000u | (unsigned)(x * 3 & 255) << 16 | (unsigned)(y * 3 & 255) << 8 | (unsigned)((x ^ y) & 255);
    cairo_surface_mark_dirty(s);
    return s;
}

/* A rounded rectangle, blurred by three boxes. */
static cairo_surface_t *shadow(int w, int h, double r, int sigma) {
    int pad = 3 * sigma, W2 = w + 2 * pad, H2 = h + 2 * pad;
    cairo_surface_t *s = cairo_image_surface_create(CAIRO_FORMAT_A8, W2, H2);
    cairo_t *c = cairo_create(s);
    rounded(c, pad, pad, w, h, r);
    cairo_fill(c);
    cairo_destroy(c);
    cairo_surface_flush(s);
    unsigned char *p = cairo_image_surface_get_data(s);
    int stride = cairo_image_surface_get_stride(s), k = sigma;
    unsigned char *line = malloc((size_t)(W2 > H2 ? W2 : H2));
    for (int pass = 0; pass < 3; pass++) {
        for (int y = 0; y < H2; y++) {
            for (int x = 0; x < W2; x++) {
                int sum = 0;
                for (int i = -k; i <= k; i++) sum += x + i < 0 || x + i >= W2 ? 0 : p[y * stride + x + i];
                line[x] = (unsigned char)(sum / (2 * k + 1));
            }
            memcpy(p + y * stride, line, (size_t)W2);
        }
        for (int x = 0; x < W2; x++) {
            for (int y = 0; y < H2; y++) {
                int sum = 0;
                for (int i = -k; i <= k; i++) sum += y + i < 0 || y + i >= H2 ? 0 : p[(y + i) * stride + x];
                line[y] = (unsigned char)(sum / (2 * k + 1));
            }
            for (int y = 0; y < H2; y++) p[y * stride + x] = line[y];
        }
    }
    free(line);
    cairo_surface_mark_dirty(s);
    return s;
}

static cairo_surface_t *text, *picture, *cast, *small_cast[8], *whole, *large;

static void feed(cairo_t *c) {
    cairo_set_source_rgb(c, 0.93, 0.93, 0.93);
    cairo_paint(c);
    for (int i = 0; i < 20; i++) {
        double x = 8, y = 8 + 96 * i;
        cairo_set_source_rgba(c, 0, 0, 0, 0.3);
        cairo_mask_surface(c, cast, x - 18, y - 16);
        cairo_set_source_rgb(c, 1, 1, 1);
        rounded(c, x, y, 1064, 88, 12);
        cairo_fill(c);
        cairo_set_source_surface(c, picture, x + 8, y + 8);
        cairo_arc(c, x + 44, y + 44, 36, 0, 2 * M_PI);
        cairo_fill(c);
        cairo_set_source_rgb(c, 0.1, 0.1, 0.1);
        for (int k = 0; k < 3; k++) cairo_mask_surface(c, text, x + 100, y + 8 + 24 * k);
        cairo_set_source_rgb(c, 0.8, 0.8, 0.8);
        cairo_rectangle(c, x + 100, y + 84, 900, 1);
        cairo_fill(c);
        cairo_set_source_rgb(c, 0.9, 0.1, 0.1);
        rounded(c, x + 960, y + 8, 24, 24, 12);
        cairo_fill(c);
        cairo_set_source_rgb(c, 0.2, 0.4, 0.9);
        rounded(c, x + 780, y + 8, 120, 32, 8);
        cairo_fill(c);
        cairo_set_source_rgba(c, 0, 0, 0, 0.2);
        rounded(c, x + 780, y + 46, 120, 32, 16);
        cairo_fill(c);
        cairo_save(c);
        cairo_rectangle(c, x + 920, y + 44, 100, 36);
        cairo_clip(c);
        cairo_push_group(c);
        cairo_set_source_rgb(c, 0, 0.6, 0.3);
        cairo_rectangle(c, x + 920, y + 44, 60, 36);
        cairo_fill(c);
        cairo_set_source_rgb(c, 0.9, 0.6, 0);
        cairo_rectangle(c, x + 960, y + 50, 60, 24);
        cairo_fill(c);
        cairo_pop_group_to_source(c);
        cairo_paint_with_alpha(c, 0.6);
        cairo_restore(c);
    }
}

static void shadows(cairo_t *c) {
    cairo_set_source_rgb(c, 1, 1, 1);
    cairo_paint(c);
    for (int i = 0; i < 1000; i++) {
        double x = i % 25 * 42 + 6, y = i / 25 * 47 + 6, h = 28 + i % 8;
        cairo_set_source_rgba(c, 0, 0, 0, 0.4);
        cairo_mask_surface(c, small_cast[i % 8], x - 12, y - 10);
        cairo_set_source_rgb(c, 1, 1, 1);
        rounded(c, x, y, 34, h, 6);
        cairo_fill(c);
    }
}

static void plain(cairo_t *c) {
    cairo_set_source_surface(c, whole, 0, 0);
    cairo_paint(c);
}

static void group(cairo_t *c) {
    cairo_set_source_rgb(c, 1, 1, 1);
    cairo_paint(c);
    cairo_push_group(c);
    cairo_set_source_surface(c, whole, 0, 0);
    cairo_paint(c);
    cairo_pop_group_to_source(c);
    cairo_paint_with_alpha(c, 0.6);
}

static void reduced(cairo_t *c) {
    cairo_scale(c, 1080.0 / 8192, 1080.0 / 8192);
    cairo_set_source_surface(c, large, 0, 0);
    cairo_pattern_set_filter(cairo_get_source(c), CAIRO_FILTER_GOOD);
    cairo_paint(c);
}

/* Gradients of the unit square over the whole surface; cairo has no conic one. */
static void gradient(cairo_t *c, cairo_pattern_t *p) {
    cairo_pattern_add_color_stop_rgb(p, 0, 1, 0, 0);
    cairo_pattern_add_color_stop_rgb(p, 0.4, 1, 1, 0);
    cairo_pattern_add_color_stop_rgb(p, 1, 0, 0, 1);
    cairo_pattern_set_extend(p, CAIRO_EXTEND_PAD);
    cairo_scale(c, W, H);
    cairo_set_source(c, p);
    cairo_paint(c);
    cairo_pattern_destroy(p);
}

static void axial(cairo_t *c) { gradient(c, cairo_pattern_create_linear(0, 0, 1, 1)); }

static void radial(cairo_t *c) { gradient(c, cairo_pattern_create_radial(0.5, 0.5, 0, 0.5, 0.5, 0.5)); }

/* Ten thousand turned particles of 16 points. */
static cairo_surface_t *particle;

static void particles(cairo_t *c) {
    unsigned random = 1;
    cairo_set_source_rgb(c, 0.1, 0.1, 0.1);
    cairo_paint(c);
    for (int i = 0; i < 10000; i++) {
        double number[4];
        for (int k = 0; k < 4; k++) {
            random = random * 1664525u + 1013904223u;
            number[k] = (random >> 8) / 16777216.0;
        }
        cairo_save(c);
        cairo_translate(c, W * number[0], H * number[1]);
        cairo_rotate(c, 2 * M_PI * number[2]);
        cairo_set_source_surface(c, particle, -8, -8);
        cairo_pattern_set_filter(cairo_get_source(c), CAIRO_FILTER_BILINEAR);
        cairo_paint_with_alpha(c, 0.5 + 0.5 * number[3]);
        cairo_restore(c);
    }
}

static void on_white(cairo_t *c) {
    cairo_set_source_rgb(c, 1, 1, 1);
    cairo_paint(c);
    cairo_set_source_rgb(c, 1, 0, 0);
}
static void sticks(cairo_t *c) {
    on_white(c);
    cairo_set_line_width(c, 4);
    cairo_set_line_cap(c, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(c, CAIRO_LINE_JOIN_ROUND);
    for (int i = 0; i < 100; i++) {
        double x = i % 10 * 100, y = i / 10 * 100;
        double lines[4][4] = {{50, 45, 50, 70}, {50, 70, 30, 95}, {50, 70, 70, 95}, {20, 55, 80, 55}};
        cairo_arc(c, x + 50, y + 25, 20, 0, 2 * M_PI);
        for (int k = 0; k < 4; k++) {
            cairo_move_to(c, x + lines[k][0], y + lines[k][1]);
            cairo_line_to(c, x + lines[k][2], y + lines[k][3]);
        }
        cairo_stroke(c);
    }
}
static void polygon(cairo_t *c) {
    on_white(c);
    for (int k = 0; k < 400; k++) {
        double r = k % 2 == 0 ? 500 : 440;
        cairo_line_to(c, 512 + r * cos(k * M_PI / 200), 512 + r * sin(k * M_PI / 200));
    }
    cairo_close_path(c);
    cairo_set_line_width(c, 5);
}
static void polygon_filled(cairo_t *c) { polygon(c), cairo_fill(c); }
static void polygon_stroked(cairo_t *c) { polygon(c), cairo_stroke(c); }
static void polygon_dashed(cairo_t *c) {
    double dashes[] = {12, 6};
    polygon(c);
    cairo_set_dash(c, dashes, 2, 0);
    cairo_stroke(c);
}

static int compare(const void *a, const void *b) {
    double d = *(const double *)a - *(const double *)b;
    return d < 0 ? -1 : d > 0;
}

static void measure(const char *name, int passes, void (*draw)(cairo_t *), int w, int h) {
    double times[64];
    for (int pass = -1; pass < passes; pass++) {
        double start = now();
        cairo_surface_t *s = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, w, h);
        cairo_t *c = cairo_create(s);
        draw(c);
        cairo_destroy(c);
        cairo_surface_destroy(s);
        if (pass >= 0) times[pass] = now() - start;
    }
    qsort(times, (size_t)passes, sizeof *times, compare);
    printf("%s %.3f %.3f\n", name, times[passes / 2], times[0]);
}

int main(void) {
    text = label(600, 20);
    picture = photo(72, 72);
    cast = shadow(1064, 88, 12, 6);
    for (int i = 0; i < 8; i++) small_cast[i] = shadow(34, 28 + i, 6, 4);
    whole = photo(W, H);
    large = photo(8192, 8192);
    measure("feed", 41, feed, W, H);
    particle = photo(16, 16);
    measure("particles", 41, particles, W, H);
    measure("shadows-warm", 21, shadows, W, H);
    measure("whole-plain", 41, plain, W, H);
    measure("whole-group", 41, group, W, H);
    measure("gradient-axial", 41, axial, W, H);
    measure("gradient-radial", 41, radial, W, H);
    measure("sticks", 41, sticks, 1024, 1024);
    measure("polygon-filled", 41, polygon_filled, 1024, 1024);
    measure("polygon-stroked", 41, polygon_stroked, 1024, 1024);
    measure("polygon-dashed", 41, polygon_dashed, 1024, 1024);
    measure("image-8192-to-1080", 3, reduced, 1080, 1080);
    return 0;
}
