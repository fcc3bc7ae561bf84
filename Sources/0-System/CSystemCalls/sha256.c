// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// The compression function of SHA-256 (FIPS 180-4, section 6.2.2): plain C, and with the
// instructions that x86 has for it.

#include "CSystemCalls.h"

#include <stdbool.h>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

static const uint32_t round_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static inline uint32_t rotated(uint32_t v, int n) { return v >> n | v << (32 - n); }

void csc_scalar_sha256_blocks(uint32_t state[8], const uint8_t *bytes, size_t count) {
  for (; count > 0; count--, bytes += 64) {
    uint32_t w[64];
    for (int t = 0; t < 16; t++) {
      const uint8_t *b = bytes + 4 * t;
      w[t] = (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
    }
    for (int t = 16; t < 64; t++) {
      uint32_t near = w[t - 2], far = w[t - 15];
      w[t] = w[t - 16] + w[t - 7] + (rotated(near, 17) ^ rotated(near, 19) ^ near >> 10) +
             (rotated(far, 7) ^ rotated(far, 18) ^ far >> 3);
    }
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
    for (int t = 0; t < 64; t++) {
      uint32_t choice = (e & f) ^ (~e & g), majority = (a & b) ^ (a & c) ^ (b & c);
      uint32_t first = h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + choice +
                       round_constants[t] + w[t];
      uint32_t second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + majority;
      h = g, g = f, f = e, e = d + first;
      d = c, c = b, b = a, a = first + second;
    }
    state[0] += a, state[1] += b, state[2] += c, state[3] += d;
    state[4] += e, state[5] += f, state[6] += g, state[7] += h;
  }
}

#if defined(__x86_64__)
// The x86 instructions keep the state as two vectors, A B E F and C D G H from the highest element
// down; one `sha256rnds2` does two rounds.
__attribute__((target("sha,sse4.1")))  //
static void x86_blocks(uint32_t state[8], const uint8_t *bytes, size_t count) {
  const __m128i order = _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3);
  __m128i low = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state), 0xB1);
  __m128i high = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state + 1), 0x1B);
  __m128i abef = _mm_alignr_epi8(low, high, 8), cdgh = _mm_blend_epi16(high, low, 0xF0);
  for (; count > 0; count--, bytes += 64) {
    const __m128i abef_before = abef, cdgh_before = cdgh;
    __m128i w[4];
    for (int i = 0; i < 4; i++) {
      w[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)bytes + i), order);
    }
    // The unrolled loop keeps the schedule in registers, which is three times as fast.
#pragma clang loop unroll(full)
    for (int i = 0; i < 16; i++) {
      const __m128i constants = _mm_loadu_si128((const __m128i *)round_constants + i);
      const __m128i sum = _mm_add_epi32(w[i & 3], constants);
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0E));
      // These four words of the schedule replace those just used.
      const __m128i last = w[(i + 3) & 3];
      const __m128i middle = _mm_alignr_epi8(last, w[(i + 2) & 3], 4);
      const __m128i first = _mm_sha256msg1_epu32(w[i & 3], w[(i + 1) & 3]);
      w[i & 3] = _mm_sha256msg2_epu32(_mm_add_epi32(first, middle), last);
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
  }
  low = _mm_shuffle_epi32(abef, 0x1B);
  high = _mm_shuffle_epi32(cdgh, 0xB1);
  _mm_storeu_si128((__m128i *)state, _mm_blend_epi16(low, high, 0xF0));
  _mm_storeu_si128((__m128i *)state + 1, _mm_alignr_epi8(high, low, 8));
}

static bool has_instructions(void) {
  static int known;  // 0 unknown, 1 no, 2 yes; all threads store the same value
  int is = __atomic_load_n(&known, __ATOMIC_RELAXED);
  if (is == 0) {
    unsigned a, b = 0, c = 0, d;
    bool sha = __get_cpuid_count(7, 0, &a, &b, &c, &d) && b & 1u << 29;
    bool sse41 = __get_cpuid(1, &a, &b, &c, &d) && c & 1u << 19;
    is = sha && sse41 ? 2 : 1;
    __atomic_store_n(&known, is, __ATOMIC_RELAXED);
  }
  return is == 2;
}
#endif

void csc_sha256_blocks(uint32_t state[8], const uint8_t *bytes, size_t count) {
#if defined(__x86_64__)
  if (has_instructions()) {
    x86_blocks(state, bytes, count);
    return;
  }
#endif
  csc_scalar_sha256_blocks(state, bytes, count);
}
