// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Pixel kernels. Each has a scalar reference and vector variants with the same bits; the best that
// the processor supports is chosen once. Pixels are premultiplied R, G, B, A bytes, red at the
// lowest address.

/// The variant in use: 0 scalar, 1 SSE2 or NEON, 2 AVX2.
int ctk_level(void);
/// Forces a variant, at most the best one, for tests and measurements; -1 chooses the best again.
/// Returns the variant in use. Not to be called while other threads draw.
int ctk_set_level(int level);

/// Source-over of one premultiplied colour through a mask of coverage.
void ctk_mask_over_rgba8(uint8_t *dst, ptrdiff_t dst_stride, const uint8_t *mask,
                         ptrdiff_t mask_stride, int width, int height, uint32_t color);
/// Source-over of one opacity through a mask, on bytes of opacity.
void ctk_mask_over_alpha8(uint8_t *dst, ptrdiff_t dst_stride, const uint8_t *mask,
                          ptrdiff_t mask_stride, int width, int height, uint8_t alpha);
/// A mask of coverage and the pixel where its upper left corner goes. Up to 16 bytes behind its
/// last row are read, but never used.
typedef struct {
  const uint8_t *mask;
  int32_t stride, width, height, x, y;
} ctk_placed_mask;
/// Pixels that are drawn into: the first one's address and position, the bytes from there on, and
/// the rectangle that may be changed.
typedef struct {
  uint8_t *pixels;
  ptrdiff_t stride;
  size_t byte_count;
  int32_t x, y;
  int32_t left, top, right, bottom;
} ctk_canvas;
/// Source-over of one premultiplied colour through each of the masks in turn, as far as they lie in
/// the rectangle. Positions lie within ±2^30.
void ctk_masks_over_rgba8(ctk_canvas *canvas, const ctk_placed_mask *masks, size_t count,
                          uint32_t color);
/// `ctk_masks_over_rgba8` on bytes of opacity.
void ctk_masks_over_alpha8(ctk_canvas *canvas, const ctk_placed_mask *masks, size_t count,
                           uint8_t alpha);
/// Stores one colour.
void ctk_fill_rgba8(uint8_t *dst, ptrdiff_t dst_stride, int width, int height, uint32_t color);
/// Source-over of one premultiplied colour.
void ctk_over_rgba8(uint8_t *dst, ptrdiff_t dst_stride, int width, int height, uint32_t color);
/// Source-over of a row of premultiplied pixels.
void ctk_over_row_rgba8(uint8_t *dst, const uint8_t *src, int count);
/// Stores a row of premultiplied pixels over one colour.
void ctk_store_row_rgba8(uint8_t *dst, const uint8_t *src, int count, uint32_t ground);
/// Source-over of a row of premultiplied pixels through a row of coverage.
void ctk_mask_over_row_rgba8(uint8_t *dst, const uint8_t *src, const uint8_t *mask, int count);
/// dst = dst times src, rounded, on bytes of coverage.
void ctk_multiply_row_alpha8(uint8_t *dst, const uint8_t *src, int count);
/// Multiplies each channel of a row of premultiplied pixels by that of a premultiplied colour.
void ctk_modulate_row_rgba8(uint8_t *dst, int count, uint32_t color);

/// Maps straight colours: three rows of five numbers, of which the fourth one is not used, and the
/// factor of the alpha at [18].
void ctk_map_colors_rgba8(uint8_t *row, int count, const float *matrix);
/// Running sums of signed areas along rows to coverage: |sum| up to 2^25 becomes 0…255. Each row
/// has `row_sums` sums, a multiple of 8 and at least `width`; all are set to 0 again. `stride` is
/// at least `width` rounded up to a multiple of 8, and the bytes up to there are written too.
void ctk_coverage_rows(uint8_t *dst, ptrdiff_t stride, int32_t *sums, int row_sums, int width,
                       int height);

/// Joins a row of premultiplied source pixels with the backdrop by one of the 28 modes of the COLR
/// table. Pixels outside the mask (`NULL`: all inside) keep the backdrop in proportion. `alpha`
/// (0…255) fades the source.
void ctk_blend_row_rgba8(uint8_t *dst, const uint8_t *src, const uint8_t *mask, int count,
                         int mode, int alpha);
/// `ctk_blend_row_rgba8` on bytes of opacity; the blend modes beyond `plus` act as source-over.
void ctk_blend_row_alpha8(uint8_t *dst, const uint8_t *src, const uint8_t *mask, int count,
                          int mode, int alpha);
/// Premultiplied to straight alpha, `count` pixels.
void ctk_unpremultiply_row(uint8_t *dst, const uint8_t *src, int count);
/// Straight alpha to premultiplied, `count` pixels.
void ctk_premultiply_row(uint8_t *dst, const uint8_t *src, int count);

/// The pixels from `first` to `last` along one axis, and the weights of these two; those between
/// have a weight of 1.
typedef struct {
  int32_t first, last;
  float first_weight, last_weight;
} ctk_reach;

/// Averages boxes of a premultiplied picture into a row of pixels: box i has the columns of
/// `columns[i]`, and all have the rows of `rows`; the outermost pixels are repeated beyond the
/// picture's sides. Sums are multiplied by `scale`. `sums` is scratch for 4 `width` numbers.
void ctk_average_row_rgba8(uint32_t *dst, const ctk_reach *columns, int count, const uint8_t *src,
                           ptrdiff_t stride, int width, int height, const ctk_reach *rows, float scale,
                           float *sums);

/// A picture, or a smaller copy of it, and the part that is read, whose edge pixels are repeated.
typedef struct {
  const uint8_t *pixels;
  ptrdiff_t stride;
  int32_t left, top, right, bottom;
} ctk_mip;

/// Writes a row of pixels, from column `x` on, of a picture seen in perspective. `m` maps the
/// device to the picture: (x, y, 1) · M, row by row, divided by the third number, which is positive
/// where the picture is seen. Level k is the picture at 1 / 2^k of its size. Each channel is
/// multiplied by that of `color`.
void ctk_project_row_rgba8(uint32_t *dst, int x, int y, int count, const double m[9], const ctk_mip *levels,
                           int level_count, bool is_nearest, uint32_t color);
/// Averages squares of four premultiplied pixels; sides of odd length repeat their last pixel.
void ctk_halve_rgba8(uint8_t *dst, ptrdiff_t dst_stride, const uint8_t *src, ptrdiff_t stride, int width, int height);
/// `ctk_halve_rgba8` of pixels with straight opacity: colours are weighted by their opacity, and
/// pixels that are transparent become 0.
void ctk_halve_straight_rgba8(uint8_t *dst, ptrdiff_t dst_stride, const uint8_t *src, ptrdiff_t stride, int width,
                              int height);

/// A small picture with a border of one clear pixel on each side, which width and height do not count:
/// premultiplied pixels, the first one that of the border's corner.
typedef struct {
  const uint8_t *pixels;
  ptrdiff_t stride;
  int32_t width, height;
  /// Whether the nearest pixel is taken instead of a mixture of four.
  bool is_nearest;
} ctk_sprite;
/// The device pixels that may show a sprite, and its map. `u` and `v` are the position in the
/// sprite of the middle of the first device pixel, counted from the middle of the border's corner
/// pixel, and `uy` and `vy` the step from one row to the next: in 2^32nds of a pixel of the sprite,
/// within 2^62. `ux` and `vx` are the step from one column to the next, in 2^16ths.
typedef struct {
  int32_t left, top, right, bottom;
  int64_t u, v, uy, vy;
  int32_t ux, vx;
} ctk_sprite_place;
/// Draws a sprite, each channel multiplied by that of a premultiplied colour: over the pixels behind it,
/// or added to them. Its edges fade over half a pixel of the sprite on each side.
void ctk_draw_sprite_rgba8(ctk_canvas *canvas, const ctk_sprite *sprite, const ctk_sprite_place *place,
                           uint32_t color, bool is_additive);

/// A colour at a place of a gradient's colour line, which goes from 0 to 1: premultiplied R, G, B, A,
/// 0…255.
typedef struct {
  double place;
  float color[4];
} ctk_stop;
/// The continuation of a colour line beyond its ends, as in `Gradient.Extend`.
typedef enum { CTK_PAD, CTK_REPEAT, CTK_REFLECT } ctk_extend;
/// The colours of a gradient.
typedef struct {
  /// The colour before the line, those of `cell_count` equal parts of the line, the colour beyond
  /// the line, and that of pixels without a place.
  const uint32_t *cells;
  /// At least two stops, at places from 0 to 1 that do not descend: for cells without a single
  /// colour, and for axial rows.
  const ctk_stop *stops;
  int32_t cell_count, stop_count;
  int32_t extend;
} ctk_color_line;
/// Writes the colour in the middle of each cell, or a mark if a stop lies within the cell or if its
/// colours differ by more than one level. The number of cells is a power of two. Returns whether
/// every cell has a colour.
bool ctk_fill_color_cells(uint32_t *cells, int cell_count, const ctk_stop *stops, int stop_count);
/// The number from which the place on the colour line is computed, in a gradient's axes: x; the
/// distance from the origin; the angle from the direction of +x towards +y; or the circle through
/// the point: that of place 0 has `radius` and its centre in the origin, that of place 1 is moved
/// by (`dx`, `dy`) and larger by `growth`.
typedef enum { CTK_AXIAL, CTK_RADIAL, CTK_CONIC, CTK_TWO_CIRCLES } ctk_gradient_kind;
typedef struct {
  /// The map from the device to the gradient's axes: (x, y, 1) · M, row by row; if it is projected,
  /// divided by the third number, and pixels where that is not positive have no place.
  double map[9];
  /// The place is `begin` plus `scale` times the number of the gradient's kind.
  double begin, scale;
  double dx, dy, radius, growth;
  int32_t kind;
  bool is_projected;
} ctk_gradient;
/// Writes premultiplied colours of the pixels from (`x`, `y`) to the right. A pixel's colour
/// depends only on its position.
void ctk_shade_row_rgba8(uint8_t *dst, int x, int y, int count, const ctk_gradient *gradient,
                         const ctk_color_line *line);
/// Does the work of `ctk_shade_row_rgba8` for a gradient along x without projection, on a padded
/// line without cells: `cells` holds the colour before the line and then that beyond it. The
/// numbers of the map are below 1e150. `dst` is a multiple of 4.
void ctk_shade_axial_row_rgba8(uint8_t *dst, int x, int y, int count, const ctk_gradient *gradient,
                               const ctk_color_line *line);

/// Convolves a row of `count` + `taps` - 1 bytes with weights that sum up to 2^16, into coverage times
/// 256. `sums` is scratch for `count` numbers.
void ctk_blur_row(uint16_t *dst, const uint8_t *src, int count, const uint32_t *weights, int taps, uint32_t *sums);
/// Convolves `height` + `taps` - 1 rows of `width` + `taps` - 1 bytes along both axes, into `height`
/// rows of `width` bytes. Scratch: `width` (`height` + `taps` - 1) words and `width` sums.
void ctk_blur(uint8_t *dst, const uint8_t *src, int width, int height, const uint32_t *weights, int taps,
              uint16_t *middle, uint32_t *sums);

/// A kernel of two boxes, one after another, and `taps` weights at distances of `step`.
typedef struct {
  /// The pixels of the first box, and of the second one, which is not smaller. Their product is 65,536 at
  /// most.
  int32_t step, width;
  int32_t taps;
  /// 2^24 divided by `step` times `width`, rounded down. The weights sum up to 2^16, plus what that
  /// rounding loses.
  uint32_t scale;
} ctk_spread;
/// Convolves a row of `count` + `taps` `step` + `width` - 2 bytes, into coverage times 256. Scratch:
/// `count` + (`taps` - 1) `step` words of `boxes`, and `count` sums.
void ctk_spread_row(uint16_t *dst, const uint8_t *src, int count, const ctk_spread *spread, const uint32_t *weights,
                    uint16_t *boxes, uint32_t *sums);
/// With m = `taps` `step` + `spread->width` - 2: convolves `height` + m rows of `width` + m bytes
/// along both axes, into `height` rows of `width` bytes. Scratch: `height` + m + 2 rows of `width`
/// words, `boxes` as for a row, and twice `width` sums.
void ctk_spread_blur(uint8_t *dst, const uint8_t *src, int width, int height, const ctk_spread *spread,
                     const uint32_t *weights, uint16_t *lines, uint16_t *boxes, uint32_t *sums);
/// The product of a filtered row and a filtered column: `columns` is coverage times 256, `rows`
/// coverage from 0 to 2^16. Writes `height` rows of `width` bytes.
void ctk_blur_product(uint8_t *dst, const uint16_t *columns, int width, const uint32_t *rows, int height);

// The path rasteriser; raster.c says how it works.

typedef struct ctk_raster ctk_raster;

/// NULL if there is no memory.
ctk_raster *ctk_raster_create(void);
void ctk_raster_destroy(ctk_raster *raster);
/// Whether the contours of a path overlap: SIMPLE if no point is wound twice and nothing crosses,
/// so that the fast path fills it correctly.
typedef enum { CTK_PROOF_UNKNOWN, CTK_PROOF_SIMPLE, CTK_PROOF_OVERLAPPING } ctk_proof;
/// Tests a path in its own units times `scale`. Unknown if there is no memory.
ctk_proof ctk_raster_prove(ctk_raster *raster, const uint8_t *verbs, size_t verb_count, const double *points,
                           size_t point_count, double scale);
/// Reads a path through the map x' = m[0] x + m[2] y + m[4], y' = m[1] x + m[3] y + m[5]. `proof`
/// is what `ctk_raster_prove` returned for the path, or unknown. `bounds` receives x, y, width,
/// height in pixels. False if there is no memory.
bool ctk_raster_prepare(ctk_raster *raster, const uint8_t *verbs, size_t verb_count,
                        const double *points, size_t point_count, const double m[6], ctk_proof proof,
                        int32_t bounds[4]);
/// Writes the coverage of a rectangle of pixels. `stride` is at least `width` rounded up to a
/// multiple of 8, and the bytes up to there are written too. False if there is no memory.
bool ctk_raster_coverage(ctk_raster *raster, int32_t x, int32_t y, int32_t width, int32_t height,
                         bool even_odd, uint8_t *dst, ptrdiff_t stride);
/// Whether the scratch memory has room for a path of more than some 32,000 points, which is some MiB;
/// false for NULL.
bool ctk_raster_is_large(const ctk_raster *raster);
/// Frees the scratch memory, and with it the prepared path. NULL has none.
void ctk_raster_free_scratch(ctk_raster *raster);
/// Moves the scratch memory, and with it the prepared path, to a new rasteriser, which may be
/// destroyed on any thread. `NULL` if there is no memory for the new one; then nothing changes.
ctk_raster *ctk_raster_split(ctk_raster *raster);
/// The bytes of the scratch memory, as far as it grows with the path; 0 for NULL.
size_t ctk_raster_scratch_size(const ctk_raster *raster);
/// Whether the prepared path takes the fast path.
bool ctk_raster_is_simple(const ctk_raster *raster);
/// Sets a callback that is called about every tenth of a millisecond of work, `NULL` for none;
/// `context` is passed to it. If it returns true, the present call ends: `ctk_raster_prepare` and
/// `ctk_raster_coverage` return false, as without memory, and `ctk_raster_prove` returns
/// `CTK_PROOF_UNKNOWN`. The callback is not called again then: work that would have called it ends
/// in the same way until a callback, or `NULL`, is set.
void ctk_raster_set_stop(ctk_raster *raster, bool (*stop)(const void *context), const void *context);
/// Makes every path take the slow path, for tests and measurements.
void ctk_raster_force_resolve(ctk_raster *raster, bool force);

// Rows of pixels for PNG files.

enum { CTK_SLOTS = 1024 };

/// The set of colours among RGBA pixels. The functions are called in this order: begin, add, end if
/// the colours are few, and then index.
typedef struct {
  /// A hash table (open addressing) of colours and their indices in `colors`; -1 for an empty slot.
  uint32_t keys[CTK_SLOTS];
  int16_t values[CTK_SLOTS];
  /// The first 256 colours, red in the first byte; after `ctk_colors_end` in the order of the file.
  uint32_t colors[256];
  int32_t count;
  /// Whether there are at most 256 colours.
  bool few;
  /// Whether every pixel has equal red, green and blue.
  bool gray;
  /// Whether every pixel is opaque.
  bool opaque;
} ctk_colors;

/// Begins a set without pixels.
void ctk_colors_begin(ctk_colors *found);
/// Adds pixels. False: no further pixel can change `few`, `gray` and `opaque`, which are all false.
bool ctk_colors_add(ctk_colors *found, const uint8_t *pixels, size_t count);
/// Orders the colours, translucent ones first; to be called only if they are few.
void ctk_colors_end(ctk_colors *found);
/// Writes the index of each pixel's colour; all pixels must have been added before.
void ctk_colors_index(const ctk_colors *found, uint8_t *dst, const uint8_t *pixels, size_t count);
/// Whether all RGBA pixels are opaque.
bool ctk_is_opaque(const uint8_t *pixels, size_t count);
/// Packs `count` bytes of 0 or 1 as bits, the first one highest.
void ctk_pack_bits(uint8_t *dst, const uint8_t *src, size_t count);
/// The red of `count` RGBA pixels.
void ctk_red_row(uint8_t *dst, const uint8_t *src, size_t count);
/// The red, green and blue of `count` RGBA pixels.
void ctk_rgb_row(uint8_t *dst, const uint8_t *src, size_t count);

/// Filters `count` bytes of a row for PNG, after the number of the filter in `dst`, which has room
/// for `count` + 1 bytes. Pixels have `step` bytes; as many bytes of 0 stand before `row` and
/// `above`.
///
/// For rows of text, flat colours and gradients: no filter, or the difference from the row above,
/// whichever leaves fewer bytes that differ from the same byte of the pixel before. Deflate stores
/// a repetition in a few bits, and each byte that differs ends a repetition.
void ctk_png_filter_flat(uint8_t *dst, const uint8_t *row, const uint8_t *above, size_t count,
                         int step);
/// Filters a row of a photograph, by the filter of the least weight. The weight is the sum of the
/// filtered bytes, taken as numbers from -128 to 127 without their signs (PNG, third edition,
/// section 12.7). `scratch` has room for `count` + 1 bytes.
void ctk_png_filter_smooth(uint8_t *dst, uint8_t *scratch, const uint8_t *row,
                           const uint8_t *above, size_t count, int step);
/// Whether a row of `count` pixels of `step` bytes looks like one of a photograph, a gradient or a
/// shadow. Every fourth pixel is compared with the one before: many must differ, and mostly by at
/// most 16 in each channel.
bool ctk_is_smooth_row(const uint8_t *row, size_t count, int step);

