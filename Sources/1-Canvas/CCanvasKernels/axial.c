// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// Axial gradients that are padded. Between two stops each channel of a row is a straight line, so
// it is added up in fixed point: a fifth of a nanosecond a pixel. Looking up cells of a colour line
// (gradient.c) takes twice as long, besides the time to fill the cells, whose colours are half a
// level off before they are rounded. Here a colour is rounded only once, so pixels of the two
// methods differ by a level at most.
//
// A row is cut into stretches at the stops and at every 1,024th pixel of the device. So the ends of
// a stretch, and its colours, depend on the position alone, not on where the drawn part of a
// picture begins.

#include "CCanvasKernels.h"

#include <string.h>

#pragma STDC FP_CONTRACT OFF

#define INLINE static inline __attribute__((always_inline))

// The most pixels of a stretch. Rounding a channel's step to 2^-25 of a level adds up to 2^-15 over
// a stretch.
enum { STRETCH = 1024 };

// The place of pixel x on the colour line is `begin` plus `step` times x. `inverse` is 1 / `step`,
// or 0 if all pixels have the same place.
typedef struct {
  double begin, step, inverse;
} axis;

// The first pixel at which a stop is reached or, if places descend, no longer reached.
static double border(const axis *a, const ctk_stop *stop) {
  const double x = (stop->place - a->begin) * a->inverse;
  return a->step > 0 ? __builtin_ceil(x) : __builtin_floor(x) + 1;
}

static bool is_reached(const axis *a, const ctk_stop *stop, int x) {
  if (a->inverse == 0) return stop->place <= a->begin;
  return a->step > 0 ? border(a, stop) <= x : x < border(a, stop);
}

// The number of stops that are reached at a pixel; they are the first stops of the line.
static int reached_stops(const axis *a, const ctk_color_line *line, int x) {
  int low = 0, high = line->stop_count;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (is_reached(a, line->stops + middle, x)) low = middle + 1;
    else high = middle;
  }
  return low;
}

// Writes colours from channels in units of 2^-24 of a level. No channel gets greater than the
// opacity, as premultiplied colours require, despite the rounding of steps.
INLINE void add_up(uint32_t *restrict dst, int count, const uint32_t begin[4], const uint32_t step[4]) {
  for (uint32_t i = 0; i < (uint32_t)count; i++) {
    const uint32_t a = begin[3] + i * step[3];
    uint32_t r = begin[0] + i * step[0], g = begin[1] + i * step[1], b = begin[2] + i * step[2];
    r = r < a ? r : a;
    g = g < a ? g : a;
    b = b < a ? b : a;
    dst[i] = r >> 24 | (g >> 16 & 0xff00) | (b >> 8 & 0xff0000) | (a & 0xff000000);
  }
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void add_up_avx2(uint32_t *dst, int count, const uint32_t begin[4],
                                                        const uint32_t step[4]) {
  add_up(dst, count, begin, step);
}
#endif

static inline double unit(double t) { return t > 0 ? t < 1 ? t : 1 : 0; }

// Writes the pixels from `skipped` on of a stretch that lies between two stops.
static void write_between(uint32_t *dst, int skipped, int count, double place, double last_place, int length,
                          const ctk_stop *low, const ctk_stop *high) {
  const double span = high->place - low->place;
  const double t = unit((place - low->place) / span), end = unit((last_place - low->place) / span);
  // Both ends lie between the two stops, so no pixel between them leaves the range of their
  // colours.
  const double step = length > 1 ? (end - t) / (length - 1) : 0;
  uint32_t begins[4], steps[4], any = 0;
  for (int k = 0; k < 4; k++) {
    const double way = (double)high->color[k] - (double)low->color[k];
    steps[k] = (uint32_t)(int64_t)__builtin_rint(way * step * 0x1p24);
    begins[k] = (uint32_t)(int64_t)((low->color[k] + way * t + 0.5) * 0x1p24) + (uint32_t)skipped * steps[k];
    any |= steps[k];
  }
  if (!any) {
    uint32_t color;
    add_up(&color, 1, begins, steps);
    ctk_fill_rgba8((uint8_t *)dst, 0, count, 1, color);
    return;
  }
#if defined(__x86_64__)
  if (ctk_level() == 2) {
    add_up_avx2(dst, count, begins, steps);
    return;
  }
#endif
  add_up(dst, count, begins, steps);
}

void ctk_shade_axial_row_rgba8(uint8_t *dst, int x, int y, int count, const ctk_gradient *g,
                               const ctk_color_line *line) {
  const double *m = g->map;
  axis a = {m[3] * (y + 0.5) + m[6] + m[0] / 2, m[0], 1 / m[0]};
  if (!(__builtin_fabs(a.inverse) < 1e150)) a.step = a.inverse = 0;
  const int end = x + count, stops = line->stop_count;
  int reached = reached_stops(&a, line, x);
  while (x < end) {
    const int cut = x & ~(STRETCH - 1);
    double first = cut, next = cut + STRETCH;
    if (a.inverse != 0) {
      // The stops at which the stretch begins and ends.
      const int from = a.step > 0 ? reached - 1 : reached, to = a.step > 0 ? reached : reached - 1;
      if (from >= 0 && from < stops) first = __builtin_fmax(first, border(&a, line->stops + from));
      if (to >= 0 && to < stops) next = __builtin_fmin(next, border(&a, line->stops + to));
    }
    const int behind = next < end ? (int)next : end;
    if (reached == 0 || reached == stops) {
      ctk_fill_rgba8(dst, 0, behind - x, 1, line->cells[reached == 0 ? 0 : 1]);
    } else {
      const ctk_stop *low = line->stops + reached - 1;
      write_between((uint32_t *)(void *)dst, x - (int)first, behind - x, a.begin + a.step * first,
                    a.begin + a.step * (next - 1), (int)(next - first), low, low + 1);
    }
    dst += 4 * (behind - x);
    x = behind;
    if (a.step > 0) {
      while (reached < stops && is_reached(&a, line->stops + reached, x)) reached++;
    } else if (a.inverse != 0) {
      while (reached > 0 && !is_reached(&a, line->stops + reached - 1, x)) reached--;
    }
  }
}
