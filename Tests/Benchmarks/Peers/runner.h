/* Copyright AsyncTextLayer contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Runs one peer over a workload: a warm-up pass, then timed passes; layout and draw timed apart. */
#ifndef RUNNER_H
#define RUNNER_H
#include "common.h"
typedef struct {
    const char *peer;
    void *(*make)(const Opt *, Workload *, int thread);              /* per-thread state, untimed */
    void (*warm)(void *st, Workload *);                               /* instead of a warm-up pass when cold is set */
    void *(*layout)(void *st, Item *, int index);
    void (*draw)(void *st, Item *, int index, void *layout, const char *dumpPath); /* also frees the layout */
    void (*newpass)(void *st);                                        /* untimed, before each pass */
    const char *mlayout, *mdraw, *mtotal;                             /* metric names */
    bool cold;                                                        /* one pass only, nothing warmed but `warm` */
} Peer;

typedef struct { const Peer *p; const Opt *o; Workload *w; int id, n; pthread_barrier_t *b; double start, end; } Worker;
static volatile bool stop;
static void *worker(void *v) {
    Worker *k = v; void *st = k->p->make(k->o, k->w, k->id);
    if (k->p->cold && k->p->warm) k->p->warm(st, k->w);
    for (;;) {
        if (k->p->newpass) k->p->newpass(st);
        pthread_barrier_wait(k->b); k->start = now();
        for (int i = k->id; i < k->w->n; i += k->n) {
            void *l = k->p->layout ? k->p->layout(st, &k->w->items[i], i) : NULL;
            if (k->p->draw) k->p->draw(st, &k->w->items[i], i, l, NULL);
        }
        k->end = now(); pthread_barrier_wait(k->b);
        pthread_barrier_wait(k->b);
        if (stop) return NULL;
    }
}
__attribute__((noinline)) static void run_peer(const Peer *p, const Opt *o, Workload *w) {
    int reps = p->cold ? 1 : o->reps, warm = p->cold ? 0 : 1;
    if (o->dump) {
        void *st = p->make(o, w, 0);
        for (int i = 0; i < w->n && i < 8; i++) {
            char path[4096]; snprintf(path, sizeof path, "%s/%s-%s-%d.png", o->dump, p->peer, w->name, i);
            void *l = p->layout ? p->layout(st, &w->items[i], i) : NULL;
            p->draw(st, &w->items[i], i, l, path);
        }
        return;
    }
    int most = p->cold || getenv("EXACT_PASSES") ? reps : reps * 3, kept = 0, all = 0; dirty = 0;
    double lay[1024], drw[1024], tot[1024], cpu[1024], f[3] = {0}, *rows[] = {lay, drw, tot, cpu};
    if (o->threads > 1) {
        pthread_barrier_t b; pthread_barrier_init(&b, NULL, (unsigned)o->threads + 1);
        pthread_t t[64]; Worker k[64]; stop = false;
        for (int i = 0; i < o->threads; i++) {
            k[i] = (Worker){p, o, w, i, o->threads, &b, 0, 0};
            pthread_create(&t[i], NULL, worker, &k[i]);
        }
        for (int r = 0;; r++) {
            double q = run_delay(true), c0 = cpu_now(); pthread_barrier_wait(&b);
            pthread_barrier_wait(&b); double e = cpu_now() - c0, t0 = k[0].start, t1 = k[0].end; q = run_delay(true) - q;
            for (int i = 1; i < o->threads; i++) { if (k[i].start < t0) t0 = k[i].start; if (k[i].end > t1) t1 = k[i].end; }
            double d = t1 - t0;  /* by the workers' own clocks: this thread may wake late */
            bool clean = q < CLEAN * d * o->threads;
            if (!r) f[2] = d;
            if (r >= warm) { int at = clean ? kept++ : 512 + all - kept; tot[at] = d; cpu[at] = e; lay[at] = drw[at] = 0; all++; }
            stop = r >= warm && (kept >= reps || all >= most);
            pthread_barrier_wait(&b);
            if (stop) break;
        }
        for (int i = 0; i < o->threads; i++) pthread_join(t[i], NULL);
    } else {
        void *st = p->make(o, w, 0);
        if (p->cold && p->warm) p->warm(st, w);
        for (int r = 0;; r++) {
            if (p->newpass) p->newpass(st);
            double l = 0, d = 0, q = run_delay(false), c0 = cpu_now(), s = now(), t0 = s;
            for (int i = 0; i < w->n; i++) {
                void *x = NULL;
                if (p->layout) x = p->layout(st, &w->items[i], i);
                if (p->layout && p->draw) { double t1 = now(); l += t1 - t0; t0 = t1; }
                if (p->draw) p->draw(st, &w->items[i], i, x, NULL);
                if (p->layout && p->draw) { double t2 = now(); d += t2 - t0; t0 = t2; }
            }
            double tt = now() - s, cc = cpu_now() - c0; q = run_delay(false) - q;
            if (!r) { f[0] = l; f[1] = d; f[2] = tt; }
            if (!r && w->name[0] == 'S') result(p->peer, w->name, "new", 1, w->n, tt, cc, -1); /* a stream: the first pass counts */
            if (r >= warm) { int at = q < CLEAN * tt ? kept++ : 512 + all - kept; lay[at] = l; drw[at] = d; tot[at] = tt; cpu[at] = cc; all++; }
            if (r >= warm && (kept >= reps || all >= most)) break;
        }
    }
    int n = kept; dirty = all - kept;
    if (kept < 1 || (kept < 2 && !p->cold)) { /* never quiet: take every pass, and say so */
        for (int i = 0; i < 4; i++) for (int j = 0; j < all - kept; j++) rows[i][kept + j] = rows[i][512 + j];
        n = all; dirty = -1;
    }
    if (o->threads == 1 && p->layout && p->draw) {
        result(p->peer, w->name, p->mlayout ? p->mlayout : "layout", 1, w->n, median(lay, n), -1, f[0]);
        result(p->peer, w->name, p->mdraw ? p->mdraw : "draw", 1, w->n, median(drw, n), -1, f[1]);
    }
    result(p->peer, w->name, p->mtotal ? p->mtotal : "total", o->threads, w->n, median(tot, n), median(cpu, n), f[2]);
}
#endif
