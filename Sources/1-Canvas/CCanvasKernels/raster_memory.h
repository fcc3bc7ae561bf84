// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdbool.h>
#include <stddef.h>

bool ctk_raster_grow(void **memory, size_t *room, size_t need, size_t size);
// Makes room for bytes; the old content is lost, so nothing is copied.
bool ctk_raster_make_room(void **memory, size_t *room, size_t need);
