// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// Runs every pixel kernel in every variant of this machine over the same inputs, and writes a line for
// each: trial, variant (0 scalar, 1 SSE2 or NEON, 2 AVX2), digest of all bytes written, number of cases.
// Scripts/tests/arm64 compares the lines of two processors. Fails if two variants differ here.

#include <stdio.h>
#include <stdlib.h>

#include "trial.h"

static uint64_t seed, digest;
static int variant;
// The digests after each case in the scalar variant.
static uint64_t *scalar;
static size_t scalar_room, case_count, first_other;

uint64_t random64(void) {
  uint64_t z = seed += 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

void random_bytes(uint8_t *bytes, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const uint64_t r = random64();
    const int kind = (int)(r % 10);
    bytes[i] = kind < 3 ? 0 : kind < 6 ? 255 : (uint8_t)(r >> 32);
  }
}

void random_pixels(uint8_t *bytes, size_t count) {
  random_bytes(bytes, count);
  for (size_t i = 0; i + 4 <= count; i += 4) {
    for (size_t k = i; k < i + 3; k++) {
      if (bytes[k] > bytes[i + 3]) bytes[k] = bytes[i + 3];
    }
  }
}

void note(const void *bytes, size_t count) {
  const uint8_t *p = bytes;
  for (size_t i = 0; i < count; i++) digest = (digest ^ p[i]) * 0x100000001b3;
}

void note_number(double number) {
  uint64_t bits = 0;
  if (number == number) memcpy(&bits, &number, sizeof bits);
  else bits = UINT64_MAX;
  note(&bits, sizeof bits);
}

void end_case(void) {
  if (variant == 0) {
    if (case_count == scalar_room) {
      scalar_room = scalar_room ? 2 * scalar_room : 4096;
      scalar = realloc(scalar, scalar_room * sizeof *scalar);
      if (!scalar) abort();
    }
    scalar[case_count] = digest;
  } else if (scalar[case_count] != digest && first_other == SIZE_MAX) {
    first_other = case_count;
  }
  case_count++;
}

int main(void) {
  static const struct {
    const char *name;
    void (*run)(void);
  } trials[] = {
    {"rows", rows},       {"products", products}, {"placed-masks", placed_masks}, {"coverage", coverage},
    {"points", points},   {"sprites", sprites},   {"paths", paths},               {"gradients", gradients},
    {"pictures", pictures}, {"blends", blends},   {"blurs", blurs},               {"files", files},
  };
  bool same = true;
  for (size_t i = 0; i < sizeof trials / sizeof trials[0]; i++) {
    for (variant = 0; variant < 3 && ctk_set_level(variant) == variant; variant++) {
      seed = i + 1, digest = 0xcbf29ce484222325, case_count = 0, first_other = SIZE_MAX;
      trials[i].run();
      printf("%s %d %016llx %zu\n", trials[i].name, variant, (unsigned long long)digest, case_count);
      if (first_other == SIZE_MAX) continue;
      same = false;
      fprintf(stderr, "%s: variant %d is not the scalar one from case %zu on\n", trials[i].name, variant, first_other);
    }
  }
  free(scalar);
  return same ? 0 : 1;
}
