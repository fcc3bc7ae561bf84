/* Copyright AsyncTextLayer contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The floor of the peers' benchmark on one thread and on two in turn: the same two threads, pass by pass, as the
 * variant "lanes" of TextBenchmarks has it. Compiled with the folder of the peers in the search path. */
#include "runner.h"
static void run_lanes(const Peer *peer, const Opt *options, Workload *workload);
#define run_peer run_lanes
#include "floor_bench.c"

typedef struct {
    const Peer *peer;
    Workload *workload;
    void *state;
    pthread_barrier_t *gate;
    int number;
    double start, end, processor;
} Lane;

/* How many lanes work in the pass that begins; none: they end. Written while the lanes wait at the gate. */
static int working;

static double thread_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void *work(void *argument) {
    Lane *lane = argument;
    for (;;) {
        pthread_barrier_wait(lane->gate);
        int lanes = working;
        if (!lanes) return NULL;
        if (lane->number < lanes) {
            double processor = thread_now();
            lane->start = now();
            for (int i = lane->number; i < lane->workload->n; i += lanes) {
                Item *item = &lane->workload->items[i];
                void *layout = lane->peer->layout ? lane->peer->layout(lane->state, item, i) : NULL;
                if (lane->peer->draw) lane->peer->draw(lane->state, item, i, layout, NULL);
            }
            lane->end = now();
            lane->processor = thread_now() - processor;
        }
        pthread_barrier_wait(lane->gate);
    }
}

static void run_lanes(const Peer *peer, const Opt *options, Workload *workload) {
    pthread_barrier_t gate;
    pthread_barrier_init(&gate, NULL, 3);
    pthread_t threads[2];
    Lane lanes[2];
    for (int i = 0; i < 2; i++) {
        lanes[i] = (Lane){peer, workload, peer->make(options, workload, i), &gate, i, 0, 0, 0};
        pthread_create(&threads[i], NULL, work, &lanes[i]);
    }
    double best[2] = {0}, processor[2] = {0}, first[2] = {0};
    for (int pass = 0; pass <= options->reps; pass++) {
        for (int n = 1; n <= 2; n++) {
            working = n;
            pthread_barrier_wait(&gate);
            pthread_barrier_wait(&gate);
            double start = lanes[0].start, end = lanes[0].end, used = lanes[0].processor;
            if (n == 2) {
                if (lanes[1].start < start) start = lanes[1].start;
                if (lanes[1].end > end) end = lanes[1].end;
                used += lanes[1].processor;
            }
            if (!pass) first[n - 1] = end - start;
            if (pass == 1 || end - start < best[n - 1]) best[n - 1] = end - start;
            if (pass == 1 || used < processor[n - 1]) processor[n - 1] = used;
        }
    }
    working = 0;
    pthread_barrier_wait(&gate);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    for (int n = 1; n <= 2; n++)
        result(peer->peer, workload->name, "lanes", n, workload->n, best[n - 1], processor[n - 1], first[n - 1]);
}
