// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

// The blocks of a deflate stream (RFC 1951), walked to find where the last one begins and ends.
//
// libdeflate packs a whole stream in one call, and marks its last block as final. So that a picture
// can be packed part by part, the mark is removed from each part but the last. The place of the
// mark is found by reading the codes of all blocks: only their lengths, no byte is unpacked.

/// Bits of a stream, from the lowest of the first byte on. 24 bytes behind the end must be
/// readable.
typedef struct {
  const uint8_t *bytes;
  /// Positions, in bits.
  size_t at, end;
} ctext_bits;

/// Returns the bits from the position on, at least 57 of them.
static inline uint64_t ctext_bits_peek(const ctext_bits *bits) {
  uint64_t word = 0;
  const uint8_t *p = bits->bytes + bits->at / 8;
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  memcpy(&word, p, 8);
#else
  for (int i = 7; i >= 0; i--) word = word << 8 | p[i];
#endif
  return word >> (bits->at % 8);
}

static inline unsigned ctext_bits_take(ctext_bits *bits, int count) {
  unsigned value = (unsigned)(ctext_bits_peek(bits) & ((1u << count) - 1));
  bits->at += (size_t)count;
  return value;
}

enum { CTEXT_CODE_BITS = 15, CTEXT_END = 1 << 5, CTEXT_MATCH = 1 << 6 };

/// A table of the words of a code, by the next 15 bits: an entry has the length of the word in the
/// lowest 4 bits, and its meaning in the others.
typedef struct {
  uint16_t entries[1 << CTEXT_CODE_BITS];
  /// The length of the longest word; the table is indexed by as many bits.
  int bits;
} ctext_codes;

/// Makes the table of a code from the lengths of its words (section 3.2.2). False if it has none.
static inline bool ctext_codes_make(ctext_codes *codes, const uint8_t *lengths, int count,
                                    unsigned (*meaning)(int symbol)) {
  unsigned counts[CTEXT_CODE_BITS + 1] = {0}, next[CTEXT_CODE_BITS + 2] = {0};
  codes->bits = 0;
  for (int i = 0; i < count; i++) {
    counts[lengths[i]]++;
    if (lengths[i] > codes->bits) codes->bits = lengths[i];
  }
  if (!codes->bits) return false;
  counts[0] = 0;
  for (int n = 1; n <= CTEXT_CODE_BITS; n++) next[n + 1] = (next[n] + counts[n]) << 1;
  memset(codes->entries, 0, sizeof(uint16_t) << codes->bits);
  for (int i = 0; i < count; i++) {
    int length = lengths[i];
    if (!length) continue;
    unsigned word = next[length]++, first = 0;
    for (int k = 0; k < length; k++) first |= (word >> k & 1) << (length - 1 - k);
    uint16_t entry = (uint16_t)(meaning(i) << 4 | (unsigned)length);
    for (unsigned at = first; at < 1u << codes->bits; at += 1u << length) codes->entries[at] = entry;
  }
  return true;
}

static inline unsigned ctext_codes_find(const ctext_codes *codes, uint64_t bits) {
  return codes->entries[bits & ((1u << codes->bits) - 1)];
}

/// The number of extra bits behind a word, and what kind of word it is (section 3.2.5).
static inline unsigned ctext_literal_meaning(int symbol) {
  if (symbol < 256) return 0;
  if (symbol == 256) return CTEXT_END;
  if (symbol < 265 || symbol == 285) return CTEXT_MATCH;
  return CTEXT_MATCH | (unsigned)(symbol - 261) / 4;
}

static inline unsigned ctext_distance_meaning(int symbol) {
  return symbol < 4 ? 0 : (unsigned)(symbol - 2) / 2;
}

static inline unsigned ctext_itself(int symbol) { return (unsigned)symbol; }

/// The codes of one block.
typedef struct {
  ctext_codes literals, distances;
} ctext_block;

/// Reads the codes of a block that brings its own (section 3.2.7). False if they are invalid.
static inline bool ctext_block_read_codes(ctext_block *block, ctext_bits *bits) {
  static const uint8_t order[19] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                    11, 4,  12, 3, 13, 2, 14, 1, 15};
  int literals = 257 + (int)ctext_bits_take(bits, 5), distances = 1 + (int)ctext_bits_take(bits, 5);
  int count = 4 + (int)ctext_bits_take(bits, 4);
  uint8_t lengths[288 + 32] = {0}, of_lengths[19] = {0};
  for (int i = 0; i < count; i++) of_lengths[order[i]] = (uint8_t)ctext_bits_take(bits, 3);
  if (!ctext_codes_make(&block->literals, of_lengths, 19, ctext_itself)) return false;
  for (int i = 0; i < literals + distances;) {
    unsigned entry = ctext_codes_find(&block->literals, ctext_bits_peek(bits));
    if (!entry || bits->at >= bits->end) return false;
    bits->at += entry & 15;
    int symbol = (int)(entry >> 4), repeats = 1;
    uint8_t length = 0;
    if (symbol < 16) length = (uint8_t)symbol;
    if (symbol == 16) {
      if (i == 0) return false;
      length = lengths[i - 1];
      repeats = 3 + (int)ctext_bits_take(bits, 2);
    }
    if (symbol == 17) repeats = 3 + (int)ctext_bits_take(bits, 3);
    if (symbol == 18) repeats = 11 + (int)ctext_bits_take(bits, 7);
    if (repeats > literals + distances - i) return false;
    memset(lengths + i, length, (size_t)repeats);
    i += repeats;
  }
  // A block without matches has no distances.
  if (!ctext_codes_make(&block->distances, lengths + literals, distances, ctext_distance_meaning)) {
    block->distances.bits = 0;
    block->distances.entries[0] = 0;
  }
  return ctext_codes_make(&block->literals, lengths, literals, ctext_literal_meaning);
}

/// Goes to the end of a block. False if the block is damaged.
static inline bool ctext_block_skip(const ctext_block *block, ctext_bits *bits) {
  while (bits->at < bits->end) {
    // At most a word of 15 bits, 5 bits of a length, a word of 15 bits and 13 bits of a distance:
    // fewer than the 57 bits that are read.
    uint64_t next = ctext_bits_peek(bits);
    unsigned entry = ctext_codes_find(&block->literals, next), meaning = entry >> 4;
    if (!entry) return false;
    unsigned used = (entry & 15) + (meaning & 15);
    if (meaning & CTEXT_MATCH) {
      unsigned distance = ctext_codes_find(&block->distances, next >> used);
      if (!distance) return false;
      used += (distance & 15) + (distance >> 4);
    }
    bits->at += used;
    if (meaning & CTEXT_END) return true;
  }
  return false;
}

/// Removes the mark of the final block from a whole stream, and fills the last byte, so that
/// another stream can follow.
///
/// `bytes` has room for 24 bytes behind the first `count`. Returns the new number of bytes; 0 if
/// `bytes` is not one whole stream.
static inline size_t ctext_deflate_leave_open(ctext_block *block, uint8_t *bytes, size_t count) {
  ctext_bits bits = {bytes, 0, count * 8};
  memset(bytes + count, 0, 24);
  for (;;) {
    if (bits.at + 3 > bits.end) return 0;
    size_t start = bits.at;
    bool is_final = ctext_bits_take(&bits, 1);
    switch (ctext_bits_take(&bits, 2)) {
      case 0: {  // stored: bytes as they are, from a whole byte on
        bits.at = (bits.at + 7) / 8 * 8;
        if (bits.at + 32 > bits.end) return 0;
        bits.at += 32 + 8 * (size_t)(ctext_bits_peek(&bits) & 0xffff);
        break;
      }
      case 1: {  // the fixed codes (section 3.2.6)
        uint8_t lengths[288], distances[30];
        for (int i = 0; i < 288; i++) lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
        memset(distances, 5, sizeof(distances));
        ctext_codes_make(&block->literals, lengths, 288, ctext_literal_meaning);
        ctext_codes_make(&block->distances, distances, 30, ctext_distance_meaning);
        if (!ctext_block_skip(block, &bits)) return 0;
        break;
      }
      case 2:
        if (!ctext_block_read_codes(block, &bits) || !ctext_block_skip(block, &bits)) return 0;
        break;
      default: return 0;
    }
    if (bits.at > bits.end) return 0;
    if (!is_final) continue;
    if ((bits.at + 7) / 8 != count) return 0;
    bytes[start / 8] &= (uint8_t) ~(1u << (start % 8));
    // An empty stored block: three bits of 0, the rest of their byte, and a length of 0.
    count = (bits.at + 3 + 7) / 8;
    const uint8_t empty[4] = {0, 0, 0xff, 0xff};
    memcpy(bytes + count, empty, 4);
    return count + 4;
  }
}
