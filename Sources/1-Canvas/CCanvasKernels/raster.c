// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// The path rasteriser: exact area coverage in fixed point.
//
// The fast path adds, for each curve or line and each pixel that it crosses, the signed area
// between it and the right side of the pixel; a running sum along a row then gives the winding
// number averaged over each pixel. That average is the coverage if no point is wound more than once
// and all contours wind the same way round, which `ctk_raster_classify` proves for nearly every
// outline. Curves are added as they are, without flattening them: arcs.c cuts them into parabolas
// that run through few pixels, and `ctk_cut_arc` cuts those at the borders of pixels.
//
// All other paths are flattened (flatten.c) to lines in 1/4096 pixel and take the slow path
// (resolve.c): each row is cut into trapezoids between crossings, the winding number (or the
// parity) is counted across them, and only the sides where inside meets outside are added to the
// same sums.
//
// The crossings of a curve or line with rows and columns are computed from its own coefficients,
// never incrementally, so a clipped part of a path has the same bits as the whole.

#include "arcs.h"
#include "classify.h"
#include "flatten.h"
#include "raster_areas.h"
#include "raster_state.h"
#include "resolve.h"

#include <stdlib.h>
#include <string.h>

#pragma STDC FP_CONTRACT OFF

// Rows are filled in bands of at most this many sums, which fit into the processor's cache.
enum { BAND_SUMS = 64 * 1024 };

bool ctk_raster_is_simple(const ctk_raster *r) { return r->simple; }
void ctk_raster_force_resolve(ctk_raster *r, bool force) { r->force_resolve = force; }

void ctk_raster_set_stop(ctk_raster *r, bool (*stop)(const void *), const void *context) {
  r->stop = stop;
  r->stop_context = context;
  r->stopped = false;
  r->work = 0;
}

// Flattens a path and measures it; false if there is nothing to fill.
static bool read_path(ctk_raster *r, const uint8_t *verbs, size_t verb_count, const double *points,
                      size_t point_count, const double m[6], bool *failed) {
  r->contour_count = r->chain_count = r->level_count = 0;
  r->chains_ready = r->order_ready = r->curved = false;
  *failed = !ctk_raster_flatten(r, verbs, verb_count, points, point_count, m);
  if (*failed) r->contour_count = 0;
  if (r->contour_count && r->min_x < r->max_x) return true;
  r->contour_count = 0;
  return false;
}

static bool has_arcs(const ctk_raster *r) {
  size_t count = r->edge_count;
  for (int k = 0; k < CTK_ARC_LENGTHS; k++) count += r->arc_count[k];
  return count != 0;
}

// Drops the path, so that nothing is filled.
static bool nothing(ctk_raster *r) {
  r->curved = false;
  r->contour_count = 0;
  return false;
}

bool ctk_raster_prepare(ctk_raster *r, const uint8_t *verbs, size_t verb_count,
                        const double *points, size_t point_count, const double m[6], ctk_proof proof,
                        int32_t bounds[4]) {
  memset(bounds, 0, 4 * sizeof(int32_t));
  r->simple = proof == CTK_PROOF_SIMPLE && !r->force_resolve;
  bool failed;
  if (!r->simple) {
    r->simple = true;
    if (!read_path(r, verbs, verb_count, points, point_count, m, &failed)) return !failed;
    r->simple = false;
    if (proof == CTK_PROOF_UNKNOWN) {
      if (!ctk_raster_make_chains(r, CTK_MAX_CHAINS)) return nothing(r);
      ctk_raster_classify(r);
      if (r->stopped) return nothing(r);
    }
  }
  if (r->simple) {
    if (!ctk_raster_read_arcs(r, verbs, verb_count, points, point_count, m)) return nothing(r);
    if (r->curved && (!has_arcs(r) || r->min_x >= r->max_x)) {
      nothing(r);
      return true;
    }
    if (!r->curved && !read_path(r, verbs, verb_count, points, point_count, m, &failed)) {
      return !failed;
    }
  }
  bounds[0] = r->min_x >> ONE_BITS;
  bounds[1] = r->min_y >> ONE_BITS;
  bounds[2] = ((r->max_x + ONE - 1) >> ONE_BITS) - bounds[0];
  bounds[3] = ((r->max_y + ONE - 1) >> ONE_BITS) - bounds[1];
  return true;
}

ctk_proof ctk_raster_prove(ctk_raster *r, const uint8_t *verbs, size_t verb_count, const double *points,
                           size_t point_count, double scale) {
  const double m[6] = {scale, 0, 0, scale, 0, 0};
  bool failed;
  if (!read_path(r, verbs, verb_count, points, point_count, m, &failed)) {
    return failed ? CTK_PROOF_UNKNOWN : CTK_PROOF_SIMPLE;
  }
  bool made = ctk_raster_make_chains(r, CTK_MAX_CHAINS);
  if (made) ctk_raster_classify(r);
  r->contour_count = 0;
  return !made || r->stopped ? CTK_PROOF_UNKNOWN : r->simple ? CTK_PROOF_SIMPLE : CTK_PROOF_OVERLAPPING;
}

bool ctk_raster_coverage(ctk_raster *r, int32_t x, int32_t y, int32_t width, int32_t height,
                         bool even_odd, uint8_t *dst, ptrdiff_t stride) {
  if (width <= 0 || height <= 0) return true;
  if (r->curved ? !has_arcs(r) : !r->contour_count) {
    for (int32_t k = 0; k < height; k++) memset(dst + k * stride, 0, (size_t)width);
    return true;
  }
  // Two columns more than pixels, for what falls on the right border; rows are rounded up to whole
  // vectors.
  size_t row_sums = ((size_t)width + 2 + 7) & ~(size_t)7;
  int32_t band = (int32_t)(BAND_SUMS / row_sums);
  if (band < 1) band = 1;
  if (band > height) band = height;
  // One more row above and below: rounding may put tiny contributions of arcs there.
  size_t need = row_sums * ((size_t)band + 2) + 8;
  if (need > r->sums_room) {
    free(r->sums);
    r->sums_room = 0;
    need = max_size(need, 4096);
    r->sums = calloc(need, sizeof(int32_t));
    if (!r->sums) return false;
    r->sums_room = need;
  }
  int32_t *sums = r->sums + row_sums;
  bool whole = band == height && r->min_x >> ONE_BITS >= x && r->min_y >> ONE_BITS >= y &&
               r->max_x <= (x + width) * ONE && r->max_y <= (y + height) * ONE;
  if (r->simple && !r->curved && !ctk_raster_make_chains(r, SIZE_MAX)) return false;
  for (int32_t top = y; top < y + height; top += band) {
    int32_t rows = min32(band, y + height - top);
    if (r->curved) {
      ctk_raster_add_curved(r, sums, row_sums, x, top, width, rows, whole);
      memset(r->sums, 0, row_sums * sizeof(int32_t));
      memset(sums + row_sums * (size_t)rows, 0, row_sums * sizeof(int32_t));
    } else if (r->simple) {
      for (size_t k = 0; k < r->chain_count; k++) {
        const chain *c = &r->chains[k];
        if (c->min_y >> ONE_BITS >= top + rows || (c->max_y - 1) >> ONE_BITS < top) continue;
        if (c->min_x >> ONE_BITS >= x + width) continue;
        if (ctk_raster_stops(r, c->count)) {
          memset(r->sums, 0, r->sums_room * sizeof(int32_t));
          return false;
        }
        ctk_raster_add_chain(r, c, sums, row_sums, x, top, width, rows);
      }
    } else if (!ctk_raster_resolve(r, x, top, width, rows, even_odd, sums, row_sums)) {
      memset(r->sums, 0, r->sums_room * sizeof(int32_t));
      return false;
    }
    ctk_coverage_rows(dst + (ptrdiff_t)(top - y) * stride, stride, sums, (int)row_sums, width,
                      rows);
  }
  return true;
}
