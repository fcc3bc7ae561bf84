/* Copyright AsyncTextLayer contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The pixel kernels beside pixman's, on 1080 x 600 pixels: nanoseconds a pixel of either, the least of 61 passes taken
 * in turn. pixman keeps pixels as B, G, R, A here, which is the same work.
 *   cd Tests/Benchmarks/Peers && kernels=../../../Sources/1-Canvas/CCanvasKernels
 *   clang -O3 -w -I$kernels/include -o pixman_rows pixman_rows.c $(ls $kernels/?*.c) \
 *     $(pkg-config --cflags --libs pixman-1) -lm */
#include "CCanvasKernels.h"
#include <pixman.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { W = 1080, H = 600, STRIDE = 1088 };

static uint8_t *frame, *opaque, *picture, *mask;
static pixman_image_t *on_frame, *opaque_image, *picture_image, *mask_image, *ink;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}
static void composite(pixman_op_t op, pixman_image_t *source, pixman_image_t *through) {
    pixman_image_composite32(op, source, through, on_frame, 0, 0, 0, 0, 0, 0, W, H);
}

static void fill_ours(void) { ctk_fill_rgba8(frame, 4 * W, W, H, 0xff336699); }
static void fill_theirs(void) { pixman_fill((uint32_t *)frame, W, 32, 0, 0, W, H, 0xff336699); }
static void blit_ours(void) { for (int y = 0; y < H; y++) memcpy(frame + 4 * W * y, opaque + 4 * W * y, 4 * W); }
static void blit_theirs(void) { composite(PIXMAN_OP_SRC, opaque_image, NULL); }
static void over_ours(void) { for (int y = 0; y < H; y++) ctk_over_row_rgba8(frame + 4 * W * y, picture + 4 * W * y, W); }
static void over_theirs(void) { composite(PIXMAN_OP_OVER, picture_image, NULL); }
static void color_ours(void) { ctk_over_rgba8(frame, 4 * W, W, H, 0x80193250); }
static void color_theirs(void) { composite(PIXMAN_OP_OVER, ink, NULL); }
static void tint_ours(void) { ctk_mask_over_rgba8(frame, 4 * W, mask, STRIDE, W, H, 0x80193250); }
static void tint_theirs(void) { composite(PIXMAN_OP_OVER, ink, mask_image); }
static void masked_ours(void) {
    for (int y = 0; y < H; y++) ctk_mask_over_row_rgba8(frame + 4 * W * y, picture + 4 * W * y, mask + STRIDE * y, W);
}
static void masked_theirs(void) { composite(PIXMAN_OP_OVER, picture_image, mask_image); }

static double least(void (*draw)(void), double before) {
    double start = now();
    draw();
    double time = (now() - start) / (W * H);
    return time < before ? time : before;
}

int main(void) {
    frame = calloc(W * H, 4), opaque = malloc(4 * W * H), picture = malloc(4 * W * H), mask = calloc(STRIDE * H + 64, 1);
    srand(1);
    for (int i = 0; i < W * H; i++) {
        int a = i / 40 % 3 == 0 ? 0 : i / 40 % 3 == 1 ? 255 : rand() % 256;
        for (int k = 0; k < 3; k++) picture[4 * i + k] = (uint8_t)(a * (rand() % 256) / 255), opaque[4 * i + k] = (uint8_t)rand();
        picture[4 * i + 3] = (uint8_t)a, opaque[4 * i + 3] = 255;
    }
    /* As dense as text: a third empty, a third full, a third edges. */
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) mask[y * STRIDE + x] = x / 8 % 3 == 0 ? 0 : x / 8 % 3 == 1 ? 255 : (uint8_t)rand();
    on_frame = pixman_image_create_bits(PIXMAN_a8r8g8b8, W, H, (uint32_t *)frame, 4 * W);
    opaque_image = pixman_image_create_bits(PIXMAN_a8r8g8b8, W, H, (uint32_t *)opaque, 4 * W);
    picture_image = pixman_image_create_bits(PIXMAN_a8r8g8b8, W, H, (uint32_t *)picture, 4 * W);
    mask_image = pixman_image_create_bits(PIXMAN_a8, W, H, (uint32_t *)mask, STRIDE);
    pixman_color_t color = {0x1919, 0x3232, 0x5050, 0x8080};
    ink = pixman_image_create_solid_fill(&color);
    struct { const char *name; void (*ours)(void), (*theirs)(void); } rows[] = {
        {"fill", fill_ours, fill_theirs}, {"blit", blit_ours, blit_theirs},
        {"colour over", color_ours, color_theirs}, {"picture over", over_ours, over_theirs},
        {"tinted mask", tint_ours, tint_theirs}, {"picture through a mask", masked_ours, masked_theirs}};
    for (int i = 0; i < 6; i++) {
        double ours = 1e9, theirs = 1e9;
        for (int pass = 0; pass < 61; pass++) ours = least(rows[i].ours, ours), theirs = least(rows[i].theirs, theirs);
        printf("%-24s %.3f %.3f  %.2f times\n", rows[i].name, ours, theirs, theirs / ours);
    }
    return 0;
}
