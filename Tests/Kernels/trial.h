// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the trials of the pixel kernels share: random numbers, and digests of what was written.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "CCanvasKernels.h"

/// The next number of SplitMix64; each trial begins with the same seed in every variant.
uint64_t random64(void);
/// A number from `low` to `high`.
static inline int random_in(int low, int high) {
  return low + (int)(random64() % (uint64_t)(high - low + 1));
}
/// A number in 0…1 with 20 bits behind the point, the same on every machine.
static inline double random_unit(void) { return (double)(random64() >> 44) / 1048576; }
/// Bytes, of which three tenths each are 0 and 255.
void random_bytes(uint8_t *bytes, size_t count);
/// The same, with colours that are not greater than their opacity.
void random_pixels(uint8_t *bytes, size_t count);

/// Adds what a case wrote, guards around it as well, to the digest.
void note(const void *bytes, size_t count);
/// Adds a number; all that are no numbers are the same.
void note_number(double number);
/// Ends a case. Where a variant's digest is another than the scalar one's, the first such case is told.
void end_case(void);

void rows(void);
void products(void);
void placed_masks(void);
void coverage(void);
void points(void);
void sprites(void);
void paths(void);
void gradients(void);
void pictures(void);
void blends(void);
void blurs(void);
void files(void);
