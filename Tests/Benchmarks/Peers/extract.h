/* Copyright AsyncTextLayer contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * What the floors start from: the runs to shape and the glyphs to draw, as Pango laid them out, with
   fonts opened directly through FreeType and HarfBuzz. All of it is made before any clock starts. */
#ifndef EXTRACT_H
#define EXTRACT_H
#include "pango_build.h"
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_BITMAP_H
#include FT_OUTLINE_H
#include <hb.h>
#include <hb-ot.h>
#include <pango/pangofc-font.h>

typedef struct { char file[512]; int index; double px; FT_Face face; hb_face_t *hbface; hb_font_t *hb; bool color; double emScale; } Font;
typedef struct { int font, from, len, level; hb_script_t script; hb_language_t lang; } TRun;
typedef struct { int font; uint32_t gid; double x, y; uint32_t color; } TGlyph;       /* pen position, px */
typedef struct { int x, y, w, h; uint32_t color; } TRect;
typedef struct { Item *it; int w, h, nruns, nglyphs, nrects, nlines; TRun *runs; TGlyph *glyphs; TRect *rects; } Laid;

static Font fonts[512]; static int nfonts; static FT_Library ftlib;
static __thread struct { PangoFont *p; int id; } fontmemo[64];

static int font_id(PangoFont *pf, double want) {
    for (int i = 0; i < 64 && fontmemo[i].p; i++) if (fontmemo[i].p == pf) return fontmemo[i].id;
    FcPattern *pat = pango_fc_font_get_pattern(PANGO_FC_FONT(pf));
    FcChar8 *file; int index = 0; double px = 0; FcBool color = FcFalse;
    if (FcPatternGetString(pat, FC_FILE, 0, &file) != FcResultMatch) die("font without a file");
    FcPatternGetInteger(pat, FC_INDEX, 0, &index); FcPatternGetBool(pat, FC_COLOR, 0, &color);
    FcPatternGetDouble(pat, FC_PIXEL_SIZE, 0, &px);
    if (color) px = want;                                        /* the pattern has the strike's size, not the one asked for */
    int id = -1;
    for (int i = 0; i < nfonts; i++) if (fonts[i].index == index && fonts[i].px == px && !strcmp(fonts[i].file, (char *)file)) id = i;
    if (id < 0) {
        if (nfonts == 512) die("too many fonts");
        Font *f = &fonts[id = nfonts++]; snprintf(f->file, sizeof f->file, "%s", (char *)file); f->index = index; f->px = px; f->color = color;
        if (!ftlib && FT_Init_FreeType(&ftlib)) die("FreeType");
        if (FT_New_Face(ftlib, f->file, index, &f->face)) die("font file");
        f->emScale = 1;
        if (FT_IS_SCALABLE(f->face)) FT_Set_Char_Size(f->face, 0, (FT_F26Dot6)(px * 64 + 0.5), 72, 72);
        else { FT_Select_Size(f->face, 0); f->emScale = px / f->face->size->metrics.y_ppem; }
        hb_blob_t *b = hb_blob_create_from_file(f->file);
        f->hbface = hb_face_create(b, (unsigned)index); f->hb = hb_font_create(f->hbface); hb_ot_font_set_funcs(f->hb);
        hb_font_set_scale(f->hb, (int)(px * 64 + 0.5), (int)(px * 64 + 0.5));
    }
    for (int i = 0; i < 63; i++) if (!fontmemo[i].p) { fontmemo[i].p = g_object_ref(pf); fontmemo[i].id = id; break; }
    return id;
}

static uint32_t run_color(Item *it, int byte) {
    for (int i = 0, p = 0; i < it->nruns; p += it->runs[i++].len) if (byte < p + it->runs[i].len) return it->runs[i].color;
    return it->runs[0].color;
}
static bool run_underline(Item *it, int byte) {
    for (int i = 0, p = 0; i < it->nruns; p += it->runs[i++].len) if (byte < p + it->runs[i].len) return it->runs[i].underline;
    return false;
}
static Laid extract(State *s, Item *it, bool wrapped) {
    Laid L = {.it = it};
    PangoLayout *l = build(s, it);
    if (!wrapped) { pango_layout_set_ellipsize(l, PANGO_ELLIPSIZE_NONE); pango_layout_set_height(l, -1); pango_layout_set_width(l, -1); }
    PangoRectangle lr; pango_layout_get_pixel_extents(l, NULL, &lr);
    L.w = it->width >= 0 ? (int)(it->width * it->scale) : lr.width; L.h = it->height >= 0 ? (int)(it->height * it->scale) : lr.height;
    L.nlines = pango_layout_get_line_count(l);
    int rc = 0, gc = 0, qc = 0;
    PangoLayoutIter *li = pango_layout_get_iter(l);
    do {
        PangoLayoutRun *gi = pango_layout_iter_get_run_readonly(li);
        if (!gi) continue;
        PangoRectangle e; pango_layout_iter_get_run_extents(li, NULL, &e);
        double x = e.x / (double)PANGO_SCALE, y = pango_layout_iter_get_baseline(li) / (double)PANGO_SCALE;
        int id = font_id(gi->item->analysis.font, it->runs[0].size * it->scale);
        if (L.nruns == rc) L.runs = realloc(L.runs, sizeof(TRun) * (size_t)(rc = rc ? rc * 2 : 4));
        L.runs[L.nruns++] = (TRun){id, gi->item->offset, gi->item->length, gi->item->analysis.level,
            hb_script_from_iso15924_tag(hb_tag_from_string("Zyyy", 4)), NULL};
        TRun *r = &L.runs[L.nruns - 1];
        r->script = (hb_script_t)g_unicode_script_to_iso15924((GUnicodeScript)gi->item->analysis.script);
        r->lang = hb_language_from_string(pango_language_to_string(gi->item->analysis.language), -1);
        uint32_t c = run_color(it, gi->item->offset);
        if (run_underline(it, gi->item->offset)) {
            if (L.nrects == qc) L.rects = realloc(L.rects, sizeof(TRect) * (size_t)(qc = qc ? qc * 2 : 4));
            L.rects[L.nrects++] = (TRect){(int)x, (int)y + 3, e.width / PANGO_SCALE, 2, c};
        }
        for (int i = 0; i < gi->glyphs->num_glyphs; i++) {
            PangoGlyphInfo *g = &gi->glyphs->glyphs[i];
            if (g->glyph != PANGO_GLYPH_EMPTY && !(g->glyph & PANGO_GLYPH_UNKNOWN_FLAG)) {
                if (L.nglyphs == gc) L.glyphs = realloc(L.glyphs, sizeof(TGlyph) * (size_t)(gc = gc ? gc * 2 : 32));
                L.glyphs[L.nglyphs++] = (TGlyph){id, g->glyph, x + g->geometry.x_offset / (double)PANGO_SCALE, y + g->geometry.y_offset / (double)PANGO_SCALE, c};
            }
            x += g->geometry.width / (double)PANGO_SCALE;
        }
    } while (pango_layout_iter_next_run(li));
    pango_layout_iter_free(li); g_object_unref(l);
    return L;
}
/* W4 paragraph by paragraph: one item each (Pango's single layout is quadratic) */
static void split_paragraphs(Workload *w) {
    Item *o = &w->items[0]; int n = 1; for (int i = 0; i < o->len; i++) n += o->text[i] == '\n';
    Item *v = calloc((size_t)n, sizeof *v); char *p = o->text;
    for (int i = 0; i < n; i++) {
        char *e = strchr(p, '\n'); int len = e ? (int)(e - p) : (int)strlen(p);
        v[i] = *o; v[i].runs = malloc(sizeof(Run)); v[i].runs[0] = o->runs[0]; v[i].runs[0].text = p; v[i].runs[0].len = len;
        v[i].text = strndup(p, (size_t)len); v[i].len = len; p = e ? e + 1 : p + len;
    }
    w->items = v; w->n = n;
}
#endif
