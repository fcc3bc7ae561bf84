// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The edges within one row of pixels, by which paths that overlap are resolved.

#include "raster_state.h"

// One edge within one row of pixels: y0 < y1 in 0…ONE, x relative to the mask.
typedef struct {
  int32_t x0, y0, x1, y1, dir;
} piece;

// A piece between two heights, with twice the x of its middle and its index among the pieces.
typedef struct {
  int64_t key;
  int32_t x0, x1, dir, piece;
} side;

// A number to sort by, and the value that belongs to it.
typedef struct {
  uint32_t key;
  int32_t value;
} keyed;

// The most pieces of a group that is cut at all crossings, and the most heights of these cuts.
enum { MAX_ROW_SPANS = 96, MAX_CUTS = 1024 };

// The nearest whole number of one that fits 32 bits; the greater one of two that are as near.
static inline int32_t whole_nearest(double v) {
  const double above = v + 0.5;
  const int32_t whole = (int32_t)above;
  return whole - (whole > above);
}

// The x of a piece at a height.
static inline int32_t piece_x(const piece *p, int32_t y) {
  if (y <= p->y0) return p->x0;
  if (y >= p->y1) return p->x1;
  return p->x0 + whole_nearest((double)(y - p->y0) * (p->x1 - p->x0) / (p->y1 - p->y0));
}

static inline int32_t left_of(const piece *p) { return min32(p->x0, p->x1); }
static inline int32_t right_of(const piece *p) { return max32(p->x0, p->x1); }
