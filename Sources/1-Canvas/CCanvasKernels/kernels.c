// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// Chooses the variant of each pixel loop that runs.

#include "arcs_avx2.h"
#include "kernels.h"
#include "kernels_avx2.h"
#include "kernels_neon.h"
#include "kernels_scalar.h"
#include "kernels_sse2.h"

#include <string.h>
#if defined(__x86_64__) && __has_include(<sys/platform/x86.h>)
#include <sys/platform/x86.h>
#endif

#if defined(__x86_64__) && defined(CPU_FEATURE_PRESENT)
// Uses what the C library read of the processor when the process began: reading it again, as the
// compiler's own functions do before `main`, takes 50 microseconds in a virtual machine.
__attribute__((target("xsave"))) static bool has_avx2(void) {
  const unsigned long long vectors = 6;  // the system saves the registers of SSE and AVX
  return CPU_FEATURE_PRESENT(AVX2) && CPU_FEATURE_PRESENT(OSXSAVE) &&
         (__builtin_ia32_xgetbv(0) & vectors) == vectors;
}
#elif defined(__x86_64__)
static bool has_avx2(void) { return __builtin_cpu_supports("avx2"); }
#endif

static int best_level(void) {
#if defined(__x86_64__)
  return has_avx2() ? 2 : 1;
#else
  return CTK_NEON;
#endif
}

// The level; -1 until the first use. Threads that choose at the same time store the same number.
static int chosen = -1;

static inline int level(void) {
  int l = __atomic_load_n(&chosen, __ATOMIC_RELAXED);
  if (__builtin_expect(l >= 0, 1)) return l;
  l = best_level();
  __atomic_store_n(&chosen, l, __ATOMIC_RELAXED);
  return l;
}

int ctk_level(void) { return level(); }

int ctk_set_level(int wanted) {
  int best = best_level();
  int l = wanted < 0 || wanted > best ? best : wanted;
  __atomic_store_n(&chosen, l, __ATOMIC_RELAXED);
  return l;
}

#if defined(__x86_64__)
#define RUN(name, ...)                                   \
  switch (level()) {                                     \
    case 2: ctk_avx2_##name(__VA_ARGS__); break;         \
    case 1: ctk_sse2_##name(__VA_ARGS__); break;         \
    default: ctk_scalar_##name(__VA_ARGS__); break;      \
  }
#elif CTK_NEON
#define RUN(name, ...)                                   \
  if (level() == 1) ctk_neon_##name(__VA_ARGS__);        \
  else ctk_scalar_##name(__VA_ARGS__)
#else
#define RUN(name, ...) ctk_scalar_##name(__VA_ARGS__)
#endif

#define ROWS(dst, dst_stride, height) \
  for (int row_ = 0; row_ < (height); row_++, (dst) += (dst_stride))

void ctk_mask_over_rgba8(uint8_t *dst, ptrdiff_t dst_stride, const uint8_t *mask,
                         ptrdiff_t mask_stride, int width, int height, uint32_t color) {
#if defined(__x86_64__)
  if (level() == 2) {
    ctk_avx2_mask_over_rgba8_rows(dst, dst_stride, mask, mask_stride, width, height, color);
    return;
  }
#endif
  ROWS(dst, dst_stride, height) {
    RUN(mask_over_rgba8, dst, mask, width, color);
    mask += mask_stride;
  }
}

void ctk_mask_over_alpha8(uint8_t *dst, ptrdiff_t dst_stride, const uint8_t *mask,
                          ptrdiff_t mask_stride, int width, int height, uint8_t alpha) {
  ROWS(dst, dst_stride, height) {
    RUN(mask_over_alpha8, dst, mask, width, alpha);
    mask += mask_stride;
  }
}

void ctk_fill_rgba8(uint8_t *dst, ptrdiff_t dst_stride, int width, int height, uint32_t color) {
  uint8_t bytes[4] = {(uint8_t)color, (uint8_t)(color >> 8), (uint8_t)(color >> 16),
                      (uint8_t)(color >> 24)};
  uint32_t word;
  memcpy(&word, bytes, 4);
  bool even = bytes[0] == bytes[1] && bytes[0] == bytes[2] && bytes[0] == bytes[3];
  ROWS(dst, dst_stride, height) {
    if (even) {
      memset(dst, bytes[0], (size_t)width * 4);
    } else {
      uint32_t *p = (uint32_t *)(void *)dst;
      for (int i = 0; i < width; i++) p[i] = word;
    }
  }
}

void ctk_over_rgba8(uint8_t *dst, ptrdiff_t dst_stride, int width, int height, uint32_t color) {
  if (color >> 24 == 255) {
    ctk_fill_rgba8(dst, dst_stride, width, height, color);
    return;
  }
  ROWS(dst, dst_stride, height) { RUN(over_rgba8, dst, width, color); }
}

void ctk_over_row_rgba8(uint8_t *dst, const uint8_t *src, int count) {
  RUN(over_row_rgba8, dst, src, count);
}

void ctk_mask_over_row_rgba8(uint8_t *dst, const uint8_t *src, const uint8_t *mask, int count) {
  RUN(mask_over_row_rgba8, dst, src, mask, count);
}

void ctk_multiply_row_alpha8(uint8_t *dst, const uint8_t *src, int count) {
  RUN(multiply_row_alpha8, dst, src, count);
}

void ctk_modulate_row_rgba8(uint8_t *dst, int count, uint32_t color) {
  RUN(modulate_row_rgba8, dst, count, color);
}

void ctk_coverage_rows(uint8_t *dst, ptrdiff_t stride, int32_t *sums, int row_sums, int width,
                       int height) {
  RUN(coverage_rows, dst, stride, sums, row_sums, width, height);
}

void ctk_add_arcs(const ctk_arc *arcs, size_t count, int length, int32_t *sums, int32_t row_sums, int32_t left,
                  int32_t top) {
  RUN(add_arcs, arcs, count, length, sums, row_sums, left, top);
}

void ctk_map_points(int32_t *grid, const double *points, size_t count, const double m[6], ctk_extent *extent) {
  RUN(map_points, grid, points, count, m, extent);
}
