// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// Writes a JPEG of any size that is as hard to pack as a photograph: noise of six octaves, each channel
// its own, with edges; row by row, so that the picture is never in memory.
//
//   tile_picture SIDE QUALITY >picture.jpg

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

enum { OCTAVES = 6 };
static const int cells[OCTAVES] = {2048, 512, 128, 32, 8, 2};
static const int heights[OCTAVES] = {110, 70, 48, 34, 26, 22};

/// A number of 0 to 255 that looks random.
static int value(uint32_t x, uint32_t y, uint32_t seed) {
  uint32_t h = x * 0x9E3779B1u ^ y * 0x85EBCA77u ^ seed * 0xC2B2AE3Du;
  h = (h ^ h >> 15) * 0x2C1B3C6Du;
  h = (h ^ h >> 12) * 0x297A2D39u;
  return (int)((h ^ h >> 15) & 255);
}

int main(int count, char **arguments) {
  if (count != 3) return 2;
  int side = atoi(arguments[1]), quality = atoi(arguments[2]);
  struct jpeg_compress_struct info;
  struct jpeg_error_mgr errors;
  info.err = jpeg_std_error(&errors);
  jpeg_create_compress(&info);
  jpeg_stdio_dest(&info, stdout);
  info.image_width = info.image_height = (JDIMENSION)side;
  info.input_components = 3;
  info.in_color_space = JCS_RGB;
  jpeg_set_defaults(&info);
  jpeg_set_quality(&info, quality, TRUE);
  jpeg_start_compress(&info, TRUE);
  int *sums = malloc(sizeof(int) * 3 * (size_t)side);
  uint8_t *row = malloc(3 * (size_t)side);
  if (!sums || !row) return 1;
  for (int y = 0; y < side; y++) {
    for (int i = 0; i < 3 * side; i++) sums[i] = 128 << 8;
    for (int o = 0; o < OCTAVES; o++) {
      int cell = cells[o], cy = y / cell, ty = y % cell;
      for (int c = 0; c < 3; c++) {
        uint32_t seed = (uint32_t)(o * 3 + c);
        for (int x0 = 0, cx = 0; x0 < side; x0 += cell, cx++) {
          int left = value(cx, cy, seed) * (cell - ty) + value(cx, cy + 1, seed) * ty;
          int right = value(cx + 1, cy, seed) * (cell - ty) + value(cx + 1, cy + 1, seed) * ty;
          // In 1/256 of a level: between the two, less the mean of all.
          int64_t start = (int64_t)left * heights[o] / cell, end = (int64_t)right * heights[o] / cell;
          int last = side - x0 < cell ? side - x0 : cell;
          for (int x = 0; x < last; x++) {
            sums[3 * (x0 + x) + c] += (int)(start + (end - start) * x / cell) - 128 * heights[o];
          }
        }
      }
    }
    for (int x = 0; x < side; x++) {
      int is_dark = (x / 700 + y / 500) % 7 == 0;
      for (int c = 0; c < 3; c++) {
        int v = sums[3 * x + c] >> 8;
        if (is_dark) v = v * 2 / 5;
        row[3 * x + c] = (uint8_t)(v < 0 ? 0 : v > 255 ? 255 : v);
      }
    }
    jpeg_write_scanlines(&info, &row, 1);
  }
  jpeg_finish_compress(&info);
  return 0;
}
