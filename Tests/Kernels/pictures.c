// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// Trials of the kernels whose variants the compiler makes, or that have none: their numbers must not
// depend on the processor either.

#include "trial.h"

static double spread(double range) { return (random_unit() - 0.5) * range; }

void paths(void) {
  ctk_raster *raster = ctk_raster_create();
  for (int round = 0; raster && round < 600; round++) {
    const double size = (const double[]){9, 14, 40, 130}[round % 4];
    uint8_t verbs[40];
    double p[2 * 100];
    size_t n = 0, verb_count = 0;
    const int pieces = random_in(3, 16);
    for (int i = 0; i <= pieces; i++) {
      // Points around the middle, on whole pixels in each third path.
      const int verb = i == 0 ? 0 : (i + round) % 9 == 0 ? 4 : random_in(1, 3);
      verbs[verb_count++] = (uint8_t)verb;
      for (int k = 0; k < (verb == 4 ? 0 : verb == 0 ? 1 : verb); k++, n += 2) {
        for (int axis = 0; axis < 2; axis++) {
          const double v = size * random_unit();
          p[n + (size_t)axis] = round % 3 ? v : (double)(int)v;
        }
      }
    }
    verbs[verb_count++] = 4;
    const double turn = round % 2 ? 0 : spread(0.5), m[6] = {1, turn, -turn, 1 + turn, spread(10), spread(10)};
    int32_t b[4];
    uint8_t mask[200 * 208];
    memset(mask, 7, sizeof mask);
    const ctk_proof proof = round % 5 == 0 ? CTK_PROOF_UNKNOWN : round % 5 == 1 ? CTK_PROOF_OVERLAPPING : CTK_PROOF_SIMPLE;
    ctk_raster_force_resolve(raster, round % 10 == 9);
    const bool done = ctk_raster_prepare(raster, verbs, verb_count, p, n / 2, m, proof, b);
    note(b, sizeof b);
    if (done && b[2] <= 200 && b[3] <= 200) {
      ctk_raster_coverage(raster, b[0], b[1], b[2], b[3], round % 2, mask, 208);
      note(mask, sizeof mask);
    }
    end_case();
  }
  ctk_raster_destroy(raster);
}

void gradients(void) {
  for (int round = 0; round < 5000; round++) {
    uint8_t row[4 * 200];
    uint32_t cells[2 + 64 + 2];
    ctk_stop stops[7];
    const int stop_count = random_in(2, 7), count = random_in(1, 200);
    for (int i = 0; i < stop_count; i++) {
      stops[i].place = i + 1 == stop_count ? 1 : (double)i / (stop_count - 1);
      const float alpha = (float)(255 * random_unit());
      for (int k = 0; k < 3; k++) stops[i].color[k] = (float)(alpha * random_unit());
      stops[i].color[3] = alpha;
    }
    if (round % 4 == 1 && stop_count > 2) stops[1].place = stops[2].place;
    memset(cells, 0, sizeof cells);
    cells[0] = 0x40302010, cells[65] = 0xff102030;
    ctk_fill_color_cells(cells + 1, 64, stops, stop_count);
    note(cells, sizeof cells);
    const ctk_color_line line = {cells, stops, 64, stop_count, round % 3};
    ctk_gradient g = {.map = {1 + spread(0.4), spread(0.2), spread(0.002), spread(0.3), 1 + spread(0.4), spread(0.002),
                              spread(90), spread(90), 1},
                      .begin = spread(0.5), .scale = 0.004 + random_unit() * 0.02, .dx = spread(90), .dy = spread(90),
                      .radius = 20 * random_unit(), .growth = spread(60), .kind = round % 4,
                      .is_projected = round % 8 >= 4};
    memset(row, 7, sizeof row);
    ctk_shade_row_rgba8(row, random_in(-100, 100), random_in(-100, 100), count, &g, &line);
    note(row, sizeof row);
    const ctk_color_line ends = {cells, stops, 0, stop_count, CTK_PAD};
    // Places along x themselves, as the axial rows want them.
    g.map[0] = spread(0.02), g.map[3] = spread(0.02), g.map[6] = random_unit();
    ctk_shade_axial_row_rgba8(row, random_in(-1100, 1100), random_in(-100, 100), count, &g, &ends);
    note(row, sizeof row);
    end_case();
  }
}

void pictures(void) {
  for (int round = 0; round < 4000; round++) {
    const int width = random_in(2, 70), height = random_in(2, 12), count = random_in(1, 40);
    _Alignas(32) uint8_t src[70 * 12 * 4 + 64], dst[35 * 6 * 4 + 64];
    random_pixels(src, sizeof src);
    memset(dst, 7, sizeof dst);
    const ptrdiff_t half = 4 * ((width + 1) / 2);
    ctk_halve_rgba8(dst, half, src, 4 * width, width, height);
    note(dst, sizeof dst);
    ctk_halve_straight_rgba8(dst, half, src, 4 * width, width, height);
    note(dst, sizeof dst);

    ctk_reach columns[40], down = {random_in(-3, height), 0, (float)random_unit(), (float)random_unit()};
    down.last = down.first + random_in(0, height);
    for (int i = 0; i < count; i++) {
      const int first = random_in(-3, width);
      columns[i] = (ctk_reach){first, first + random_in(0, 9), (float)random_unit(), (float)random_unit()};
    }
    uint32_t row[48] = {0};
    float sums[4 * 70];
    ctk_average_row_rgba8(row, columns, count, src, 4 * width, width, height, &down, (float)(random_unit() * 0.2), sums);
    note(row, sizeof row);

    const ctk_mip levels[2] = {{src, 4 * width, 0, 0, width, height},
                               {dst, half, 0, 0, (width + 1) / 2, (height + 1) / 2}};
    const double m[9] = {1 + spread(0.5), spread(0.2), spread(0.004), spread(0.3), 1 + spread(0.5), spread(0.004),
                         spread(20), spread(6), 1};
    ctk_project_row_rgba8(row, random_in(-20, 40), random_in(-4, 12), count, m, levels, 2, round % 5 == 0,
                          round % 3 ? UINT32_MAX : 0x80402010);
    note(row, sizeof row);
    end_case();
  }
}

void blends(void) {
  for (int mode = 0; mode < 28; mode++) {
    for (int round = 0; round < 120; round++) {
      uint8_t d[4 * 80], s[4 * 80], mask[80];
      const int count = random_in(0, 70);
      random_pixels(d, sizeof d), random_pixels(s, sizeof s), random_bytes(mask, sizeof mask);
      const uint8_t *m = round % 2 ? mask : NULL;
      ctk_blend_row_rgba8(d, s, m, count, mode, round % 3 ? 255 : random_in(0, 255));
      note(d, sizeof d);
      ctk_blend_row_alpha8(d, s, m, count, mode, round % 3 ? 255 : random_in(0, 255));
      note(d, sizeof d);
      ctk_unpremultiply_row(d, s, count);
      note(d, sizeof d);
      ctk_premultiply_row(d, s, count);
      note(d, sizeof d);
      end_case();
    }
  }
}

void blurs(void) {
  for (int round = 0; round < 200; round++) {
    const int taps = 2 * random_in(0, 10) + 1, width = random_in(1, 60), height = random_in(1, 20);
    uint32_t weights[21], left = 65536, sums[90], down[20];
    for (int i = 0; i + 1 < taps; i++) left -= weights[i] = (uint32_t)random_in(0, (int)(left / 4));
    weights[taps - 1] = left;
    uint8_t src[80 * 40], dst[60 * 20];
    uint16_t row[90], middle[60 * 40];
    random_bytes(src, sizeof src);
    memset(dst, 7, sizeof dst), memset(row, 7, sizeof row);
    ctk_blur_row(row, src, width, weights, taps, sums);
    note(row, sizeof row);
    for (int i = 0; i < height; i++) down[i] = (uint32_t)random_in(0, 65536);
    ctk_blur_product(dst, row, width, down, height);
    note(dst, sizeof dst);
    ctk_blur(dst, src, width, height, weights, taps, middle, sums);
    note(dst, sizeof dst);
    ctk_spread spread = {random_in(1, 3), 0, random_in(1, 4), 0};
    spread.width = spread.step + random_in(0, 3);
    spread.scale = (uint32_t)((1 << 24) / (spread.step * spread.width));
    uint32_t spread_weights[4], spread_sums[120];
    for (int i = 0; i < 4; i++) spread_weights[i] = (uint32_t)random_in(0, 65536 / spread.taps);
    uint16_t lines[60 * 42], boxes[90];
    ctk_spread_row(row, src, width, &spread, spread_weights, boxes, spread_sums);
    note(row, sizeof row);
    ctk_spread_blur(dst, src, width, height, &spread, spread_weights, lines, boxes, spread_sums);
    note(dst, sizeof dst);
    end_case();
  }
}

void files(void) {
  for (int round = 0; round < 400; round++) {
    const int step = (const int[]){1, 3, 4}[round % 3];
    const size_t pixels = (size_t)random_in(1, 200), count = pixels * (size_t)step;
    uint8_t row[808] = {0}, above[808] = {0}, dst[808], scratch[808];
    if (round % 2) {
      random_bytes(row + 8, count), random_bytes(above + 8, count);
    } else {
      for (size_t i = 8; i < 8 + count; i++) {
        row[i] = (uint8_t)(row[i - (size_t)step] + random_in(-9, 9));
        above[i] = (uint8_t)(row[i] + random_in(-2, 2));
      }
    }
    memset(dst, 7, sizeof dst);
    ctk_png_filter_flat(dst, row + 8, above + 8, count, step);
    note(dst, sizeof dst);
    ctk_png_filter_smooth(dst, scratch, row + 8, above + 8, count, step);
    note(dst, sizeof dst);
    ctk_pack_bits(dst, above + 8, pixels), ctk_red_row(dst + 100, row + 8, count / 4);
    note(dst, sizeof dst);
    static ctk_colors colors;
    ctk_colors_begin(&colors);
    ctk_colors_add(&colors, row + 8, count / 4);
    const bool told[] = {colors.few, colors.gray, colors.opaque, ctk_is_opaque(row + 8, count / 4),
                         ctk_is_smooth_row(row + 8, pixels, step)};
    note(told, sizeof told);
    if (colors.few && colors.count > 0) {
      ctk_colors_end(&colors);
      ctk_colors_index(&colors, dst, row + 8, count / 4);
      note(dst, sizeof dst);
    }
    end_case();
  }
}
