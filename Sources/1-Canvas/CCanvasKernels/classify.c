// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// Proves that no point is wound more than once and that all contours wind the same way, so that the
// rasteriser can add signed areas (raster.c).

#include "classify.h"
#include "raster_memory.h"
#include "raster_state.h"

#include <string.h>

// Paths of more than MAX_CHAINS chains count as overlapping; up to FEW_CHAINS chains are compared
// without sorting.
enum { MAX_CHAINS = CTK_MAX_CHAINS, FEW_CHAINS = 12, SLICES = 64 };

// Chains
// -------------------------------------------------------------------------------------------------

bool ctk_raster_make_chains(ctk_raster *r, size_t most) {
  if (r->chains_ready) return true;
  const vertex *v = r->vertices;
  size_t begin = 0, chains = 0, levels = 0, boxes = 0;
  for (size_t k = 0; k < r->contour_count && chains <= most; k++) {
    size_t end = r->contours[k];
    // Each line makes at most one chain, one box or one level line.
    if (!ctk_raster_grow((void **)&r->chains, &r->chain_room, chains + (end - begin), sizeof(chain)) ||
        !ctk_raster_grow((void **)&r->boxes, &r->box_room, boxes + (end - begin), sizeof(box)) ||
        !ctk_raster_grow((void **)&r->levels, &r->level_room, levels + (end - begin), sizeof(level))) {
      return false;
    }
    for (size_t i = begin; i + 1 < end && chains <= most;) {
      if (ctk_raster_stops(r, 2)) return false;
      if (v[i].y == v[i + 1].y) {
        int32_t a = v[i].x, b = v[i + 1].x;
        r->levels[levels++] = (level){v[i].y, min32(a, b), max32(a, b)};
        i++;
        continue;
      }
      bool down = v[i].y < v[i + 1].y;
      size_t first = i++;
      if (down) {
        while (i + 1 < end && v[i].y < v[i + 1].y) i++;
      } else {
        while (i + 1 < end && v[i].y > v[i + 1].y) i++;
      }
      uint32_t count = (uint32_t)(i - first);
      ptrdiff_t step = down ? 1 : -1;
      const vertex *p = down ? v + first : v + i;
      int32_t top = p->y, bottom = down ? v[i].y : v[first].y;
      int32_t left = p->x, right = p->x;
      uint32_t first_box = (uint32_t)boxes;
      for (uint32_t rest = count; rest;) {
        uint32_t n = rest < BOX_LINES ? rest : BOX_LINES;
        int32_t low = p->x, high = p->x;
        for (uint32_t k = 0; k < n; k++) {
          p += step;
          low = min32(low, p->x);
          high = max32(high, p->x);
        }
        r->boxes[boxes++] = (box){low, high, p->y};
        left = min32(left, low);
        right = max32(right, high);
        rest -= n;
      }
      r->chains[chains++] =
          (chain){(uint32_t)first, count, (int32_t)step, left, right, top, bottom, first_box};
    }
    begin = end;
  }
  r->chain_count = chains;
  r->level_count = levels;
  r->chains_ready = chains <= most;
  return true;
}

// The proof that signed areas are right
// --------------------------------------------------------------------------------

// The signed distance of a point to the right of the line p–q, times the line's height; p lies
// above q.
static inline int64_t beside(int32_t x, int32_t y, const vertex *p, const vertex *q) {
  return (int64_t)(x - p->x) * (q->y - p->y) - (int64_t)(y - p->y) * (q->x - p->x);
}

enum { LEFT = 1, RIGHT = 2 };

// The sides of chain `b` on which the lines of chain `a` lie between the heights `y` and `end`, the
// lower of which is the height of a vertex of one of the chains. Lines that are less than 1/4096
// pixel apart count as touching. `p` and `q` are vertices of the chains at or above `y`.
static int sides(const vertex *p, ptrdiff_t step_a, const vertex *q, ptrdiff_t step_b, int32_t y,
                 int32_t end) {
  while ((p + step_a)->y <= y) p += step_a;
  while ((q + step_b)->y <= y) q += step_b;
  int found = 0;
  bool boxed = true;
  for (;;) {
    const vertex *p1 = p + step_a, *q1 = q + step_b;
    int32_t next = min32(p1->y, q1->y);
    if (max32(p->x, p1->x) <= min32(q->x, q1->x)) {
      found |= LEFT;
      boxed = true;
    } else if (min32(p->x, p1->x) >= max32(q->x, q1->x)) {
      found |= RIGHT;
      boxed = true;
    } else {
      // The extents of the lines overlap, so they are compared at both ends of the heights that
      // they share. The upper end was compared before, as the lower end of the lines above, unless
      // extents decided there (`boxed`).
      if (boxed) {
        // At the start, both lines may begin above `y`: they are compared where the later one
        // begins.
        bool from_a = p->y >= q->y;
        int64_t h = from_a ? q1->y - q->y : p1->y - p->y;
        int64_t d = from_a ? beside(p->x, p->y, q, q1) : -beside(q->x, q->y, p, p1);
        found |= (d < -h ? LEFT : 0) | (d > h ? RIGHT : 0);
      }
      bool a_ends = p1->y == next;
      int64_t h = a_ends ? q1->y - q->y : p1->y - p->y;
      int64_t d = a_ends ? beside(p1->x, next, q, q1) : -beside(q1->x, next, p, p1);
      found |= (d < -h ? LEFT : 0) | (d > h ? RIGHT : 0);
      boxed = false;
    }
    if (found == (LEFT | RIGHT) || next >= end) return found;
    if (p1->y == next) p = p1;
    if (q1->y == next) q = q1;
  }
}

// The sides of chain `b` on which chain `a` lies at the heights of both: none if the chains
// coincide, both if they cross.
static int compare(const ctk_raster *r, const chain *a, const chain *b) {
  int32_t y = max32(a->min_y, b->min_y), end = min32(a->max_y, b->max_y);
  uint32_t i = 0, j = 0;
  const box *boxes_a = r->boxes + a->first_box, *boxes_b = r->boxes + b->first_box;
  while (boxes_a[i].end <= y) i++;
  while (boxes_b[j].end <= y) j++;
  int found = 0;
  for (;;) {
    const box *p = boxes_a + i, *q = boxes_b + j;
    int32_t next = min32(p->end, q->end);
    if (p->max_x <= q->min_x) {
      found |= LEFT;
    } else if (p->min_x >= q->max_x) {
      found |= RIGHT;
    } else {
      found |= sides(nth(r, a, i * BOX_LINES), a->dir, nth(r, b, j * BOX_LINES), b->dir, y, next);
    }
    if (found == (LEFT | RIGHT) || next >= end) return found;
    y = next;
    i += p->end == next;
    j += q->end == next;
  }
}

// Decides whether every point is wound at most once, all points the same way. If in doubt it
// decides for the slow path.
//
// If no two chains cross, and no chain passes through a level line, then the winding number beside
// a chain is the same along all of it, so it is enough to know it at one height.
void ctk_raster_classify(ctk_raster *r) {
  size_t n = r->chain_count;
  r->simple = false;
  if (r->force_resolve || n > MAX_CHAINS) return;
  int32_t winding[MAX_CHAINS];
  memset(winding, 0, n * sizeof(int32_t));
  const chain *chains = r->chains;
  // Sorts the chains by the slice of the path's height in which they begin: only chains that begin
  // above the end of a chain can lie beside it.
  int32_t height = r->max_y - r->min_y;
  int shift = n <= FEW_CHAINS ? 31 : height < SLICES ? 0 : 26 - __builtin_clz((uint32_t)height);
  uint16_t sorted[MAX_CHAINS], ends[SLICES] = {0};
  for (size_t i = 0; i < n; i++) ends[(chains[i].min_y - r->min_y) >> shift]++;
  const int slices = (height >> shift) + 1;
  for (int k = 1; k < slices; k++) ends[k] += ends[k - 1];
  for (size_t i = n; i-- > 0;) sorted[--ends[(chains[i].min_y - r->min_y) >> shift]] = (uint16_t)i;
  // `ends` now holds the index at which each slice starts.
  for (size_t k = 0; k < n; k++) {
    if (ctk_raster_stops(r, n)) return;
    size_t i = sorted[k];
    const chain *a = &chains[i];
    int32_t mid_a = a->min_y + (a->max_y - a->min_y) / 2;
    int32_t slice = ((a->max_y - r->min_y) >> shift) + 1;
    size_t end = slice < slices ? ends[slice] : n;
    for (size_t l = k + 1; l < end; l++) {
      size_t j = sorted[l];
      const chain *b = &chains[j];
      if (a->max_y <= b->min_y || b->max_y <= a->min_y) continue;
      int order;
      if (a->max_x <= b->min_x) {
        order = -1;
      } else if (b->max_x <= a->min_x) {
        order = 1;
      } else {
        int side = compare(r, a, b);
        if (side != LEFT && side != RIGHT) return;
        order = side == LEFT ? -1 : 1;
      }
      if (order > 0) {
        if (b->min_y <= mid_a && mid_a < b->max_y) winding[i] += b->dir;
      } else {
        int32_t mid_b = b->min_y + (b->max_y - b->min_y) / 2;
        if (a->min_y <= mid_b && mid_b < a->max_y) winding[j] += a->dir;
      }
    }
  }
  int32_t least = 0, most = 0;
  for (size_t i = 0; i < n; i++) {
    least = min32(least, min32(winding[i], winding[i] + chains[i].dir));
    most = max32(most, max32(winding[i], winding[i] + chains[i].dir));
  }
  if (most - least > 1) return;
  for (size_t k = 0; k < r->level_count; k++) {
    const level *l = &r->levels[k];
    int32_t slice = ((l->y - r->min_y) >> shift) + 1;
    size_t end = slice < slices ? ends[slice] : n;
    for (size_t i = 0; i < end; i++) {
      const chain *c = &chains[sorted[i]];
      if (c->min_y >= l->y || c->max_y <= l->y) continue;
      if (c->max_x <= l->min_x || c->min_x >= l->max_x) continue;
      const vertex *p = nth(r, c, 0), *q = p + c->dir;
      while (q->y <= l->y) p = q, q += c->dir;
      int64_t h = q->y - p->y;
      // The chain crosses the level line between its ends, farther from both than counts as
      // touching.
      if (beside(l->min_x, l->y, p, q) < -h && beside(l->max_x, l->y, p, q) > h) return;
    }
  }
  r->simple = true;
}
