/* Copyright AsyncTextLayer contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Peer: Pango + Cairo. One PangoLayout and one ARGB32 image surface per item; a font map per thread. */
#include "runner.h"
#include "pango_build.h"

static void *layout(void *st, Item *it, int i) {
    (void)i;
    PangoLayout *l = build(st, it);
    PangoRectangle lr; pango_layout_get_extents(l, NULL, &lr);
    return l;
}
static void setcolor(cairo_t *c, uint32_t v) { cairo_set_source_rgba(c, (v >> 24) / 255.0, (v >> 16 & 255) / 255.0, (v >> 8 & 255) / 255.0, (v & 255) / 255.0); }
static void draw(void *st, Item *it, int i, void *lv, const char *dump) {
    (void)st; (void)i;
    PangoLayout *l = lv; PangoRectangle lr; pango_layout_get_pixel_extents(l, NULL, &lr);
    int w = it->width >= 0 ? (int)(it->width * it->scale) : lr.width, h = it->height >= 0 ? (int)(it->height * it->scale) : lr.height;
    cairo_surface_t *sf = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, w, h);
    cairo_t *c = cairo_create(sf);
    if (it->bg & 255) { setcolor(c, it->bg); cairo_set_operator(c, CAIRO_OPERATOR_SOURCE); cairo_paint(c); cairo_set_operator(c, CAIRO_OPERATOR_OVER); }
    setcolor(c, it->runs[0].color);
    pango_cairo_show_layout(c, l);
    cairo_surface_flush(sf);
    if (dump) write_png(dump, cairo_image_surface_get_data(sf), w, h, cairo_image_surface_get_stride(sf), true, 6);
    cairo_destroy(c); cairo_surface_destroy(sf); g_object_unref(l);
}
static void warm(void *st, Workload *w) { /* W6: fonts opened and code paged in, at sizes the workload does not use */
    for (int i = 0; i < w->n && i < 8; i++) {
        Item x = w->items[i]; Run r = x.runs[0]; r.size = 20; x.runs = &r;
        draw(st, &x, i, layout(st, &x, i), NULL);
    }
}

static void w4(const Opt *o, Workload *w) {
    Item *it = &w->items[0]; State *s = make(o, w, 0);
    int n = o->reps; double tl[64], tn[64], tv[64];
    long base = status_kb("VmRSS"), after = 0;
    for (int r = 0; r < n; r++) {
        double t0 = cpu_now(); PangoLayout *l = layout(s, it, 0); tl[r] = cpu_now() - t0;
        if (!r) after = status_kb("VmRSS");
        PangoRectangle lr; pango_layout_get_pixel_extents(l, NULL, &lr);
        int y0 = it->tileY < 0 ? (lr.height - (int)it->tileH) / 2 : (int)it->tileY, W = (int)it->tileW, H = (int)it->tileH;
        for (int mode = 0; mode < 2; mode++) {
            t0 = cpu_now();
            cairo_surface_t *sf = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, W, H); cairo_t *c = cairo_create(sf);
            setcolor(c, it->bg); cairo_paint(c); setcolor(c, it->runs[0].color);
            if (mode == 0) { cairo_move_to(c, 0, -y0); pango_cairo_show_layout(c, l); }
            else { /* what a careful user does: only the lines that meet the tile */
                PangoLayoutIter *li = pango_layout_get_iter(l);
                do {
                    int a, b; pango_layout_iter_get_line_yrange(li, &a, &b);
                    if (PANGO_PIXELS(b) < y0) continue;
                    if (PANGO_PIXELS(a) > y0 + H) break;
                    cairo_move_to(c, 0, pango_units_to_double(pango_layout_iter_get_baseline(li)) - y0);
                    pango_cairo_show_layout_line(c, pango_layout_iter_get_line_readonly(li));
                } while (pango_layout_iter_next_line(li));
                pango_layout_iter_free(li);
            }
            cairo_surface_flush(sf); (mode ? tv : tn)[r] = cpu_now() - t0;
            if (o->dump && !r) { char p[4096]; snprintf(p, sizeof p, "%s/pango-W4-%d.png", o->dump, mode); write_png(p, cairo_image_surface_get_data(sf), W, H, cairo_image_surface_get_stride(sf), true, 6); }
            cairo_destroy(c); cairo_surface_destroy(sf);
        }
        if (!r) fprintf(stderr, "pango W4: %d lines, %d px high\n", pango_layout_get_line_count(l), lr.height);
        g_object_unref(l);
    }
    double first = tl[0], ft = tv[0];
    if (o->dump) return;
    result("pango", "W4", "layout", 1, 1, median(tl, n), -1, first);
    result("pango", "W4", "tile", 1, 1, median(tv, n), -1, ft);
    result("pango", "W4", "tile-whole-layout", 1, 1, median(tn, n), -1, -1);
    printf("{\"peer\":\"pango\",\"workload\":\"W4\",\"metric\":\"layout-memory\",\"threads\":1,\"items\":1,\"kb\":%ld}\n", after - base);
}
/* W4 as a careful user lays it out: one PangoLayout per paragraph (a single layout is quadratic in their number). */
static void w4_paragraphs(const Opt *o, Workload *w) {
    Item *it = &w->items[0]; State *s = make(o, w, 0);
    int np = 1; for (int i = 0; i < it->len; i++) np += it->text[i] == '\n';
    PangoLayout **ls = calloc((size_t)np, sizeof *ls); int *top = calloc((size_t)np + 1, sizeof *top);
    double tl[64], tt[64]; long base = status_kb("VmRSS"), after = 0;
    for (int r = 0; r < o->reps; r++) {
        double t0 = cpu_now(); const char *p = it->text; int y = 0;
        for (int i = 0; i < np; i++) {
            const char *e = strchr(p, '\n'); int n = e ? (int)(e - p) : (int)strlen(p);
            PangoLayout *l = ls[i] = pango_layout_new(s->ctx);
            pango_layout_set_font_description(l, desc(s, &it->runs[0], it->scale));
            pango_layout_set_text(l, p, n);
            pango_layout_set_width(l, (int)(it->width * it->scale * PANGO_SCALE));
            pango_layout_set_wrap(l, PANGO_WRAP_WORD_CHAR);
            PangoRectangle lr; pango_layout_get_pixel_extents(l, NULL, &lr);
            top[i] = y; y += lr.height; p = e ? e + 1 : p + n;
        }
        top[np] = y; tl[r] = cpu_now() - t0;
        if (!r) after = status_kb("VmRSS");
        t0 = cpu_now();
        int y0 = it->tileY < 0 ? (y - (int)it->tileH) / 2 : (int)it->tileY, W = (int)it->tileW, H = (int)it->tileH;
        cairo_surface_t *sf = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, W, H); cairo_t *c = cairo_create(sf);
        setcolor(c, it->bg); cairo_paint(c); setcolor(c, it->runs[0].color);
        for (int i = 0; i < np; i++) if (top[i + 1] > y0 && top[i] < y0 + H) { cairo_move_to(c, 0, top[i] - y0); pango_cairo_show_layout(c, ls[i]); }
        cairo_surface_flush(sf); tt[r] = cpu_now() - t0;
        if (o->dump && !r) { char f[4096]; snprintf(f, sizeof f, "%s/pango-paragraphs-W4-0.png", o->dump); write_png(f, cairo_image_surface_get_data(sf), W, H, cairo_image_surface_get_stride(sf), true, 6); }
        cairo_destroy(c); cairo_surface_destroy(sf);
        for (int i = 0; i < np; i++) g_object_unref(ls[i]);
    }
    if (o->dump) return;
    double f = tl[0], g = tt[0];
    result("pango-paragraphs", "W4", "layout", 1, 1, median(tl, o->reps), -1, f);
    result("pango-paragraphs", "W4", "tile", 1, 1, median(tt, o->reps), -1, g);
    printf("{\"peer\":\"pango-paragraphs\",\"workload\":\"W4\",\"metric\":\"layout-memory\",\"threads\":1,\"items\":1,\"kb\":%ld}\n", after - base);
}
static void w5(const Opt *o, Workload *w) {
    Item *it = &w->items[0]; State *s = make(o, w, 0); PangoLayout *l = layout(s, it, 0);
    double t[64], first = -1; long lines = 0;
    for (int r = 0; r <= o->reps; r++) {
        double t0 = cpu_now(); lines = 0;
        for (int i = 0; i < it->nwidths; i++) {
            pango_layout_set_width(l, (int)(it->widths[i] * it->scale * PANGO_SCALE));
            PangoRectangle lr; pango_layout_get_extents(l, NULL, &lr);
            lines += pango_layout_get_line_count(l);
        }
        double d = cpu_now() - t0; if (r) t[r - 1] = d; else first = d;
    }
    fprintf(stderr, "pango W5: %ld lines over all widths\n", lines);
    result("pango", "W5", "relayout", 1, it->nwidths, median(t, o->reps), -1, first);
}
int main(int argc, char **argv) {
    Opt o = parse_opts(argc, argv); Workload w = load_workload(o.file, o.limit);
    if (!strcmp(w.name, "W4")) { if (!strcmp(o.variant, "paragraphs")) w4_paragraphs(&o, &w); else w4(&o, &w); return 0; }
    if (!strcmp(w.name, "W5")) { w5(&o, &w); return 0; }
    Peer p = {.peer = o.hint ? "pango-slight" : "pango", .make = make, .layout = layout, .draw = draw, .warm = warm, .cold = !strcmp(w.name, "W6")};
    run_peer(&p, &o, &w);
    return 0;
}
