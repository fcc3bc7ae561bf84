/* Copyright AsyncTextLayer contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The carousel of LayerBenchmarks by pixman's projective transforms: twelve pictures of 512 pixels, sorted by depth, each
 * within its bounding box. pixman has no smaller copies and no smooth edges. Prints name, median and least milliseconds.
 * Scripts/bench/layers builds it. */
#include <math.h>
#include <pixman.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { W = 1080, H = 1920, SIDE = 512 };

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

typedef struct { double depth; struct pixman_f_transform map; double low[2], high[2]; } panel_t;

/* A point of a panel of 300 points: homogeneous device coordinates, and the depth. */
static void point(int k, double u, double v, double out[4]) {
    double x = u * 300 - 150, y = v * 300 - 150, z = 620, a = k * M_PI / 6, b = -0.25;
    double x1 = x * cos(a) + z * sin(a), z1 = -x * sin(a) + z * cos(a);
    double y2 = y * cos(b) - z1 * sin(b), z2 = y * sin(b) + z1 * cos(b) - 600, w = 1 - z2 / 1200;
    out[0] = x1 + 540 * w, out[1] = y2 + 960 * w, out[2] = w, out[3] = z2;
}

static panel_t panel(int k) {
    panel_t p = {.low = {1e9, 1e9}, .high = {-1e9, -1e9}};
    double o[4], u[4], v[4];
    struct pixman_f_transform to_device;
    point(k, 0, 0, o), point(k, 1, 0, u), point(k, 0, 1, v);
    for (int i = 0; i < 3; i++) {
        to_device.m[i][0] = (u[i] - o[i]) / SIDE, to_device.m[i][1] = (v[i] - o[i]) / SIDE, to_device.m[i][2] = o[i];
    }
    pixman_f_transform_invert(&p.map, &to_device);
    for (int i = 0; i < 4; i++) {
        double q[4];
        point(k, i & 1, i >> 1, q);
        for (int j = 0; j < 2; j++) p.low[j] = fmin(p.low[j], q[j] / q[2]), p.high[j] = fmax(p.high[j], q[j] / q[2]);
        p.depth += q[3] / q[2];
    }
    return p;
}

static int by_depth(const void *a, const void *b) {
    double d = ((const panel_t *)a)->depth - ((const panel_t *)b)->depth;
    return d < 0 ? -1 : d > 0;
}
static int by_time(const void *a, const void *b) {
    double d = *(const double *)a - *(const double *)b;
    return d < 0 ? -1 : d > 0;
}

int main(int argc, char **argv) {
    uint32_t *pixels = malloc(4 * SIDE * SIDE);
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            pixels[y * SIDE + x] = 0xff000000u | (unsigned)(x * 3 & 255) << 16 | (unsigned)(y * 3 & 255) << 8 | (unsigned)((x ^ y) & 255);
    double times[21];
    for (int pass = -1; pass < 21; pass++) {
        double start = now();
        pixman_image_t *frame = pixman_image_create_bits(PIXMAN_a8r8g8b8, W, H, NULL, 0);
        pixman_fill(pixman_image_get_data(frame), W, 32, 0, 0, W, H, 0xffffffff);
        panel_t panels[12];
        for (int k = 0; k < 12; k++) panels[k] = panel(k);
        qsort(panels, 12, sizeof *panels, by_depth);
        for (int k = 0; k < 12; k++) {
            pixman_image_t *picture = pixman_image_create_bits(PIXMAN_a8r8g8b8, SIDE, SIDE, pixels, 4 * SIDE);
            int x = (int)floor(panels[k].low[0]), y = (int)floor(panels[k].low[1]);
            struct pixman_f_transform shift, map;
            pixman_transform_t fixed;
            pixman_f_transform_init_translate(&shift, x, y);
            pixman_f_transform_multiply(&map, &panels[k].map, &shift);
            pixman_transform_from_pixman_f_transform(&fixed, &map);
            pixman_image_set_transform(picture, &fixed);
            pixman_image_set_filter(picture, PIXMAN_FILTER_BILINEAR, NULL, 0);
            pixman_image_composite32(PIXMAN_OP_OVER, picture, NULL, frame, 0, 0, 0, 0, x, y,
                                     (int)ceil(panels[k].high[0]) - x, (int)ceil(panels[k].high[1]) - y);
            pixman_image_unref(picture);
        }
        if (pass >= 0) times[pass] = now() - start;
        if (pass == 20 && argc > 1) { /* A PPM, to look at. */
            FILE *f = fopen(argv[1], "wb");
            fprintf(f, "P6 %d %d 255\n", W, H);
            for (int i = 0; i < W * H; i++) {
                uint32_t p = pixman_image_get_data(frame)[i];
                uint8_t rgb[3] = {p >> 16 & 255, p >> 8 & 255, p & 255};
                fwrite(rgb, 1, 3, f);
            }
            fclose(f);
        }
        pixman_image_unref(frame);
    }
    qsort(times, 21, sizeof *times, by_time);
    printf("carousel %.3f %.3f\n", times[10], times[0]);
    return 0;
}
