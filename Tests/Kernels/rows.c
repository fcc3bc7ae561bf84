// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// Trials of the kernels that have variants of their own: rows of pixels, masks, coverage, points and
// sprites.

#include <stdlib.h>

#include "kernels.h"
#include "trial.h"

enum { MOST = 70, ROOM = 4 * MOST + 64 };

typedef struct {
  uint8_t *dst;
  const uint8_t *src, *mask;
  int count;
  uint32_t color;
} row;

static void mask_over(const row *r) { ctk_mask_over_rgba8(r->dst, 0, r->mask, 0, r->count, 1, r->color); }
static void over(const row *r) { ctk_over_rgba8(r->dst, 0, r->count, 1, r->color); }
static void mask_alpha(const row *r) {
  ctk_mask_over_alpha8(r->dst, 0, r->mask, 0, r->count, 1, (uint8_t)(r->color >> 24));
}
static void over_row(const row *r) { ctk_over_row_rgba8(r->dst, r->src, r->count); }
static void mask_over_row(const row *r) { ctk_mask_over_row_rgba8(r->dst, r->src, r->mask, r->count); }
static void multiply(const row *r) { ctk_multiply_row_alpha8(r->dst, r->src, r->count); }
static void modulate(const row *r) { ctk_modulate_row_rgba8(r->dst, r->count, r->color); }
static void store_row(const row *r) { ctk_store_row_rgba8(r->dst, r->src, r->count, r->color); }

static void (*const kernels[])(const row *) = {mask_over, over,     mask_alpha, over_row, mask_over_row,
                                               multiply,  modulate, store_row};

// All lengths and alignments. What lies around a row is noted too: nothing is written there.
void rows(void) {
  static const uint32_t colors[] = {0xff204060, 0x80300010, 0xffffffff, 0x01010101, 0};
  for (int count = 0; count <= MOST; count++) {
    for (int offset = 0; offset < 16; offset++) {
      _Alignas(16) uint8_t target[ROOM], source[ROOM], mask[ROOM];
      // Pixels that are not premultiplied reach the upper bound of sums.
      if (offset % 4 == 3) random_bytes(target, ROOM), random_bytes(source, ROOM);
      else random_pixels(target, ROOM), random_pixels(source, ROOM);
      random_bytes(mask, ROOM);
      // Runs of opaque pixels and of coverage that is whole.
      for (int i = 0; i < ROOM / 4 && offset % 3 == 1; i++) {
        if (i / (offset + 1) % 2 == 0) source[4 * i + 3] = i % 29 == 28 ? 254 : 255, mask[i] = 255;
      }
      for (size_t c = 0; c < 5; c++) {
        for (size_t k = 0; k < sizeof kernels / sizeof kernels[0]; k++) {
          _Alignas(16) uint8_t d[ROOM];
          memcpy(d, target, ROOM);
          // Pixels lie at multiples of four.
          const int place = k == 2 || k == 5 ? offset : 4 * (offset % 4);
          const row r = {d + place, source + 4 * (offset / 4), mask + offset, count, colors[c]};
          kernels[k](&r);
          note(d, ROOM);
          end_case();
        }
      }
    }
  }
}

// Every byte with every other.
void products(void) {
  for (uint32_t c = 0; c < 256; c++) {
    for (size_t k = 0; k < sizeof kernels / sizeof kernels[0]; k++) {
      uint8_t d[1024], source[1024], mask[1024];
      for (uint32_t i = 0; i < 1024; i++) {
        mask[i] = (uint8_t)i;
        source[i] = (uint8_t)(k == 3 && i % 4 == 3 ? i / 4 : c);
        d[i] = (uint8_t)(i / 4 ^ (i % 4 == 3 ? 0xff : 0));
      }
      const row r = {d, source, mask, 256, c * 0x01010101u};
      kernels[k](&r);
      note(d, sizeof d);
      end_case();
    }
  }
}

// Every byte of a colour with every coverage, in masks of all small widths, and of which parts are cut off.
void placed_masks(void) {
  uint8_t mask[256 + 16] = {0}, ground[1024];
  for (int i = 0; i < 256; i++) mask[i] = (uint8_t)i;
  for (uint32_t c = 0; c < 256; c++) {
    const uint32_t colors[] = {0xff000000 | c | (255 - c) << 8 | (c ^ 0x55) << 16, 0xff000000 | c * 0x010101,
                               c << 24 | c | c / 2 << 8};
    for (size_t k = 0; k < 9; k++) {
      if (k % 3 == 2) random_pixels(ground, sizeof ground);
      else memset(ground, k % 3 ? 255 : 0, sizeof ground);
      ctk_placed_mask masks[17] = {{mask, 256, 256, 1, 0, 0}};
      for (int width = 1; width <= 16; width++) {
        const int x = (width - 1) * width / 2;
        masks[width] = (ctk_placed_mask){mask + x, 20, width, 1 + width % 4, 136 - x, -(width % 3)};
      }
      const int cut = (int)(c % 16);
      ctk_canvas canvas = {ground, 1024, 1024, 0, 0, cut, 0, 256 - cut, 1};
      ctk_masks_over_rgba8(&canvas, masks, 17, colors[k / 3]);
      note(ground, sizeof ground);
      canvas.stride = canvas.byte_count = 256;
      ctk_masks_over_alpha8(&canvas, masks, 17, (uint8_t)(colors[k / 3] >> 24));
      note(ground, sizeof ground);
      end_case();
    }
  }
}

void coverage(void) {
  for (int round = 0; round < 2000; round++) {
    const int width = random_in(1, 90), height = 3, padded = (width + 7) & ~7;
    const int row_sums = (width + 2 + 7) & ~7;
    uint8_t d[3 * 96 + 16];
    int32_t sums[3 * 104 + 8];
    for (int i = 0; i < 3 * 104 + 8; i++) {
      const uint64_t r = random64();
      sums[i] = r & 1 ? 0 : round % 5 == 4 ? (int32_t)(r >> 32) : random_in(-(1 << 25), 1 << 25);
      if (round % 5 == 3 && (r >> 8 & 7) == 0) sums[i] = r & 16 ? INT32_MIN : INT32_MAX;
    }
    memset(d, 7, sizeof d);
    ctk_coverage_rows(d, padded, sums, row_sums, width, height);
    note(d, sizeof d);
    for (int i = 0; i < 3 * 104 + 8; i++) note_number(sums[i]);
    end_case();
  }
}

void points(void) {
  static const double odd[] = {0.0, -0.0, 0x1p-1074, -0x1p-1060, 0x1p-30, 0.5, 1.5, -2.5, 1e300, -1e300, 0x1p29};
  for (int round = 0; round < 3000; round++) {
    const int count = random_in(0, 20);
    double p[40], m[6];
    for (int i = 0; i < 6; i++) m[i] = (random_unit() - 0.5) * 4096;
    if (round % 4 == 1) m[1] = m[2] = 0, m[0] = m[3] = 1, m[4] = m[5] = 0;
    for (int i = 0; i < 40; i++) {
      p[i] = round % 3 ? (random_unit() - 0.5) * 5000 : odd[random_in(0, 10)];
      if (round % 30 == 0 && random_in(0, 9) == 0) p[i] = random_in(0, 1) ? __builtin_nan("") : __builtin_inf();
    }
    int32_t grid[44];
    memset(grid, 1, sizeof grid);
    ctk_extent e = {{0x1p40, 0x1p40}, {-0x1p40, -0x1p40}, {0, 0}};
    ctk_map_points(grid, p, (size_t)count, m, &e);
    bool near = true, finite = true;
    for (int k = 0; k < 2; k++) finite &= e.sum[k] - e.sum[k] == 0;
    // Of the sums it counts whether they are finite, and then the extent; 0 is -0.
    note(&finite, sizeof finite);
    for (int k = 0; k < 2 && finite; k++) {
      near &= e.low[k] > -0x1p30 && e.high[k] < 0x1p30;
      note_number(e.low[k] + 0.0), note_number(e.high[k] + 0.0);
    }
    // Integers of points that are far away mean nothing.
    if (near && finite) note(grid, sizeof grid);
    else note(grid + 2 * count, sizeof grid - 8 * (size_t)count);
    end_case();
  }
}

void sprites(void) {
  for (int round = 0; round < 1500; round++) {
    const int width = random_in(1, 19), height = random_in(1, 19), columns = 80, lines = 40;
    uint8_t picture[21 * 21 * 4], pixels[80 * 40 * 4];
    memset(picture, 0, sizeof picture);
    for (int y = 1; y <= height; y++) random_pixels(picture + 4 * (y * (width + 2) + 1), 4 * (size_t)width);
    random_pixels(pixels, sizeof pixels);
    const ctk_sprite sprite = {picture, 4 * (width + 2), width, height, round % 5 == 0};
    // Steps from far below a pixel to several.
    const int most = 1 << random_in(10, 19);
    ctk_sprite_place place = {.left = random_in(-20, 10), .top = random_in(-20, 10),
                              .right = random_in(20, 90), .bottom = random_in(15, 50),
                              .ux = round % 7 == 0 ? 0 : random_in(-most, most),
                              .vx = round % 11 == 0 ? 0 : random_in(-most, most)};
    place.uy = (int64_t)random_in(-most, most) * 65536, place.vy = (int64_t)random_in(-most, most) * 65536;
    // Some place of the sprite lies near the middle of the pixels.
    place.u = (int64_t)random_in(0, width << 16) * 65536 - (int64_t)place.ux * 65536 * 30 - place.uy * 20;
    place.v = (int64_t)random_in(0, height << 16) * 65536 - (int64_t)place.vx * 65536 * 30 - place.vy * 20;
    ctk_canvas canvas = {pixels, 4 * columns, sizeof pixels, 0, 0, random_in(0, 9), random_in(0, 9),
                         columns - random_in(0, 9), lines - random_in(0, 9)};
    uint8_t color[4];
    random_pixels(color, 4);
    const uint32_t tint = (uint32_t)color[0] | (uint32_t)color[1] << 8 | (uint32_t)color[2] << 16 | (uint32_t)color[3] << 24;
    ctk_draw_sprite_rgba8(&canvas, &sprite, &place, round % 4 ? UINT32_MAX : tint, round % 6 == 1);
    note(pixels, sizeof pixels);
    end_case();
  }
}
