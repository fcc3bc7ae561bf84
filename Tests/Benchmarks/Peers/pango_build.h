/* Copyright AsyncTextLayer contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * An item of a workload as a PangoLayout: used by the Pango peer and, to know runs and glyph places, by the floors. */
#ifndef PANGO_BUILD_H
#define PANGO_BUILD_H
#include "common.h"
#include <pango/pangocairo.h>

typedef struct { PangoContext *ctx; cairo_font_options_t *fo; char *key[256]; PangoFontDescription *val[256]; int n; } State;

__attribute__((unused)) static void *make(const Opt *o, Workload *w, int t) {
    (void)w; (void)t;
    State *s = calloc(1, sizeof *s);
    PangoFontMap *fm = pango_cairo_font_map_new();
    pango_cairo_font_map_set_resolution(PANGO_CAIRO_FONT_MAP(fm), 72);
    s->ctx = pango_font_map_create_context(fm);
    s->fo = cairo_font_options_create();
    cairo_font_options_set_antialias(s->fo, CAIRO_ANTIALIAS_GRAY);
    cairo_font_options_set_hint_style(s->fo, o->hint ? CAIRO_HINT_STYLE_SLIGHT : CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(s->fo, CAIRO_HINT_METRICS_OFF);
    pango_cairo_context_set_font_options(s->ctx, s->fo);
    pango_context_set_round_glyph_positions(s->ctx, FALSE);
    return s;
}
static PangoFontDescription *desc(State *s, const Run *r, double scale) { /* kept, as a user would keep them */
    static __thread char k[512];
    snprintf(k, sizeof k, "%s|%g|%d|%d", r->font, r->size * scale, r->weight, r->italic);
    for (int i = 0; i < s->n; i++) if (!strcmp(s->key[i], k)) return s->val[i];
    if (s->n == 256) s->n = 0;
    PangoFontDescription *d = pango_font_description_new();
    pango_font_description_set_family(d, r->font);
    pango_font_description_set_absolute_size(d, r->size * scale * PANGO_SCALE);
    pango_font_description_set_weight(d, (PangoWeight)r->weight);
    pango_font_description_set_style(d, r->italic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL);
    s->key[s->n] = strdup(k); s->val[s->n] = d;
    return s->val[s->n++];
}
static void at(PangoAttrList *l, PangoAttribute *a, int from, int to) { a->start_index = (guint)from; a->end_index = (guint)to; pango_attr_list_insert(l, a); }

static PangoLayout *build(State *s, Item *it) {
    PangoLayout *l = pango_layout_new(s->ctx);
    pango_layout_set_font_description(l, desc(s, &it->runs[0], it->scale));
    pango_layout_set_text(l, it->text, it->len);
    if (it->width >= 0) {
        pango_layout_set_width(l, (int)(it->width * it->scale * PANGO_SCALE));
        pango_layout_set_wrap(l, PANGO_WRAP_WORD_CHAR);
    }
    if (it->maxLines && it->truncate) {
        /* Pango counts lines per paragraph: the title line of a cell is its own paragraph */
        int brk = memchr(it->text, '\n', (size_t)it->len) != NULL;
        pango_layout_set_height(l, -(it->maxLines - brk));
        pango_layout_set_ellipsize(l, PANGO_ELLIPSIZE_END);
    }
    if (it->nruns > 1) {
        PangoAttrList *al = pango_attr_list_new();
        for (int i = 0, p = 0; i < it->nruns; p += it->runs[i++].len) {
            const Run *r = &it->runs[i]; uint32_t c = r->color;
            at(al, pango_attr_font_desc_new(desc(s, r, it->scale)), p, p + r->len);
            at(al, pango_attr_foreground_new((guint16)((c >> 24) * 257), (guint16)((c >> 16 & 255) * 257), (guint16)((c >> 8 & 255) * 257)), p, p + r->len);
            if (r->underline) at(al, pango_attr_underline_new(PANGO_UNDERLINE_SINGLE), p, p + r->len);
        }
        pango_layout_set_attributes(l, al);
        pango_attr_list_unref(al);
    }
    return l;
}
#endif
