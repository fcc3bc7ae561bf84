// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// Flattens the curves of a path, with an error of each pixel's area below one level of 255.
//
// A curve is cut at even steps of its parameter. The points are moved to the outer side of the
// curve, so that each line adds as much area as it cuts off and the error cancels out within a
// step. What is left in a pixel is a fraction of deviation × length of a line; that product
// determines the number of lines. Small glyphs need far fewer lines than a bound of the deviation
// alone would give.

#include "flatten.h"
#include "pair.h"
#include "raster_memory.h"
#include "raster_state.h"

#include <string.h>

#pragma STDC FP_CONTRACT OFF

// The distance from the origin at which a path is cut: 131,072 pixels.
static const double far_away = 131072.0 * ONE;
// The limit of coordinates with enough precision; comparing with it also excludes NaN and infinity.
static const double senseless = 1e15 * ONE;

// Factors of the number of lines, measured on outlines of fonts and random curves against exact
// areas, to keep errors within half a level.
static const double cbrt_scale = 55, sqrt_scale = 100;

typedef struct {
  ctk_raster *r;
  // The next free vertex, and the last one written.
  vertex *out;
  vertex last;
  pair here, start;
  // The extent of the contour so far; not computed if the path is cut far away (`cuts`).
  pair low, high;
  bool cuts;
} pen;

static inline void put(pen *p, vertex v) {
  *p->out = v;
  p->out += (v.x != p->last.x) | (v.y != p->last.y);
  p->last = v;
}

// Makes room for `n` vertices more.
static inline bool reserve(pen *p, size_t n) {
  size_t count = (size_t)(p->out - p->r->vertices);
  if (__builtin_expect(count + n <= p->r->vertex_room, 1)) return true;
  if (!ctk_raster_grow((void **)&p->r->vertices, &p->r->vertex_room, count + n, sizeof(vertex))) {
    return false;
  }
  p->out = p->r->vertices + count;
  return true;
}

static inline double clamp(double v) { return fmax(-far_away, fmin(far_away, v)); }

// Adds a line that may run far away: the part beyond the limits in y is dropped (nothing is drawn
// there), the parts beyond the limits in x become upright lines at the limit, which wind around the
// same points.
static void put_far(pen *p, pair to) {
  const double L = far_away;
  double x0 = first(p->here), y0 = second(p->here), x1 = first(to), y1 = second(to);
  if (y0 < -L || y0 > L || y1 < -L || y1 > L) {
    double t0 = 0, t1 = 1, dy = y1 - y0;
    double low = dy != 0 ? (-L - y0) / dy : 0, high = dy != 0 ? (L - y0) / dy : 0;
    if (dy > 0) t0 = fmax(t0, low), t1 = fmin(t1, high);
    if (dy < 0) t0 = fmax(t0, high), t1 = fmin(t1, low);
    if (dy == 0 || t0 >= t1) {
      put(p, (vertex){(int32_t)rint(clamp(x1)), (int32_t)rint(clamp(y1))});
      return;
    }
    double nx0 = x0 + (x1 - x0) * t0, nx1 = x0 + (x1 - x0) * t1;
    double ny0 = clamp(y0 + dy * t0), ny1 = clamp(y0 + dy * t1);
    x0 = nx0, x1 = nx1, y0 = ny0, y1 = ny1;
  }
  double cut[4] = {0, 1, 1, 1};
  int cuts = 1;
  double dx = x1 - x0;
  if (dx != 0) {
    double a = (-L - x0) / dx, b = (L - x0) / dx;
    double near = fmin(a, b), far = fmax(a, b);
    if (near > 0 && near < 1) cut[cuts++] = near;
    if (far > 0 && far < 1) cut[cuts++] = far;
  }
  cut[cuts++] = 1;
  for (int i = 0; i < cuts; i++) {
    bool end = i == cuts - 1;
    double x = end ? x1 : x0 + dx * cut[i], y = end ? y1 : y0 + (y1 - y0) * cut[i];
    put(p, (vertex){(int32_t)rint(clamp(x)), (int32_t)rint(clamp(y))});
  }
}

static inline void put_line(pen *p, pair to) {
  if (__builtin_expect(p->cuts, 0)) {
    put_far(p, to);
  } else {
    p->low = least(p->low, to);
    p->high = most(p->high, to);
    put(p, nearest(to));
  }
  p->here = to;
}

// The approximate length of a vector, within 6 %.
static inline double length(pair v) {
  double x = fabs(first(v)), y = fabs(second(v));
  return x > y ? x + 0.34 * y : y + 0.34 * x;
}

// The number of lines for a curve of a length and a second difference `bend`. The error of a
// pixel's area is bounded by a fraction of bend × length / n³ and by a fraction of bend / n².
static inline int steps(double bend, double length) {
  const double by_area = cbrt_scale / ((double)ONE * ONE), by_distance = sqrt_scale / ONE;
  float area = (float)(bend * length * by_area);
  // The cube root to a few per cent: the exponent is divided by three.
  uint32_t bits;
  memcpy(&bits, &area, 4);
  bits = bits / 3 + 0x2a5137a0;
  float root;
  memcpy(&root, &bits, 4);
  float other = sqrtf((float)(bend * by_distance));
  int n = (int)((root < other ? root : other) + 1.1f);
  return n > 1024 ? 1024 : n;
}

static bool put_quad(pen *p, pair control, pair to) {
  pair p0 = p->here, b = sub(control, p0), e = sub(to, control), a = sub(e, b);
  double lb = length(b), le = length(e);
  int n = steps(length(a), 2 * (lb > le ? lb : le));
  if (!reserve(p, (size_t)n * 4)) return false;
  if (n > 1) {
    double h = 1.0 / n;
    pair ah = mul(a, both(h * h));
    // With even steps all lines lie off the curve by the same vector, a quarter of `ah`; moving the
    // points by two thirds of that vector evens out the areas. The ends of the curve stay where
    // they are, so the outermost inner points are moved farther, by `extra`.
    pair shift = mul(ah, both(1.0 / 6)), extra = mul(ah, both(1.0 / 12));
    pair d = add(mul(b, both(2 * h)), ah), dd = add(ah, ah);
    pair v = sub(add(p0, d), shift);
    if (n == 2) {
      put_line(p, sub(v, add(extra, extra)));
    } else {
      put_line(p, sub(v, extra));
      for (int i = 2; i < n - 1; i++) {
        d = add(d, dd);
        v = add(v, d);
        put_line(p, v);
      }
      d = add(d, dd);
      put_line(p, sub(add(v, d), extra));
    }
  }
  put_line(p, to);
  return true;
}

static bool put_cubic(pen *p, pair c, pair d, pair to) {
  pair p0 = p->here, l0 = sub(c, p0), l1 = sub(d, c), l2 = sub(to, d);
  pair e0 = sub(l1, l0), e1 = sub(l2, l1);
  double bend0 = length(e0), bend1 = length(e1);
  int n = steps(3 * (bend0 > bend1 ? bend0 : bend1), length(l0) + length(l1) + length(l2));
  if (!reserve(p, (size_t)n * 4)) return false;
  if (n > 1) {
    double h = 1.0 / n;
    // The second derivative at t is 6 (e0 + t turn); a twelfth of it times h² evens out the areas.
    pair turn = sub(e1, e0), three_l0 = mul(l0, both(3)), three_e0 = mul(e0, both(3));
    pair k = both(h * h * 0.5);
    for (int i = 1; i < n; i++) {
      pair t = both(i * h);
      pair v = add(p0, mul(t, add(three_l0, mul(t, add(three_e0, mul(t, turn))))));
      pair s = mul(k, add(e0, mul(t, turn)));
      v = sub(v, s);
      if (i == 1) v = sub(v, mul(s, both(0.5)));
      if (i == n - 1) v = sub(v, mul(s, both(0.5)));
      put_line(p, v);
    }
  }
  put_line(p, to);
  return true;
}

static bool begin_contour(pen *p, pair at) {
  if (!reserve(p, 4)) return false;
  p->start = p->here = p->low = p->high = at;
  vertex v = {(int32_t)rint(clamp(first(at))), (int32_t)rint(clamp(second(at)))};
  p->last = v;
  *p->out++ = v;
  return true;
}

// Closes the contour that began at `begin`; a contour without height is dropped.
static bool end_contour(pen *p, size_t *begin) {
  ctk_raster *r = p->r;
  if (!reserve(p, 8)) return false;
  put_line(p, p->start);
  size_t count = (size_t)(p->out - r->vertices);
  vertex low = nearest(p->low), high = nearest(p->high);
  if (p->cuts) {
    low = high = r->vertices[*begin];
    for (size_t i = *begin + 1; i < count; i++) {
      vertex v = r->vertices[i];
      low = (vertex){min32(low.x, v.x), min32(low.y, v.y)};
      high = (vertex){max32(high.x, v.x), max32(high.y, v.y)};
    }
  }
  if (count - *begin < 3 || low.y == high.y) {
    p->out = r->vertices + *begin;
    return true;
  }
  r->min_x = min32(r->min_x, low.x), r->min_y = min32(r->min_y, low.y);
  r->max_x = max32(r->max_x, high.x), r->max_y = max32(r->max_y, high.y);
  if (!ctk_raster_grow((void **)&r->contours, &r->contour_room, r->contour_count + 1,
                       sizeof(uint32_t))) {
    return false;
  }
  r->contours[r->contour_count++] = (uint32_t)count;
  *begin = count;
  return true;
}

// Maps the points of the path to 1/4096 pixel. False if a coordinate is NaN or too large.
static bool map_points(ctk_raster *r, const double *points, size_t count, const double m[6], bool *cuts) {
  const double a = m[0] * ONE, b = m[1] * ONE, c = m[2] * ONE, d = m[3] * ONE;
  const double tx = m[4] * ONE, ty = m[5] * ONE;
  double *out = r->mapped;
  bool near = true;
  for (size_t i = 0; i < count; i++) {
    if (ctk_raster_stops_at(r, i, count)) {
      // The caller polls again before its first step, and stops.
      *cuts = false;
      return true;
    }
    double x = a * points[2 * i] + c * points[2 * i + 1] + tx;
    double y = b * points[2 * i] + d * points[2 * i + 1] + ty;
    out[2 * i] = x;
    out[2 * i + 1] = y;
    near = near & (fabs(x) < far_away) & (fabs(y) < far_away);
  }
  *cuts = !near;
  if (near) return true;
  for (size_t i = 0; i < 2 * count; i++) {
    if (!(fabs(out[i]) < senseless)) return false;
  }
  return true;
}

bool ctk_raster_flatten(ctk_raster *r, const uint8_t *verbs, size_t verb_count, const double *points,
                        size_t point_count, const double m[6]) {
  r->vertex_count = r->contour_count = 0;
  if (!ctk_raster_grow((void **)&r->mapped, &r->mapped_room, 2 * point_count, sizeof(double))) {
    return false;
  }
  // A long path has about as many vertices as steps: growing the memory later would copy for
  // milliseconds.
  if (verb_count > 1 << 15 && !ctk_raster_grow((void **)&r->vertices, &r->vertex_room,
                                               verb_count + verb_count / 4, sizeof(vertex))) {
    return false;
  }
  r->min_x = r->min_y = INT32_MAX;
  r->max_x = r->max_y = INT32_MIN;
  pen p = {r, r->vertices, {0, 0}, both(0), both(0), both(0), both(0), false};
  if (!map_points(r, points, point_count, m, &p.cuts)) return true;
  const double *at = r->mapped, *end = at + 2 * point_count;
  size_t begin = 0;
  bool drawn = false, open = false;
  for (size_t v = 0; v < verb_count; v++) {
    if (ctk_raster_stops_at(r, v, verb_count)) return false;
    size_t need = verbs[v] == 4 ? 0 : verbs[v] ? verbs[v] : 1;
    if (verbs[v] > 4 || need > (size_t)(end - at) / 2) break;
    if (need && verbs[v] && !open) {
      if (!begin_contour(&p, p.start)) return false;
      open = true;
    }
    switch (verbs[v]) {
      case 1:
        if (!reserve(&p, 4)) return false;
        put_line(&p, load(at));
        drawn = true;
        break;
      case 2:
        if (!put_quad(&p, load(at), load(at + 2))) return false;
        drawn = true;
        break;
      case 3:
        if (!put_cubic(&p, load(at), load(at + 2), load(at + 4))) return false;
        drawn = true;
        break;
      default:
        if (drawn && !end_contour(&p, &begin)) return false;
        p.out = r->vertices + begin;
        drawn = open = false;
        if (need) {
          if (!begin_contour(&p, load(at))) return false;
          open = true;
        }
        break;
    }
    at += 2 * need;
  }
  if (drawn && !end_contour(&p, &begin)) return false;
  r->vertex_count = begin;
  return true;
}
