// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// The memory of the rasteriser.

#include "raster_memory.h"
#include "raster_state.h"

#include <stdlib.h>

bool ctk_raster_grow(void **memory, size_t *room, size_t need, size_t size) {
  if (need <= *room) return true;
  size_t count = *room * 2 < need ? need + 64 : *room * 2;
  void *grown = realloc(*memory, count * size);
  if (!grown) return false;
  *memory = grown;
  *room = count;
  return true;
}

bool ctk_raster_make_room(void **memory, size_t *room, size_t need) {
  if (need <= *room) return true;
  size_t count = *room * 2 < need ? need + 64 : *room * 2;
  free(*memory);
  *memory = malloc(count);
  *room = *memory ? count : 0;
  return *memory != NULL;
}

ctk_raster *ctk_raster_create(void) { return calloc(1, sizeof(ctk_raster)); }

static void free_scratch(ctk_raster *r) {
  free(r->vertices);
  free(r->contours);
  free(r->mapped);
  free(r->chains);
  for (int k = 0; k < CTK_ARC_LENGTHS; k++) free(r->arcs[k]);
  free(r->grid);
  free(r->edges);
  free(r->boxes);
  free(r->levels);
  free(r->sums);
  free(r->order);
  free(r->crowd);
  free(r->crowd_order);
  free(r->active);
  free(r->row_scratch);
}

void ctk_raster_destroy(ctk_raster *r) {
  if (!r) return;
  free_scratch(r);
  free(r);
}

bool ctk_raster_is_large(const ctk_raster *r) {
  if (!r) return false;
  // All other arrays grow together with one of these five.
  size_t most = max_size(max_size(r->vertex_room, r->mapped_room / 2), r->order_room);
  return max_size(most, max_size(r->chain_room, r->level_room)) > 1 << 15;
}

void ctk_raster_free_scratch(ctk_raster *r) {
  if (!r) return;
  bool force_resolve = r->force_resolve;
  free_scratch(r);
  *r = (ctk_raster){.force_resolve = force_resolve};
}

ctk_raster *ctk_raster_split(ctk_raster *r) {
  ctk_raster *other = ctk_raster_create();
  if (!other) return NULL;
  *other = *r;
  *r = (ctk_raster){.force_resolve = r->force_resolve};
  return other;
}

size_t ctk_raster_scratch_size(const ctk_raster *r) {
  if (!r) return 0;
  return r->vertex_room * sizeof(vertex) + r->mapped_room * sizeof(double) + r->chain_room * sizeof(chain) +
         r->box_room * sizeof(box) + r->level_room * sizeof(level) + r->order_room * sizeof(uint32_t) +
         r->active_room * sizeof(active_line) + r->row_scratch_room + r->crowd_room + r->crowd_order_room;
}
