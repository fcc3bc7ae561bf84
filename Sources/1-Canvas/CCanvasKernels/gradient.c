// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// Gradients: computes each pixel's place on the colour line, then the colour there. Padded axial
// gradients are drawn faster by axial.c.
//
// Places are `double`, computed from sums, products, quotients and square roots of the absolute
// position alone: it does not matter where a row begins or which variant runs.

#include "CCanvasKernels.h"

#include <string.h>

#pragma STDC FP_CONTRACT OFF

#define INLINE static inline __attribute__((always_inline))

// The number of pixels that are computed at a time.
enum { CHUNK = 64 };

static const double quarter_turn = 1.57079632679489661923;

// Marks a cell without a single colour: no premultiplied colour has red without opacity.
static const uint32_t no_one_color = 0x000000ff;

// The colour line
// --------------------------------------------------------------------------------------------------

INLINE uint32_t mixed(const ctk_stop *a, const ctk_stop *b, double place) {
  const double span = b->place - a->place;
  const float t = span > 0 ? (float)((place - a->place) / span) : 0;
  uint32_t pixel = 0, alpha = (uint32_t)(int32_t)(a->color[3] + (b->color[3] - a->color[3]) * t + 0.5f);
  for (int k = 0; k < 3; k++) {
    const uint32_t v = (uint32_t)(int32_t)(a->color[k] + (b->color[k] - a->color[k]) * t + 0.5f);
    pixel |= (v < alpha ? v : alpha) << (8 * k);
  }
  return pixel | alpha << 24;
}

// Writes the colours in the middle of the cells from `first` on, which lie between two stops.
INLINE void mix_cells(uint32_t *restrict cells, int first, int end, int cell_count, const ctk_stop *a,
                      const ctk_stop *b) {
  const ctk_stop from = *a, to = *b;
  // The number of cells is a power of two, so its reciprocal is exact.
  const double length = 1.0 / cell_count;
  for (int i = first; i < end; i++) cells[i] = mixed(&from, &to, (i + 0.5) * length);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void mix_cells_avx2(uint32_t *cells, int first, int end, int cell_count,
                                                           const ctk_stop *a, const ctk_stop *b) {
  mix_cells(cells, first, end, cell_count, a, b);
}
#endif

// The greatest difference between the components of two colours.
static float difference(const ctk_stop *a, const ctk_stop *b) {
  float most = 0;
  for (int k = 0; k < 4; k++) {
    const float d = a->color[k] - b->color[k];
    most = d > most ? d : -d > most ? -d : most;
  }
  return most;
}

bool ctk_fill_color_cells(uint32_t *cells, int cell_count, const ctk_stop *stops, int stop_count) {
  bool is_complete = true;
  int k = 0;
  for (int i = 0, end; i < cell_count; i = end) {
    const double low = (double)i / cell_count;
    while (k + 2 < stop_count && stops[k + 1].place <= low) k++;
    const ctk_stop *a = stops + k, *b = a + 1;
    // Cells between two stops. Where the colours of a cell differ by at most one level, the colour
    // in its middle stands for all of them, off by half a level.
    end = (int)(b->place * cell_count);
    if (end > i && difference(a, b) <= (b->place - a->place) * cell_count) {
#if defined(__x86_64__)
      if (ctk_level() == 2) {
        mix_cells_avx2(cells, i, end, cell_count, a, b);
        continue;
      }
#endif
      mix_cells(cells, i, end, cell_count, a, b);
    } else {
      end = i + 1;
      cells[i] = no_one_color;
      is_complete = false;
    }
  }
  return is_complete;
}

// The colour at a place from 0 to 1; of stops at the same place the last one counts.
static uint32_t exact_color(const ctk_color_line *line, double place) {
  int low = 0, high = line->stop_count - 2;
  while (low < high) {
    const int middle = low + (high - low + 1) / 2;
    if (line->stops[middle].place <= place) low = middle;
    else high = middle - 1;
  }
  return mixed(line->stops + low, line->stops + low + 1, place);
}

// Writes the colours of places; a place of NaN has the line's colour for pixels without a place.
INLINE void write_colors(uint8_t *dst, int count, double *restrict places, const ctk_color_line *line) {
  if (line->extend == CTK_REPEAT) {
    for (int i = 0; i < CHUNK; i++) places[i] -= __builtin_floor(places[i]);
  } else if (line->extend == CTK_REFLECT) {
    for (int i = 0; i < CHUNK; i++) {
      double t = __builtin_fabs(places[i]);
      t -= 2 * __builtin_floor(t / 2);
      places[i] = t > 1 ? 2 - t : t;
    }
  }
  int32_t cells[CHUNK];
  const double beyond = line->cell_count + 1;
  for (int i = 0; i < CHUNK; i++) {
    double cell = places[i] * line->cell_count + 1;
    cell = cell > 0 ? cell : 0;
    cell = cell < beyond ? cell : beyond;
    cell = places[i] == places[i] ? cell : beyond + 1;
    cells[i] = (int32_t)cell;
  }
  for (int i = 0; i < count; i++) {
    uint32_t color = line->cells[cells[i]];
    if (__builtin_expect(color == no_one_color, 0)) color = exact_color(line, places[i]);
    memcpy(dst + 4 * i, &color, 4);
  }
}

// Places
// --------------------------------------------------------------------------------------------------

// The angle of a vector in radians, from 0 to a full turn; 0 for the zero vector.
INLINE double angle(double x, double y) {
  const double ax = __builtin_fabs(x), ay = __builtin_fabs(y);
  const double longer = ax > ay ? ax : ay, shorter = ax > ay ? ay : ax;
  // Above π/8 the angle is taken from the diagonal:
  // arctan q = π/4 + arctan((q - 1) / (q + 1)).
  const bool is_steep = shorter > longer * 0.41421356237309503;
  const double over = is_steep ? shorter - longer : shorter, under = is_steep ? shorter + longer : longer;
  const double q = over / (under == 0 ? 1 : under), s = q * q;
  // Taylor's series; the first term left out is below 2e-12.
  double sum = 1.0 / 25;
  sum = 1.0 / 23 - s * sum;
  sum = 1.0 / 21 - s * sum;
  sum = 1.0 / 19 - s * sum;
  sum = 1.0 / 17 - s * sum;
  sum = 1.0 / 15 - s * sum;
  sum = 1.0 / 13 - s * sum;
  sum = 1.0 / 11 - s * sum;
  sum = 1.0 / 9 - s * sum;
  sum = 1.0 / 7 - s * sum;
  sum = 1.0 / 5 - s * sum;
  sum = 1.0 / 3 - s * sum;
  sum = 1 - s * sum;
  double a = q * sum;
  a = is_steep ? quarter_turn / 2 + a : a;
  a = ax > ay ? a : quarter_turn - a;
  a = x < 0 ? 2 * quarter_turn - a : a;
  return y < 0 ? 4 * quarter_turn - a : a;
}

// The greatest place whose circle passes through a point and has a radius of at least 0.
static double circle_place(const ctk_gradient *g, double x, double y) {
  const double b = x * g->dx + y * g->dy + g->radius * g->growth;
  const double c = x * x + y * y - g->radius * g->radius;
  const double dd = g->dx * g->dx + g->dy * g->dy, rr = g->growth * g->growth;
  const double a = dd - rr;
  if (__builtin_fabs(a) < 1e-12 * (dd + rr)) {
    const double t = c / (2 * b);
    return b != 0 && g->radius + t * g->growth >= 0 ? t : __builtin_nan("");
  }
  const double q = b * b - a * c;
  if (!(q >= 0)) return __builtin_nan("");
  const double root = __builtin_elementwise_sqrt(q);
  const double t0 = (b + root) / a, t1 = (b - root) / a;
  const double more = t0 > t1 ? t0 : t1, less = t0 > t1 ? t1 : t0;
  if (g->radius + more * g->growth >= 0) return more;
  if (g->radius + less * g->growth >= 0) return less;
  return __builtin_nan("");
}

// The places of CHUNK pixels.
INLINE void write_places(double *restrict places, int x, int y, const ctk_gradient *g) {
  double gx[CHUNK], gy[CHUNK];
  const double *m = g->map;
  const double first = x + 0.5, py = y + 0.5;
  const double x0 = m[3] * py + m[6], y0 = m[4] * py + m[7], w0 = m[5] * py + m[8];
  for (int i = 0; i < CHUNK; i++) {
    const double px = first + i;
    gx[i] = m[0] * px + x0;
    gy[i] = m[1] * px + y0;
  }
  if (g->is_projected) {
    for (int i = 0; i < CHUNK; i++) {
      const double w = m[2] * (first + i) + w0;
      const double inverse = w > 0 ? 1 / w : __builtin_nan("");
      gx[i] *= inverse;
      gy[i] *= inverse;
    }
  }
  const double begin = g->begin, scale = g->scale;
  switch (g->kind) {
    case CTK_AXIAL:
      for (int i = 0; i < CHUNK; i++) places[i] = begin + scale * gx[i];
      break;
    case CTK_RADIAL:
      for (int i = 0; i < CHUNK; i++) {
        places[i] = begin + scale * __builtin_elementwise_sqrt(gx[i] * gx[i] + gy[i] * gy[i]);
      }
      break;
    case CTK_CONIC:
      for (int i = 0; i < CHUNK; i++) places[i] = begin + scale * angle(gx[i], gy[i]);
      break;
    case CTK_TWO_CIRCLES:
      for (int i = 0; i < CHUNK; i++) places[i] = begin + scale * circle_place(g, gx[i], gy[i]);
      break;
  }
}

// Padded circles around one centre
// --------------------------------------------------------------------------------------------------

// Whether rows of a gradient may be drawn by `shade_circles`: no number overflows a `float`, and the
// centre lies so few cells before the line or on it that a `float` tells the cells apart.
static bool has_plain_circles(const ctk_gradient *g, const ctk_color_line *line) {
  if (g->kind != CTK_RADIAL || g->is_projected || line->extend != CTK_PAD) return false;
  for (int i = 0; i < 9; i++) {
    if (!(__builtin_fabs(g->map[i]) < 1e9)) return false;
  }
  return (__builtin_fabs(g->begin) + 1) * line->cell_count < 1 << 16 && __builtin_fabs(g->scale) < 1e9;
}

// The place of a circle, by the square of its radius.
INLINE double circle(const ctk_gradient *g, double square) {
  return g->begin + g->scale * __builtin_elementwise_sqrt(square);
}

// The cell of a place, as `write_colors` finds it.
INLINE int32_t cell_of(double place, const ctk_color_line *line) {
  const double beyond = line->cell_count + 1;
  double cell = place * line->cell_count + 1;
  cell = cell > 0 ? cell : 0;
  return (int32_t)(cell < beyond ? cell : beyond);
}

// The square of the distance of a pixel from the centre.
INLINE double square(const double m[9], double x0, double y0, double px) {
  const double gx = m[0] * px + x0, gy = m[1] * px + y0;
  return gx * gx + gy * gy;
}

// Cells are found with square roots of `float`, which take half the time. Where the result lies so
// near the border of a cell that rounding may have moved it across, the cell is found in `double`:
// so all pixels have the colours that `double` gives.
INLINE void shade_circles(uint8_t *dst, int x, int y, int count, const ctk_gradient *g, const ctk_color_line *line) {
  const double *m = g->map;
  const double py = y + 0.5, x0 = m[3] * py + m[6], y0 = m[4] * py + m[7];
  const float first = (float)(g->begin * line->cell_count + 1), step = (float)(g->scale * line->cell_count);
  const float high = (float)line->cell_count + 1.5f;
  // The result is off by less than 4.5 · 2^-24 times the sum of the cell and the first one.
  const float nearest = (float)((line->cell_count + 2 + __builtin_fabs(first)) * 0x1p-21);
  float squares[CHUNK];
  int32_t cells[CHUNK], doubts[CHUNK];
  uint32_t colors[CHUNK];
  double along[CHUNK];
  for (int k = 0; k < CHUNK; k++) along[k] = k;
  const uint32_t *table = line->cells;
  for (int i = 0; i < count; i += CHUNK, dst += 4 * CHUNK) {
    const double px = x + i + 0.5;
    int32_t doubt = 0;
    for (int k = 0; k < CHUNK; k++) squares[k] = (float)square(m, x0, y0, px + along[k]);
    for (int k = 0; k < CHUNK; k++) {
      float cell = first + step * __builtin_elementwise_sqrt(squares[k]);
      // All places before the line have the first colour, and all beyond it the last one.
      cell = cell > 0.5f ? cell : 0.5f;
      cell = cell < high ? cell : high;
      const int32_t border = (int32_t)(cell + 0.5f);
      const float beside = cell - (float)border;
      doubts[k] = -(__builtin_fabsf(beside) < nearest);
      doubt |= doubts[k];
      cells[k] = beside < 0 ? border - 1 : border;
    }
    const int n = count - i < CHUNK ? count - i : CHUNK;
    for (int k = 0; doubt && k < n; k++) {
      if (doubts[k]) cells[k] = cell_of(circle(g, square(m, x0, y0, px + k)), line);
    }
    bool is_complete = true;
    for (int k = 0; k < CHUNK; k++) {
      colors[k] = table[cells[k]];
      is_complete &= colors[k] != no_one_color;
    }
    for (int k = 0; !is_complete && k < n; k++) {
      if (colors[k] != no_one_color) continue;
      colors[k] = exact_color(line, circle(g, square(m, x0, y0, px + k)));
    }
    memcpy(dst, colors, 4 * (size_t)n);
  }
}

// Rows
// --------------------------------------------------------------------------------------------------

INLINE void shade(uint8_t *dst, int x, int y, int count, const ctk_gradient *g, const ctk_color_line *line) {
  if (has_plain_circles(g, line)) {
    shade_circles(dst, x, y, count, g, line);
    return;
  }
  double places[CHUNK];
  for (int i = 0; i < count; i += CHUNK) {
    write_places(places, x + i, y, g);
    write_colors(dst + 4 * i, count - i < CHUNK ? count - i : CHUNK, places, line);
  }
}

// The same code, compiled to the wider vectors of AVX2.
#if defined(__x86_64__)
__attribute__((target("avx2"))) static void shade_avx2(uint8_t *dst, int x, int y, int count,
                                                       const ctk_gradient *g, const ctk_color_line *line) {
  shade(dst, x, y, count, g, line);
}
#endif

void ctk_shade_row_rgba8(uint8_t *dst, int x, int y, int count, const ctk_gradient *gradient,
                         const ctk_color_line *line) {
#if defined(__x86_64__)
  if (ctk_level() == 2) {
    shade_avx2(dst, x, y, count, gradient, line);
    return;
  }
#endif
  shade(dst, x, y, count, gradient, line);
}
