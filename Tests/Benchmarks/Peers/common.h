/* Copyright AsyncTextLayer contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Shared by the C harnesses: workload reader (NDJSON), clocks, memory, result lines, PNG dump. */
#ifndef COMMON_H
#define COMMON_H
#define _GNU_SOURCE
#include <math.h>
#include <dirent.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>
#include <zlib.h>

/* ------------------------------------------------------------------ workload */
typedef struct { char *text; int len; char *font; double size; int weight; bool italic, underline; uint32_t color; /* RGBA */ } Run;
typedef struct {
    char *id; double width, height, scale; int maxLines; bool truncate; uint32_t bg;
    int nruns; Run *runs; bool hasTile; double tileX, tileY, tileW, tileH; /* tileY < 0: middle */
    int nwidths; double *widths;
    char *text; int len; /* all runs joined */
} Item;
typedef struct { char name[8]; int n; Item *items; } Workload;

static void die(const char *m) { fprintf(stderr, "bench: %s\n", m); exit(2); }

/* A JSON reader just big enough for the format in Workloads/README.md. */
static const char *J;
static void ws(void) { while (*J == ' ' || *J == '\t' || *J == '\r') J++; }
static bool eat(char c) { ws(); if (*J == c) { J++; return true; } return false; }
static unsigned hex4(void) { unsigned v = 0; for (int i = 0; i < 4; i++) { char c = *J++; v = v * 16 + (c <= '9' ? c - '0' : (c | 32) - 'a' + 10); } return v; }
static char *jstr(int *len) {
    if (!eat('"')) die("string expected");
    const char *e = J; while (*e != '"') { if (*e == '\\') e++; e++; }
    char *s = malloc((size_t)(e - J) + 1), *o = s;
    while (*J != '"') {
        if (*J != '\\') { *o++ = *J++; continue; }
        J++; char c = *J++;
        switch (c) {
        case 'n': *o++ = '\n'; break; case 't': *o++ = '\t'; break; case 'r': *o++ = '\r'; break;
        case 'b': *o++ = '\b'; break; case 'f': *o++ = '\f'; break;
        case 'u': {
            unsigned u = hex4();
            if (u >= 0xD800 && u < 0xDC00 && J[0] == '\\' && J[1] == 'u') { J += 2; u = 0x10000 + ((u - 0xD800) << 10) + (hex4() - 0xDC00); }
            if (u < 0x80) *o++ = (char)u;
            else if (u < 0x800) { *o++ = (char)(0xC0 | u >> 6); *o++ = (char)(0x80 | (u & 63)); }
            else if (u < 0x10000) { *o++ = (char)(0xE0 | u >> 12); *o++ = (char)(0x80 | (u >> 6 & 63)); *o++ = (char)(0x80 | (u & 63)); }
            else { *o++ = (char)(0xF0 | u >> 18); *o++ = (char)(0x80 | (u >> 12 & 63)); *o++ = (char)(0x80 | (u >> 6 & 63)); *o++ = (char)(0x80 | (u & 63)); }
            break; }
        default: *o++ = c;
        }
    }
    J++; *o = 0; if (len) *len = (int)(o - s);
    return s;
}
static double jnum(void) { ws(); char *e; double d = strtod(J, &e); if (e == J) die("number expected"); J = e; return d; }
static bool jbool(void) { ws(); if (!strncmp(J, "true", 4)) { J += 4; return true; } if (!strncmp(J, "false", 5)) { J += 5; return false; } die("bool expected"); return false; }
static void jskip(void) {
    ws();
    if (*J == '"') { free(jstr(NULL)); return; }
    if (*J == '{') { J++; while (!eat('}')) { free(jstr(NULL)); eat(':'); jskip(); eat(','); } return; }
    if (*J == '[') { J++; while (!eat(']')) { jskip(); eat(','); } return; }
    while (*J && *J != ',' && *J != '}' && *J != ']') J++;
}
static uint32_t jcolor(void) {
    char *s = jstr(NULL); uint32_t v = (uint32_t)strtoul(s + 1, NULL, 16);
    if (strlen(s) == 7) v = v << 8 | 0xFF;
    free(s); return v;
}
static void jrun(Run *r) {
    memset(r, 0, sizeof *r); r->weight = 400; r->color = 0x000000FF; r->size = 12;
    if (!eat('{')) die("run expected");
    while (!eat('}')) {
        char *k = jstr(NULL); eat(':');
        if (!strcmp(k, "text")) r->text = jstr(&r->len);
        else if (!strcmp(k, "font")) r->font = jstr(NULL);
        else if (!strcmp(k, "size")) r->size = jnum();
        else if (!strcmp(k, "weight")) r->weight = (int)jnum();
        else if (!strcmp(k, "italic")) r->italic = jbool();
        else if (!strcmp(k, "underline")) r->underline = jbool();
        else if (!strcmp(k, "color")) r->color = jcolor();
        else jskip();
        free(k); eat(',');
    }
}
static void jitem(Item *it) {
    memset(it, 0, sizeof *it); it->scale = 1; it->width = -1; it->height = -1;
    if (!eat('{')) die("item expected");
    while (!eat('}')) {
        char *k = jstr(NULL); eat(':');
        if (!strcmp(k, "id")) it->id = jstr(NULL);
        else if (!strcmp(k, "width")) it->width = jnum();
        else if (!strcmp(k, "height")) it->height = jnum();
        else if (!strcmp(k, "scale")) it->scale = jnum();
        else if (!strcmp(k, "maxLines")) it->maxLines = (int)jnum();
        else if (!strcmp(k, "truncate")) { char *s = jstr(NULL); it->truncate = !strcmp(s, "end"); free(s); }
        else if (!strcmp(k, "background")) it->bg = jcolor();
        else if (!strcmp(k, "runs")) {
            eat('['); int cap = 0;
            while (!eat(']')) { if (it->nruns == cap) it->runs = realloc(it->runs, sizeof(Run) * (size_t)(cap = cap ? cap * 2 : 4)); jrun(&it->runs[it->nruns++]); eat(','); }
        } else if (!strcmp(k, "widths")) {
            eat('['); int cap = 0;
            while (!eat(']')) { if (it->nwidths == cap) it->widths = realloc(it->widths, sizeof(double) * (size_t)(cap = cap ? cap * 2 : 64)); it->widths[it->nwidths++] = jnum(); eat(','); }
        } else if (!strcmp(k, "tile")) {
            it->hasTile = true; eat('{');
            while (!eat('}')) {
                char *t = jstr(NULL); eat(':');
                if (!strcmp(t, "x")) it->tileX = jnum();
                else if (!strcmp(t, "y")) { ws(); if (*J == '"') { free(jstr(NULL)); it->tileY = -1; } else it->tileY = jnum(); }
                else if (!strcmp(t, "width")) it->tileW = jnum();
                else if (!strcmp(t, "height")) it->tileH = jnum();
                else jskip();
                free(t); eat(',');
            }
        } else jskip();
        free(k); eat(',');
    }
    for (int i = 0; i < it->nruns; i++) it->len += it->runs[i].len;
    it->text = malloc((size_t)it->len + 1);
    char *o = it->text;
    for (int i = 0; i < it->nruns; i++) { memcpy(o, it->runs[i].text, (size_t)it->runs[i].len); o += it->runs[i].len; }
    *o = 0;
}
static Workload load_workload(const char *path, int limit) {
    FILE *f = fopen(path, "rb"); if (!f) die("cannot open the workload (run gen_workloads.py)");
    fseek(f, 0, SEEK_END); long n = ftell(f); rewind(f);
    char *b = malloc((size_t)n + 1); if (fread(b, 1, (size_t)n, f) != (size_t)n) die("short read"); b[n] = 0; fclose(f);
    Workload w = {0}; int cap = 0; char *line = b; bool head = true;
    while (*line) {
        char *nl = strchr(line, '\n'); if (nl) *nl = 0;
        J = line;
        if (head) {
            const char *p = strstr(line, "\"workload\":\""); if (!p) die("header line expected");
            sscanf(p + 12, "%7[^\"]", w.name); head = false;
        } else if (*line && (!limit || w.n < limit)) {
            if (w.n == cap) w.items = realloc(w.items, sizeof(Item) * (size_t)(cap = cap ? cap * 2 : 256));
            jitem(&w.items[w.n++]);
        }
        if (!nl) break;
        line = nl + 1;
    }
    free(b);
    return w;
}

/* -------------------------------------------------------------------- clocks */
static inline double now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec; }
static inline double cpu_now(void) { struct timespec t; clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec; }
static long status_kb(const char *key) {
    FILE *f = fopen("/proc/self/status", "r"); char l[256]; long v = -1; size_t k = strlen(key);
    while (fgets(l, sizeof l, f)) if (!strncmp(l, key, k)) { v = atol(l + k + 1); break; }
    fclose(f); return v;
}
/* Seconds this process's threads stood runnable without a processor: says whether somebody else's work fell into a pass. */
__attribute__((unused)) static double run_delay(bool workers) { /* workers: leave the main thread out */
    DIR *d = opendir("/proc/self/task"); struct dirent *e; double sum = 0; char p[300], b[128];
    while (d && (e = readdir(d))) if (e->d_name[0] != '.' && !(workers && atoi(e->d_name) == getpid())) {
        snprintf(p, sizeof p, "/proc/self/task/%s/schedstat", e->d_name); FILE *f = fopen(p, "r"); if (!f) continue;
        unsigned long long run, wait; if (fgets(b, sizeof b, f) && sscanf(b, "%llu %llu", &run, &wait) == 2) sum += 1e-9 * (double)wait;
        fclose(f);
    }
    if (d) closedir(d);
    return sum;
}
/* A pass is kept when under 2% of its time was lost so; up to three times as many passes are run as asked for. */
#define CLEAN 0.02
static int cmpd(const void *a, const void *b) { double x = *(const double *)a, y = *(const double *)b; return x < y ? -1 : x > y; }
__attribute__((unused)) static double median(double *v, int n) { if (!n) return 0; qsort(v, (size_t)n, sizeof *v, cmpd); return n & 1 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2; }

/* ------------------------------------------------------------------- options */
typedef struct { const char *file, *dump, *variant; int reps, threads, limit, hint; } Opt;
static Opt parse_opts(int argc, char **argv) {
    Opt o = {.reps = 5, .threads = 1, .variant = ""};
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--reps")) o.reps = atoi(argv[++i]);
        else if (!strcmp(argv[i], "--threads")) o.threads = atoi(argv[++i]);
        else if (!strcmp(argv[i], "--limit")) o.limit = atoi(argv[++i]);
        else if (!strcmp(argv[i], "--dump")) o.dump = argv[++i];
        else if (!strcmp(argv[i], "--hint")) o.hint = !strcmp(argv[++i], "slight");
        else if (!strcmp(argv[i], "--variant")) o.variant = argv[++i];
        else o.file = argv[i];
    }
    if (!o.file) die("usage: PEER WORKLOAD.ndjson [--reps N] [--threads N] [--limit N] [--hint none|slight] [--dump DIR] [--variant V]");
    return o;
}

/* -------------------------------------------------------------- result lines */
static int dirty; /* passes thrown away for the last result, or -1 when too few clean ones could be had */
static void result(const char *peer, const char *wl, const char *metric, int threads, int items, double seconds, double cpu, double first) {
    printf("{\"peer\":\"%s\",\"workload\":\"%s\",\"metric\":\"%s\",\"threads\":%d,\"items\":%d,\"ms\":%.4f", getenv("PEER_NAME") ? getenv("PEER_NAME") : peer, wl, metric, threads, items, seconds * 1e3);
    if (cpu >= 0) printf(",\"cpu_ms\":%.4f", cpu * 1e3);
    if (first >= 0) printf(",\"first_ms\":%.4f", first * 1e3);
    if (dirty) printf(",\"dirty\":%d", dirty);
    printf(",\"peak_kb\":%ld}\n", status_kb("VmHWM"));
    fflush(stdout);
}

/* ----------------------------------------------------------------- PNG (dump) */
static void be32(uint8_t *p, uint32_t v) { p[0] = (uint8_t)(v >> 24); p[1] = (uint8_t)(v >> 16); p[2] = (uint8_t)(v >> 8); p[3] = (uint8_t)v; }
static void chunk(FILE *f, const char *t, const uint8_t *d, uint32_t n) {
    uint8_t b[4]; be32(b, n); fwrite(b, 1, 4, f); fwrite(t, 1, 4, f); if (n) fwrite(d, 1, n, f);
    uLong c = crc32(0, (const Bytef *)t, 4); if (n) c = crc32(c, d, n); be32(b, (uint32_t)c); fwrite(b, 1, 4, f);
}
/* px: premultiplied, R in the lowest byte unless bgra */
__attribute__((unused)) static void write_png(const char *path, const uint8_t *px, int w, int h, int stride, bool bgra, int level) {
    FILE *f = fopen(path, "wb"); if (!f) die("cannot write PNG");
    fwrite("\x89PNG\r\n\x1a\n", 1, 8, f);
    uint8_t ih[13]; be32(ih, (uint32_t)w); be32(ih + 4, (uint32_t)h); ih[8] = 8; ih[9] = 6; ih[10] = ih[11] = ih[12] = 0;
    chunk(f, "IHDR", ih, 13);
    size_t row = (size_t)w * 4 + 1; uint8_t *raw = malloc(row * (size_t)h);
    for (int y = 0; y < h; y++) {
        uint8_t *o = raw + row * (size_t)y; *o++ = 0; const uint8_t *s = px + (size_t)stride * (size_t)y;
        for (int x = 0; x < w; x++, s += 4, o += 4) {
            uint8_t a = s[3], r = s[bgra ? 2 : 0], g = s[1], b = s[bgra ? 0 : 2];
            if (a && a != 255) { r = (uint8_t)((r * 255 + a / 2) / a); g = (uint8_t)((g * 255 + a / 2) / a); b = (uint8_t)((b * 255 + a / 2) / a); }
            o[0] = r; o[1] = g; o[2] = b; o[3] = a;
        }
    }
    uLongf cn = compressBound(row * (size_t)h); uint8_t *c = malloc(cn);
    compress2(c, &cn, raw, row * (size_t)h, level);
    chunk(f, "IDAT", c, (uint32_t)cn); chunk(f, "IEND", NULL, 0);
    fclose(f); free(raw); free(c);
}
#endif
