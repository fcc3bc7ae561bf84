/* Copyright AsyncTextLayer contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The physical floor: everything is known beforehand (glyph places from Pango, glyph images in a warm atlas), only
   bytes are moved. Plain C; the compiler vectorises it. Each bitmap is malloc'ed, filled, drawn and freed.
   variants: fill    allocate, clear or fill with the background, free
             keep    the same but no bitmap is freed before the end of the pass (every page is new memory)
             draw    fill + A8 glyph blits (colour blits for emoji) + underline rectangles
             words   layout from a warm word cache: hash each word of each run, copy its glyphs, break lines greedily
             total   words, then draw, item by item: all a warm renderer must still do for Latin text
             tile    W4 alone: fill and blit the 1024x1024 tile
             relayout W5 alone: line breaks at every width from kept word widths (binary search over prefix sums) */
#include "extract.h"
#include "runner.h"

typedef struct { int w, h, left, top, pitch; bool color; uint8_t *px; } Img;   /* pitch in pixels, a multiple of 8 */
typedef struct { Img *img; int x, y; uint32_t color; } Blit;
typedef struct { int w, h, n, nrects; uint32_t bg; Blit *b; TRect *r; } Job;

/* ------------------------------------------------------------------ atlas */
typedef struct { uint64_t key; Img *img; } Slot;
static Slot *slots; static int mask = (1 << 16) - 1; static long atlasBytes;
static Img *glyph_image(int font, uint32_t gid, int sub) {
    uint64_t key = ((uint64_t)font << 32 | gid) << 2 | (uint64_t)sub; key = key * 2 + 1;
    if (!slots) slots = calloc((size_t)mask + 1, sizeof *slots);
    uint64_t i = key * 0x9E3779B97F4A7C15ull >> 40;
    while (slots[i & (uint64_t)mask].key) { if (slots[i & (uint64_t)mask].key == key) return slots[i & (uint64_t)mask].img; i++; }
    Font *f = &fonts[font]; Img *m = calloc(1, sizeof *m);
    if (FT_Load_Glyph(f->face, gid, f->color ? FT_LOAD_COLOR : FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP)) die("glyph");
    if (f->color) {                                  /* bitmap strike, scaled once by area averaging */
        FT_Bitmap *b = &f->face->glyph->bitmap; double k = f->emScale; m->color = true;
        m->w = (int)(b->width * k + 0.5); m->h = (int)(b->rows * k + 0.5); m->pitch = (m->w + 7) & ~7;
        m->left = (int)(f->face->glyph->bitmap_left * k); m->top = (int)(f->face->glyph->bitmap_top * k);
        m->px = aligned_alloc(64, ((size_t)m->pitch * (size_t)m->h * 4 + 63) & ~(size_t)63); memset(m->px, 0, (size_t)m->pitch * (size_t)m->h * 4);
        for (int y = 0; y < m->h; y++) for (int x = 0; x < m->w; x++) {
            unsigned s[4] = {0}, n = 0; int y1 = (int)((y + 1) / k), x1 = (int)((x + 1) / k);
            for (int v = (int)(y / k); v < y1 && v < (int)b->rows; v++) for (int u = (int)(x / k); u < x1 && u < (int)b->width; u++, n++) for (int c = 0; c < 4; c++) s[c] += b->buffer[v * b->pitch + u * 4 + c];
            uint8_t *d = m->px + ((size_t)y * (size_t)m->pitch + (size_t)x) * 4;
            if (n) { d[0] = (uint8_t)(s[2] / n); d[1] = (uint8_t)(s[1] / n); d[2] = (uint8_t)(s[0] / n); d[3] = (uint8_t)(s[3] / n); }
        }
        atlasBytes += (long)m->pitch * m->h * 4;
    } else {
        FT_Outline_Translate(&f->face->glyph->outline, sub * 16, 0);
        FT_Render_Glyph(f->face->glyph, FT_RENDER_MODE_NORMAL); FT_Bitmap *b = &f->face->glyph->bitmap;
        m->w = (int)b->width; m->h = (int)b->rows; m->left = f->face->glyph->bitmap_left; m->top = f->face->glyph->bitmap_top; m->pitch = (m->w + 7) & ~7;
        m->px = aligned_alloc(64, ((size_t)m->pitch * (size_t)m->h + 127) & ~(size_t)63); memset(m->px, 0, (size_t)m->pitch * (size_t)m->h);
        for (int y = 0; y < m->h; y++) memcpy(m->px + y * m->pitch, b->buffer + y * b->pitch, (size_t)m->w);
        atlasBytes += (long)m->pitch * m->h;
    }
    slots[i & (uint64_t)mask] = (Slot){key, m};
    return m;
}

/* ------------------------------------------------------------------ blits */
static inline uint32_t over8(uint32_t d, uint32_t rb, uint32_t ag, uint32_t a) {
    a += a >> 7; uint32_t b = 256 - a;               /* a: 0..256 */
    uint32_t x = ((d & 0xFF00FF) * b + rb * a) >> 8 & 0xFF00FF, y = ((d >> 8 & 0xFF00FF) * b + ag * a) & 0xFF00FF00;
    return x | y;
}
typedef uint32_t V8 __attribute__((vector_size(32), aligned(4), may_alias)); typedef uint8_t C8 __attribute__((vector_size(8), aligned(1), may_alias));
/* gcc unrolls an 8-wide inner loop before it can vectorise it, so the vector is spelt out (vector extension, no intrinsics) */
static void blit_a8(uint32_t *restrict d, int dp, const uint8_t *restrict s, int sp, int w, int h, uint32_t c) {
    uint32_t rb = c & 0xFF00FF, ag = c >> 8 & 0xFF00FF;
    if (!(w & 7)) for (int y = 0; y < h; y++, d += dp, s += sp) for (int x = 0; x < w; x += 8) {
        V8 v = *(V8 *)(d + x), a = __builtin_convertvector(*(const C8 *)(s + x), V8), k; a += a >> 7; k = 256 - a;
        *(V8 *)(d + x) = (((v & 0xFF00FF) * k + rb * a) >> 8 & 0xFF00FF) | (((v >> 8 & 0xFF00FF) * k + ag * a) & 0xFF00FF00);
    }
    else for (int y = 0; y < h; y++, d += dp, s += sp) for (int x = 0; x < w; x++) d[x] = over8(d[x], rb, ag, s[x]);
}
static void blit_rgba(uint32_t *restrict d, int dp, const uint32_t *restrict s, int sp, int w, int h) {
    for (int y = 0; y < h; y++, d += dp, s += sp) for (int x = 0; x < w; x++) {
        uint32_t v = s[x], b = 256 - ((v >> 24) + (v >> 31));
        d[x] = v + (((d[x] & 0xFF00FF) * b >> 8 & 0xFF00FF) | ((d[x] >> 8 & 0xFF00FF) * b & 0xFF00FF00));
    }
}
static inline uint32_t pixel(uint32_t rgba) { return __builtin_bswap32(rgba); } /* opaque colours only, so it is premultiplied */
static uint32_t *fill(const Job *j) {
    size_t n = (size_t)j->w * (size_t)j->h; uint32_t *p = malloc(n * 4);
    if (!(j->bg & 255)) memset(p, 0, n * 4);
    else { uint32_t v = pixel(j->bg); for (size_t i = 0; i < n; i++) p[i] = v; }
    return p;
}
static void paint(const Job *j, uint32_t *p) {
    for (int i = 0; i < j->n; i++) {
        const Blit *b = &j->b[i]; const Img *m = b->img; int x = b->x, y = b->y, sx = 0, sy = 0, w = m->pitch, h = m->h;
        if (x + w > j->w) w = j->w - x < m->w ? j->w - x : m->w;
        if (x < 0) { sx = -x; w -= sx; x = 0; }
        if (y < 0) { sy = -y; h -= sy; y = 0; }
        if (y + h > j->h) h = j->h - y;
        if (w <= 0 || h <= 0) continue;
        uint32_t *d = p + (size_t)y * (size_t)j->w + x;
        if (m->color) blit_rgba(d, j->w, (uint32_t *)m->px + sy * m->pitch + sx, m->pitch, w, h);
        else blit_a8(d, j->w, m->px + sy * m->pitch + sx, m->pitch, w, h, pixel(b->color));
    }
    for (int i = 0; i < j->nrects; i++) {
        const TRect *r = &j->r[i]; uint32_t v = pixel(r->color);
        for (int y = r->y; y < r->y + r->h && y < j->h; y++) for (int x = r->x; x < r->x + r->w && x < j->w; x++) p[(size_t)y * (size_t)j->w + (size_t)x] = v;
    }
}
static void add_blit(Job *j, int *cap, TGlyph *g, double dy) {
    double gx = g->x + 1 / 8.0; int ix = (int)floor(gx), sub = (int)((gx - ix) * 4);
    Img *m = glyph_image(g->font, g->gid, fonts[g->font].color ? 0 : sub);
    if (!m->w || !m->h) return;
    if (j->n == *cap) j->b = realloc(j->b, sizeof(Blit) * (size_t)(*cap = *cap ? *cap * 2 : 32));
    j->b[j->n++] = (Blit){m, ix + m->left, (int)lrint(g->y + dy) - m->top, g->color};
}
static Job job_of(Laid *l) {
    Job j = {.w = l->w, .h = l->h, .bg = l->it->bg, .nrects = l->nrects, .r = l->rects}; int cap = 0;
    for (int i = 0; i < l->nglyphs; i++) add_blit(&j, &cap, &l->glyphs[i], 0);
    return j;
}

/* ------------------------------------------------------------- word cache */
typedef struct { uint64_t h; const char *key; int len, n; float width; uint16_t gid[48]; float adv[48]; } Word;
typedef struct { uint16_t gid; uint16_t style; float x, y; } OutGlyph;
typedef struct { Word *t; int m; OutGlyph *out; long n; } Cache;
static Cache cache;
static uint64_t hash(const char *s, int n, uint64_t style) {
    uint64_t h = style * 0x9E3779B97F4A7C15ull ^ (uint64_t)n;
    while (n >= 8) { uint64_t v; memcpy(&v, s, 8); h = (h ^ v) * 0xD6E8FEB86659FD93ull; h ^= h >> 32; s += 8; n -= 8; }
    if (n) { uint64_t v = 0; memcpy(&v, s, (size_t)n); h = (h ^ v) * 0xD6E8FEB86659FD93ull; h ^= h >> 32; }
    return h ? h : 1;
}
static hb_buffer_t *hbuf; static long misses;
static Word *word(const char *s, int n, int style, hb_font_t *f) {
    uint64_t h = hash(s, n, (uint64_t)style); uint64_t i = h >> 20;
    for (;; i++) {
        Word *w = &cache.t[i & (uint64_t)cache.m];
        if (w->h == h && w->len == n && !memcmp(w->key, s, (size_t)n)) return w;
        if (w->h) continue;
        misses++;                                    /* shaped once, in the warm-up pass */
        w->h = h; w->key = s; w->len = n;
        hb_buffer_clear_contents(hbuf); hb_buffer_add_utf8(hbuf, s, n, 0, n); hb_buffer_guess_segment_properties(hbuf); hb_shape(f, hbuf, NULL, 0);
        unsigned g; hb_glyph_info_t *gi = hb_buffer_get_glyph_infos(hbuf, &g); hb_glyph_position_t *gp = hb_buffer_get_glyph_positions(hbuf, NULL);
        if (g > 48) g = 48;
        w->n = (int)g; for (unsigned k = 0; k < g; k++) { w->gid[k] = (uint16_t)gi[k].codepoint; w->adv[k] = (float)gp[k].x_advance / 64; w->width += w->adv[k]; }
        return w;
    }
}
typedef struct { int *style; float *space; hb_font_t **f; } Styles; /* per item and run */
static Styles *styles;
static void layout_words(Item *it, Styles *st) {
    OutGlyph *o = cache.out; float x = 0, y = 0, limit = it->width >= 0 ? (float)(it->width * it->scale) : 1e9f; int lines = 1;
    for (int r = 0; r < it->nruns; r++) {
        const char *s = it->runs[r].text, *e = s + it->runs[r].len; int style = st->style[r];
        while (s < e) {
            if (*s == ' ') { x += st->space[r]; s++; continue; }
            if (*s == '\n') { x = 0; y += 1; lines++; s++; continue; }
            const char *b = s; while (s < e && *s != ' ' && *s != '\n') s++;
            Word *w = word(b, (int)(s - b), style, st->f[r]);
            if (x + w->width > limit) { if (it->maxLines && lines == it->maxLines) goto done; x = 0; y += 1; lines++; }
            for (int k = 0; k < w->n; k++) { *o++ = (OutGlyph){w->gid[k], (uint16_t)style, x, y}; x += w->adv[k]; }
        }
    }
done:
    cache.n = o - cache.out;
}
static void make_styles(State *s, Workload *w) {
    struct { char k[256]; hb_font_t *f; float space; } tab[64]; int n = 0;
    (void)s; styles = calloc((size_t)w->n, sizeof *styles);
    for (int i = 0; i < w->n; i++) {
        Item *it = &w->items[i]; Styles *t = &styles[i];
        t->style = calloc((size_t)it->nruns, sizeof(int)); t->space = calloc((size_t)it->nruns, sizeof(float)); t->f = calloc((size_t)it->nruns, sizeof(hb_font_t *));
        for (int r = 0; r < it->nruns; r++) {
            char k[256]; Run *u = &it->runs[r]; snprintf(k, sizeof k, "%s|%g|%d|%d", u->font, u->size * it->scale, u->weight, u->italic);
            int id = -1; for (int j = 0; j < n; j++) if (!strcmp(tab[j].k, k)) id = j;
            if (id < 0) {
                Item x = *it; Run y = *u; y.text = "a"; y.len = 1; x.runs = &y; x.nruns = 1; x.text = y.text; x.len = 1; Laid l = extract(s, &x, false);
                id = n++; snprintf(tab[id].k, 256, "%s", k); tab[id].f = fonts[l.glyphs[0].font].hb;
                hb_codepoint_t g = 0; hb_font_get_nominal_glyph(tab[id].f, ' ', &g); tab[id].space = (float)hb_font_get_glyph_h_advance(tab[id].f, g) / 64;
            }
            t->style[r] = id; t->space[r] = tab[id].space; t->f[r] = tab[id].f;
        }
    }
    cache.m = (1 << 17) - 1; cache.t = calloc((size_t)cache.m + 1, sizeof(Word)); cache.out = malloc(sizeof(OutGlyph) * 2000000); hbuf = hb_buffer_create();
}

/* ------------------------------------------------------------------- runs */
static Job *jobs; static uint32_t **held; static int heldN; static volatile uint32_t sink; static long outGlyphs;
static void *mk(const Opt *o, Workload *w, int t) { (void)o; (void)w; (void)t; return NULL; }
static void d_fill(void *s, Item *it, int i, void *l, const char *dump) { (void)s; (void)it; (void)l; (void)dump; uint32_t *p = fill(&jobs[i]); sink = p[7]; free(p); }
static void d_keep(void *s, Item *it, int i, void *l, const char *dump) { (void)s; (void)it; (void)l; (void)dump; held[i] = fill(&jobs[i]); heldN = i + 1; }
static void drop(void *s) { (void)s; for (int i = 0; i < heldN; i++) free(held[i]); heldN = 0; }
static void d_draw(void *s, Item *it, int i, void *l, const char *dump) {
    (void)s; (void)it; (void)l; uint32_t *p = fill(&jobs[i]); paint(&jobs[i], p);
    if (dump) write_png(dump, (uint8_t *)p, jobs[i].w, jobs[i].h, jobs[i].w * 4, false, 6);
    sink = p[7]; free(p);
}
static void *l_words(void *s, Item *it, int i) { (void)s; layout_words(it, &styles[i]); outGlyphs += cache.n; return NULL; }

static void relayout(const Opt *o, Item *it, Workload *w) {
    make_styles(make(o, w, 0), w);
    int n = 0, cap = 4096; float *pre = malloc(sizeof(float) * (size_t)cap), x = 0, sp = styles[0].space[0]; const char *s = it->text;
    pre[0] = 0;
    while (*s) { const char *b = s; while (*s && *s != ' ') s++; x += word(b, (int)(s - b), 0, styles[0].f[0])->width + sp; pre[++n] = x; while (*s == ' ') s++; }
    double t[2][64]; long lines[2] = {0};
    int *brk = malloc(sizeof(int) * (size_t)n);
    for (int mode = 0; mode < 2; mode++) for (int r = 0; r < o->reps; r++) {
        double t0 = cpu_now(); lines[mode] = 0;
        for (int k = 0; k < it->nwidths; k++) {
            float lim = (float)(it->widths[k] * it->scale) + sp; int i = 0, m = 0;
            while (i < n) {
                float end = pre[i] + lim; int j;
                if (mode == 0) { j = i + 1; while (j < n && pre[j + 1] <= end) j++; }
                else { int lo = i + 1, hi = i + 256 < n ? i + 256 : n; while (lo < hi) { int mid = (lo + hi + 1) / 2; if (pre[mid] <= end) lo = mid; else hi = mid - 1; } j = lo; }
                brk[m++] = i = j;
            }
            lines[mode] += m;
        }
        t[mode][r] = cpu_now() - t0;
    }
    fprintf(stderr, "floor W5: %ld / %ld lines over all widths\n", lines[0], lines[1]);
    result("floor", "W5", "relayout-scan", 1, it->nwidths, median(t[0], o->reps), -1, -1);
    result("floor", "W5", "relayout", 1, it->nwidths, median(t[1], o->reps), -1, -1);
}
int main(int argc, char **argv) {
    Opt o = parse_opts(argc, argv); Workload w = load_workload(o.file, o.limit); const char *v = *o.variant ? o.variant : "draw";
    if (!strcmp(v, "relayout")) { relayout(&o, &w.items[0], &w); return 0; }
    Item doc = w.items[0]; if (!strcmp(w.name, "W4")) split_paragraphs(&w);
    State *s = make(&o, &w, 0); jobs = calloc((size_t)w.n, sizeof *jobs); held = calloc((size_t)w.n, sizeof *held);
    bool needWords = !strcmp(v, "words") || !strcmp(v, "total"), needJobs = strcmp(v, "words");
    long px = 0, blits = 0, cov = 0;
    if (needJobs) {
        if (!strcmp(v, "tile")) {
            Laid *l = calloc((size_t)w.n, sizeof *l); int *top = calloc((size_t)w.n + 1, sizeof *top);
            for (int i = 0; i < w.n; i++) { l[i] = extract(s, &w.items[i], true); top[i + 1] = top[i] + l[i].h; }
            int H = (int)doc.tileH, y0 = doc.tileY < 0 ? (top[w.n] - H) / 2 : (int)doc.tileY, cap = 0;
            Job j = {.w = (int)doc.tileW, .h = H, .bg = doc.bg};
            for (int i = 0; i < w.n; i++) if (top[i + 1] > y0 && top[i] < y0 + H) for (int g = 0; g < l[i].nglyphs; g++) {
                double y = l[i].glyphs[g].y + top[i] - y0; if (y > -50 && y < H + 50) add_blit(&j, &cap, &l[i].glyphs[g], top[i] - y0);
            }
            jobs[0] = j; w.n = 1;
        } else for (int i = 0; i < w.n; i++) { Laid l = extract(s, &w.items[i], true); jobs[i] = job_of(&l); }
        for (int i = 0; i < w.n; i++) { px += (long)jobs[i].w * jobs[i].h; blits += jobs[i].n; for (int b = 0; b < jobs[i].n; b++) cov += jobs[i].b[b].img->w * jobs[i].b[b].img->h; }
        fprintf(stderr, "floor %s: %ld bitmap bytes, %ld blits of %ld pixels, atlas %ld bytes\n", w.name, px * 4, blits, cov, atlasBytes);
    }
    if (needWords) make_styles(s, &w);
    Peer p = {.peer = "floor", .make = mk, .mtotal = v};
    if (!strcmp(v, "fill")) p.draw = d_fill;
    else if (!strcmp(v, "keep")) { p.draw = d_keep; p.newpass = drop; if (o.threads > 1) die("keep is single-threaded"); }
    else if (!strcmp(v, "draw") || !strcmp(v, "tile")) p.draw = d_draw;
    else if (!strcmp(v, "words")) p.layout = l_words;
    else if (!strcmp(v, "total")) { p.layout = l_words; p.draw = d_draw; p.mlayout = "total-words"; p.mdraw = "total-draw"; if (o.threads > 1) die("the word cache is single-threaded"); }
    else die("no such variant");
    run_peer(&p, &o, &w);
    if (needWords) fprintf(stderr, "floor %s words: %ld distinct words, %ld glyphs a pass\n", w.name, misses, outGlyphs / (o.reps + 1));
    return 0;
}
