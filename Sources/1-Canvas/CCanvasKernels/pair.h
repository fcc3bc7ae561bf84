// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A point or vector of doubles, x and y at once.

#include "raster_state.h"

#include <math.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#if defined(__SSE2__)
typedef __m128d pair;
static inline pair load(const double *p) { return _mm_loadu_pd(p); }
static inline pair both(double v) { return _mm_set1_pd(v); }
static inline pair add(pair a, pair b) { return _mm_add_pd(a, b); }
static inline pair sub(pair a, pair b) { return _mm_sub_pd(a, b); }
static inline pair mul(pair a, pair b) { return _mm_mul_pd(a, b); }
static inline pair least(pair a, pair b) { return _mm_min_pd(a, b); }
static inline pair most(pair a, pair b) { return _mm_max_pd(a, b); }
static inline double first(pair a) { return _mm_cvtsd_f64(a); }
static inline double second(pair a) { return _mm_cvtsd_f64(_mm_unpackhi_pd(a, a)); }
static inline pair of(vertex v) { return _mm_cvtepi32_pd(_mm_loadl_epi64((const __m128i *)(const void *)&v)); }
// Rounds to the nearest integers, halves to the even one.
static inline vertex nearest(pair a) {
  vertex v;
  _mm_storel_epi64((__m128i *)(void *)&v, _mm_cvtpd_epi32(a));
  return v;
}
#else
typedef struct {
  double x, y;
} pair;
static inline pair load(const double *p) { return (pair){p[0], p[1]}; }
static inline pair both(double v) { return (pair){v, v}; }
static inline pair add(pair a, pair b) { return (pair){a.x + b.x, a.y + b.y}; }
static inline pair sub(pair a, pair b) { return (pair){a.x - b.x, a.y - b.y}; }
static inline pair mul(pair a, pair b) { return (pair){a.x * b.x, a.y * b.y}; }
static inline pair least(pair a, pair b) { return (pair){a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y}; }
static inline pair most(pair a, pair b) { return (pair){a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y}; }
static inline double first(pair a) { return a.x; }
static inline double second(pair a) { return a.y; }
static inline pair of(vertex v) { return (pair){v.x, v.y}; }
// Numbers beyond ±2^30 have no defined result; here they are clamped.
static inline int32_t nearest_integer(double v) { return (int32_t)fmax(-0x1p30, fmin(0x1p30, rint(v))); }
static inline vertex nearest(pair a) { return (vertex){nearest_integer(a.x), nearest_integer(a.y)}; }
#endif
