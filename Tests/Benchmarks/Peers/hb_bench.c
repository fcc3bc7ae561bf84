/* Copyright AsyncTextLayer contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Floor for uncached shaping: hb_shape alone. Runs are itemised beforehand (by Pango, without wrapping);
   one buffer per thread, fonts reused, hb-ot font functions. */
#include "extract.h"
#include "runner.h"
static Laid *laid; static long glyphs;
typedef struct { hb_buffer_t *b; hb_font_t *f[512]; } HB;
static void *hbmake(const Opt *o, Workload *w, int t) {
    (void)o; (void)w; (void)t; HB *h = calloc(1, sizeof *h); h->b = hb_buffer_create();
    for (int i = 0; i < nfonts; i++) {
        h->f[i] = hb_font_create(fonts[i].hbface); hb_ot_font_set_funcs(h->f[i]);
        hb_font_set_scale(h->f[i], (int)(fonts[i].px * 64 + 0.5), (int)(fonts[i].px * 64 + 0.5));
    }
    return h;
}
static void *shape(void *st, Item *it, int i) {
    HB *h = st; Laid *l = &laid[i]; long n = 0;
    for (int r = 0; r < l->nruns; r++) {
        TRun *t = &l->runs[r];
        hb_buffer_clear_contents(h->b);
        hb_buffer_add_utf8(h->b, it->text, it->len, (unsigned)t->from, t->len);
        hb_buffer_set_direction(h->b, t->level & 1 ? HB_DIRECTION_RTL : HB_DIRECTION_LTR);
        hb_buffer_set_script(h->b, t->script); hb_buffer_set_language(h->b, t->lang);
        hb_shape(h->f[t->font], h->b, NULL, 0);
        n += hb_buffer_get_length(h->b);
    }
    glyphs += n; /* racy with two threads: only a figure for stderr */
    return NULL;
}
int main(int argc, char **argv) {
    Opt o = parse_opts(argc, argv); Workload w = load_workload(o.file, o.limit);
    if (!strcmp(w.name, "W4")) split_paragraphs(&w);
    State *s = make(&o, &w, 0); laid = calloc((size_t)w.n, sizeof *laid);
    long runs = 0; for (int i = 0; i < w.n; i++) { laid[i] = extract(s, &w.items[i], false); runs += laid[i].nruns; }
    Peer p = {.peer = "hb_shape", .make = hbmake, .layout = shape, .mtotal = "layout"};
    run_peer(&p, &o, &w);
    fprintf(stderr, "hb_shape %s (%s): %ld runs, %ld glyphs a pass\n", w.name, hb_version_string(), runs, glyphs / (o.reps + 1));
    return 0;
}
