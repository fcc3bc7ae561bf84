/* Copyright AsyncTextLayer contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Floors for rasterising: every glyph a workload draws, loaded and rendered anew each time (no cache, no hinting).
   variants: (none)  FT_Load_Glyph + FT_Render_Glyph of every glyph drawn
             distinct  the same for each (font, glyph) once: what a cache pays the first time
             load    FT_Load_Glyph alone (the outline)
             accum   FT_Load_Glyph + a signed-area accumulation rasteriser in plain C (below)
             raster  that rasteriser alone, on outlines loaded and copied beforehand */
#include "extract.h"
#include "runner.h"
static Laid *laid; static int variant; static long total, skipped; static uint64_t sink;
enum { RENDER, DISTINCT, LOAD, ACCUM, RASTER };
typedef struct { FT_Library lib; FT_Face f[512]; float *acc; uint8_t *out; size_t cap; } FTs;
static FT_Outline **kept; /* RASTER: per item, per glyph */

/* Signed-area accumulation: each edge adds its cover to a difference buffer, a running sum gives coverage.
   Rows lie in groups of 16 and the buffer is column by column inside a group, so the running sum works on
   16 rows at once and the compiler vectorises it. */
#define G 16


static void edge(float *acc, int aw, float x0, float y0, float x1, float y1) {
    if (y0 == y1) return;
    float dir = 1; if (y0 > y1) { float t = x0; x0 = x1; x1 = t; t = y0; y0 = y1; y1 = t; dir = -1; }
    float dxdy = (x1 - x0) / (y1 - y0), x = x0, top = y0;
    unsigned ya = (unsigned)(int)y0, yb = (unsigned)(int)ceilf(y1);
    for (unsigned y = ya; y < yb; y++) {
        float bottom = MIN((float)(int)(y + 1), y1), dy = bottom - top, xn = x + dxdy * dy, d = dy * dir;
        float l = MIN(x, xn), r = MAX(x, xn), lf, rf; int li = (int)l, ri = (int)r; lf = (float)li; rf = (float)ri;
        float *row = acc + ((size_t)(y / G) * (size_t)aw + (size_t)(unsigned)li) * G + y % G;   /* next column: + G */
        if (li == ri) { float m = d * (0.5f * (x + xn) - lf); row[0] += d - m; row[G] += m; }
        else {
            float s = d / (r - l), f0 = 1 - (l - lf), a = 0.5f * s * f0 * f0, f1 = r - rf, e = 0.5f * s * f1 * f1;
            row[0] += a;
            if (ri == li + 1) { row[G] += d - a - e; row[2 * G] += e; }
            else {
                float b = s * (f0 + 0.5f) ; row[G] += b - a;
                for (int k = li + 2; k < ri; k++) { row += G; row[G] += s; }
                /* what is left so that all adds up to d */
                float c = d - b - (float)(ri - li - 2) * s - e; row += G; row[G] += c; row[2 * G] += e;
            }
        }
        x = xn; top = bottom;
    }
}
typedef struct { float ox, oy; int h; float px, py; float *acc; int aw; } Pen;
#define PX(v) ((float)(v)->x * (1 / 64.f) - p->ox)
#define PY(v) ((float)p->h - ((float)(v)->y * (1 / 64.f) - p->oy))
static int mv(const FT_Vector *t, void *u) { Pen *p = u; p->px = PX(t); p->py = PY(t); return 0; }
static int ln(const FT_Vector *t, void *u) { Pen *p = u; float x = PX(t), y = PY(t); edge(p->acc, p->aw, p->px, p->py, x, y); p->px = x; p->py = y; return 0; }
static int qd(const FT_Vector *c, const FT_Vector *t, void *u) {
    Pen *p = u; float x0 = p->px, y0 = p->py, x1 = PX(c), y1 = PY(c), x2 = PX(t), y2 = PY(t);
    float dx = x0 - 2 * x1 + x2, dy = y0 - 2 * y1 + y2; int n = 1 + (int)sqrtf((fabsf(dx) + fabsf(dy)) * 1.5f);
    for (int i = 1; i <= n; i++) { float k = (float)i / (float)n, m = 1 - k, x = m * m * x0 + 2 * m * k * x1 + k * k * x2, y = m * m * y0 + 2 * m * k * y1 + k * k * y2; edge(p->acc, p->aw, p->px, p->py, x, y); p->px = x; p->py = y; }
    return 0;
}
static int cb(const FT_Vector *c, const FT_Vector *d, const FT_Vector *t, void *u) {
    Pen *p = u; float x0 = p->px, y0 = p->py, x1 = PX(c), y1 = PY(c), x2 = PX(d), y2 = PY(d), x3 = PX(t), y3 = PY(t);
    float ax = MAX(fabsf(x0 - 2 * x1 + x2), fabsf(x1 - 2 * x2 + x3)), ay = MAX(fabsf(y0 - 2 * y1 + y2), fabsf(y1 - 2 * y2 + y3));
    int n = 1 + (int)sqrtf((ax + ay) * 3.f);
    for (int i = 1; i <= n; i++) { float k = (float)i / (float)n, m = 1 - k, a = m * m * m, b = 3 * m * m * k, e = 3 * m * k * k, f = k * k * k, x = a * x0 + b * x1 + e * x2 + f * x3, y = a * y0 + b * y1 + e * y2 + f * y3; edge(p->acc, p->aw, p->px, p->py, x, y); p->px = x; p->py = y; }
    return 0;
}
static int raster(FTs *s, FT_Outline *o, int *wo, int *ho) {
    FT_BBox b; FT_Outline_Get_CBox(o, &b);
    int x0 = (int)floorf((float)b.xMin / 64), y0 = (int)floorf((float)b.yMin / 64), x1 = (int)ceilf((float)b.xMax / 64), y1 = (int)ceilf((float)b.yMax / 64);
    int w = x1 - x0, h = y1 - y0, aw = w + 2, groups = (h + G - 1) / G; *wo = w; *ho = h;
    if (w <= 0 || h <= 0) return 0;
    size_t need = (size_t)(groups + 1) * G * (size_t)aw;
    if (need > s->cap) { free(s->acc); free(s->out); s->acc = aligned_alloc(64, need * 8); s->out = aligned_alloc(64, need * 2); s->cap = need; }
    memset(s->acc, 0, need * sizeof(float));
    Pen p = {(float)x0, (float)y0, h, 0, 0, s->acc, aw};
    static const FT_Outline_Funcs fn = {mv, ln, qd, cb, 0, 0};
    FT_Outline_Decompose(o, (FT_Outline_Funcs *)&fn, &p);
    for (int g = 0; g < groups; g++) {
        const float *restrict a = s->acc + (size_t)g * G * (size_t)aw; uint8_t *restrict d = s->out + (size_t)g * G * (size_t)w;
        float sum[G] = {0}; uint8_t col[64][G];
        for (int xb = 0; xb < w; xb += 64) {
            int n = w - xb < 64 ? w - xb : 64;
            for (int x = 0; x < n; x++, a += G) for (int k = 0; k < G; k++) { sum[k] += a[k]; float v = fabsf(sum[k]); v = v > 1 ? 1 : v; col[x][k] = (uint8_t)(int)(v * 255.f + 0.5f); }
            for (int k = 0; k < G; k++) for (int x = 0; x < n; x++) d[k * w + xb + x] = col[x][k];
        }
    }
    return 1;
}
static void *ftmake(const Opt *o, Workload *w, int t) {
    (void)o; (void)w; (void)t; FTs *s = calloc(1, sizeof *s); FT_Init_FreeType(&s->lib);
    for (int i = 0; i < nfonts; i++) {
        FT_New_Face(s->lib, fonts[i].file, fonts[i].index, &s->f[i]);
        if (FT_IS_SCALABLE(s->f[i])) FT_Set_Char_Size(s->f[i], 0, (FT_F26Dot6)(fonts[i].px * 64 + 0.5), 72, 72);
    }
    return s;
}
static void *one(void *st, Item *it, int i) {
    (void)it; FTs *s = st; Laid *l = &laid[i]; uint64_t acc = 0; int w, h;
    for (int g = 0; g < l->nglyphs; g++) {
        TGlyph *t = &l->glyphs[g]; if (fonts[t->font].color) continue;
        if (variant == RASTER) { raster(s, kept[i] + g, &w, &h); acc += (uint64_t)w; continue; }
        FT_Face f = s->f[t->font];
        if (FT_Load_Glyph(f, t->gid, FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP)) continue;
        if (variant == LOAD) continue;
        if (variant == ACCUM) { raster(s, &f->glyph->outline, &w, &h); acc += (uint64_t)w; continue; }
        FT_Render_Glyph(f->glyph, FT_RENDER_MODE_NORMAL); acc += f->glyph->bitmap.rows;
    }
    sink += acc;
    return NULL;
}
int main(int argc, char **argv) {
    Opt o = parse_opts(argc, argv); Workload w = load_workload(o.file, o.limit);
    const char *names[] = {"", "distinct", "load", "accum", "raster"}, *metric[] = {"raster-uncached", "raster-distinct", "load-outline", "load+accum", "accum-only"};
    for (int i = 0; i < 5; i++) if (!strcmp(o.variant, names[i])) variant = i;
    if (!strcmp(w.name, "W4")) split_paragraphs(&w);
    State *s = make(&o, &w, 0); laid = calloc((size_t)w.n, sizeof *laid);
    for (int i = 0; i < w.n; i++) {
        laid[i] = extract(s, &w.items[i], true); total += laid[i].nglyphs;
        for (int g = 0; g < laid[i].nglyphs; g++) skipped += fonts[laid[i].glyphs[g].font].color;
    }
    long drawn = total - skipped;
    if (variant == DISTINCT) { /* all distinct glyphs as one item */
        Laid d = {0}; uint8_t *seen = calloc(512, 65536); d.glyphs = malloc(sizeof(TGlyph) * (size_t)total); drawn = 0;
        for (int i = 0; i < w.n; i++) for (int g = 0; g < laid[i].nglyphs; g++) { TGlyph *t = &laid[i].glyphs[g]; size_t k = (size_t)t->font * 65536 + t->gid; if (!seen[k]) { seen[k] = 1; d.glyphs[d.nglyphs++] = *t; drawn += !fonts[t->font].color; } }
        laid[0] = d; w.n = 1; variant = RENDER;
        metric[RENDER] = metric[DISTINCT];
    }
    if (variant == RASTER) {
        FTs *f = ftmake(&o, &w, 0); kept = calloc((size_t)w.n, sizeof *kept);
        for (int i = 0; i < w.n; i++) {
            kept[i] = calloc((size_t)laid[i].nglyphs, sizeof(FT_Outline));
            for (int g = 0; g < laid[i].nglyphs; g++) {
                TGlyph *t = &laid[i].glyphs[g]; if (fonts[t->font].color || FT_Load_Glyph(f->f[t->font], t->gid, FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP)) continue;
                FT_Outline *src = &f->f[t->font]->glyph->outline;
                FT_Outline_New(f->lib, (FT_UInt)src->n_points, src->n_contours, &kept[i][g]); FT_Outline_Copy(src, &kept[i][g]);
            }
        }
    }
    if (o.dump) { /* the two rasterisers side by side */
        FTs *f = ftmake(&o, &w, 0); int W = 1200, H = 260; uint8_t *px = calloc((size_t)W * (size_t)H, 4); double maxd = 0, sumd = 0; long n = 0; int pen = 4;
        for (int g = 0; g < laid[0].nglyphs; g++) {
            TGlyph *t = &laid[0].glyphs[g]; FT_Face fc = f->f[t->font]; int w2, h2;
            if (FT_Load_Glyph(fc, t->gid, FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP)) continue;
            raster(f, &fc->glyph->outline, &w2, &h2); uint8_t *mine = malloc((size_t)w2 * (size_t)(h2 + G)); memcpy(mine, f->out, (size_t)w2 * (size_t)h2);
            FT_Render_Glyph(fc->glyph, FT_RENDER_MODE_NORMAL); FT_Bitmap *b = &fc->glyph->bitmap;
            for (int y = 0; y < h2 && y < (int)b->rows; y++) for (int x = 0; x < w2 && x < (int)b->width; x++) {
                int a = mine[y * w2 + x], c = b->buffer[y * b->pitch + x], dd = abs(a - c); if (dd > maxd) maxd = dd; sumd += dd; n++;
                if (pen + x < W) { px[((size_t)(y + 10) * (size_t)W + (size_t)(pen + x)) * 4 + 3] = (uint8_t)a; px[((size_t)(y + 140) * (size_t)W + (size_t)(pen + x)) * 4 + 3] = (uint8_t)c; }
            }
            pen += w2 + 4; free(mine);
        }
        fprintf(stderr, "accum against FreeType: largest difference %g, mean %.3f of 255\n", maxd, sumd / (double)n);
        char p[4096]; snprintf(p, sizeof p, "%s/ft-accum-%s.png", o.dump, w.name); write_png(p, px, W, H, W * 4, false, 6);
        return 0;
    }
    Peer p = {.peer = "freetype", .make = ftmake, .layout = one, .mtotal = metric[variant]};
    run_peer(&p, &o, &w);
    fprintf(stderr, "freetype %s %s: %ld glyphs (%ld colour glyphs left out)\n", w.name, metric[variant], drawn, skipped);
    return (int)(sink & 0);
}
