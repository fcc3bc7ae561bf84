// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// The rasteriser beside FreeType's smooth one, C against C on the same outlines in memory, within one process:
//
//   cd Tests/Benchmarks/Peers && K=../../../Sources/1-Canvas/CCanvasKernels
//   clang -O2 -I$K/include freetype_raster.c $K/*.c $(pkg-config --cflags --libs freetype2) -lm -o freetype_raster
//   ./freetype_raster ../../../Fonts/files/NotoSans-Regular.ttf 13 FIRST_CHARACTER COUNT
//
// Outlines that overlap are left out: FreeType draws them wrongly. Prints the medians of rounds taken in turn.

#include "CCanvasKernels.h"

#include <ft2build.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H

enum { MOST_GLYPHS = 512, ROUNDS = 15, MOST_VERBS = 4096 };

typedef struct {
  uint8_t verbs[MOST_VERBS];
  double points[6 * MOST_VERBS];
  size_t verb_count, point_count;
} path;

static int put(path *p, uint8_t verb, const FT_Vector *points[], int count) {
  if (p->verb_count + 2 > MOST_VERBS) return 1;
  if (verb == 0 && p->verb_count) p->verbs[p->verb_count++] = 4;
  p->verbs[p->verb_count++] = verb;
  for (int i = 0; i < count; i++) {
    p->points[2 * p->point_count] = (double)points[i]->x / 64;
    p->points[2 * p->point_count++ + 1] = -(double)points[i]->y / 64;
  }
  return 0;
}

static int move(const FT_Vector *to, void *p) { return put(p, 0, (const FT_Vector *[]){to}, 1); }
static int line(const FT_Vector *to, void *p) { return put(p, 1, (const FT_Vector *[]){to}, 1); }
static int quad(const FT_Vector *c, const FT_Vector *to, void *p) { return put(p, 2, (const FT_Vector *[]){c, to}, 2); }
static int cubic(const FT_Vector *c, const FT_Vector *d, const FT_Vector *to, void *p) {
  return put(p, 3, (const FT_Vector *[]){c, d, to}, 3);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int ascending(const void *a, const void *b) {
  double p = *(const double *)a, q = *(const double *)b;
  return p < q ? -1 : p > q;
}

int main(int argc, char **argv) {
  static path paths[MOST_GLYPHS];
  static FT_Outline outlines[MOST_GLYPHS];
  static uint8_t pixels[2048 * 2048];
  FT_Library library;
  FT_Face face;
  if (argc < 3 || FT_Init_FreeType(&library) || FT_New_Face(library, argv[1], 0, &face)) {
    fprintf(stderr, "usage: freetype_raster FONT SIZE [FIRST_CHARACTER [COUNT]]\n");
    return 2;
  }
  const int size = atoi(argv[2]);
  const unsigned first = argc > 3 ? (unsigned)strtoul(argv[3], NULL, 0) : 33, count = argc > 4 ? (unsigned)atoi(argv[4]) : 94;
  const double same[6] = {1, 0, 0, 1, 0, 0};
  int n = 0;
  int32_t box[4];
  ctk_raster *raster = ctk_raster_create();
  FT_Set_Pixel_Sizes(face, 0, (FT_UInt)size);
  for (unsigned c = first; c < first + count && n < MOST_GLYPHS; c++) {
    FT_UInt glyph = FT_Get_Char_Index(face, c);
    if (!glyph || FT_Load_Glyph(face, glyph, FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP)) continue;
    FT_Outline *o = &face->glyph->outline;
    FT_BBox bounds;
    FT_Outline_Get_CBox(o, &bounds);
    FT_Outline_Translate(o, -(bounds.xMin & ~63), -(bounds.yMin & ~63));
    path *p = &paths[n];
    p->verb_count = p->point_count = 0;
    if (!o->n_points || FT_Outline_Decompose(o, &(FT_Outline_Funcs){move, line, quad, cubic, 0, 0}, p)) continue;
    p->verbs[p->verb_count++] = 4;
    ctk_proof proof = ctk_raster_prove(raster, p->verbs, p->verb_count, p->points, p->point_count, 64.0 / size);
    if (proof != CTK_PROOF_SIMPLE) continue;
    FT_Outline_New(library, (FT_UInt)o->n_points, o->n_contours, &outlines[n]);
    FT_Outline_Copy(o, &outlines[n++]);
  }
  if (!n) return 1;
  double theirs[ROUNDS], ours[ROUNDS];
  for (int round = 0, repeats = 1; round < ROUNDS; round++) {
    double start = now();
    for (int k = 0; k < repeats * n; k++) {
      FT_Outline *o = &outlines[k % n];
      FT_BBox bounds;
      FT_Outline_Get_CBox(o, &bounds);
      int width = (int)(bounds.xMax + 63) >> 6, height = (int)(bounds.yMax + 63) >> 6;
      FT_Bitmap bitmap = {(unsigned)height, (unsigned)width, width, pixels, 256, FT_PIXEL_MODE_GRAY, 0, NULL};
      memset(pixels, 0, (size_t)(width * height));
      FT_Outline_Get_Bitmap(library, o, &bitmap);
    }
    double middle = now();
    for (int k = 0; k < repeats * n; k++) {
      const path *p = &paths[k % n];
      ctk_raster_prepare(raster, p->verbs, p->verb_count, p->points, p->point_count, same, CTK_PROOF_SIMPLE, box);
      ctk_raster_coverage(raster, box[0], box[1], box[2], box[3], false, pixels, (box[2] + 15) & ~15);
    }
    theirs[round] = (middle - start) / repeats / n;
    ours[round] = (now() - middle) / repeats / n;
    // The first round warms up, and tells how many passes make 2 ms.
    if (round == 0) repeats = (int)(2e6 / (middle - start)) + 1;
  }
  qsort(theirs + 1, ROUNDS - 1, sizeof(double), ascending);
  qsort(ours + 1, ROUNDS - 1, sizeof(double), ascending);
  double t = theirs[ROUNDS / 2], o = ours[ROUNDS / 2];
  printf("%3d px, %d outlines: FreeType %.0f ns, this %.0f ns, %.2f times\n", size, n, t, o, t / o);
  ctk_raster_destroy(raster);
  return 0;
}
