/* Copyright AsyncTextLayer contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Times whole processes: spawn_bench RUNS FILE, FILE having one line per command: peer<TAB>workload<TAB>metric<TAB>shell-free argv, words parted by <TAB>.
   The commands take turns (A B C A B C ...), so that a drift of the machine falls on all of them. One warm-up round. */
#include "common.h"
#include <spawn.h>
#include <fcntl.h>
#include <sys/wait.h>
extern char **environ;
typedef struct { char *peer, *wl, *metric, *argv[64]; double wall[512], cpu[512]; long rss; int fail; } Cmd;
int main(int argc, char **argv) {
    if (argc != 3) die("usage: spawn_bench RUNS FILE");
    int runs = atoi(argv[1]), n = 0; static Cmd c[64]; FILE *f = fopen(argv[2], "r"); if (!f) die("no command file"); static char line[65536];
    while (fgets(line, sizeof line, f) && n < 64) {
        line[strcspn(line, "\n")] = 0; if (!*line || *line == '#') continue;
        char *s = strdup(line), *t; Cmd *k = &c[n++]; k->peer = strsep(&s, "\t"); k->wl = strsep(&s, "\t"); k->metric = strsep(&s, "\t");
        int a = 0; while ((t = strsep(&s, "\t")) && a < 63) k->argv[a++] = t;
    }
    posix_spawn_file_actions_t fa; posix_spawn_file_actions_init(&fa);
    posix_spawn_file_actions_addopen(&fa, 1, "/dev/null", O_WRONLY, 0); posix_spawn_file_actions_addopen(&fa, 2, "/dev/null", O_WRONLY, 0);
    for (int r = -1; r < runs; r++) for (int i = 0; i < n; i++) {
        pid_t p; int st; struct rusage u; double t0 = now();
        if (posix_spawnp(&p, c[i].argv[0], &fa, NULL, c[i].argv, environ)) { c[i].fail++; continue; }
        wait4(p, &st, 0, &u); double d = now() - t0;
        if (st) c[i].fail++;
        if (r < 0) continue;
        c[i].wall[r] = d; c[i].cpu[r] = (double)u.ru_utime.tv_sec + (double)u.ru_stime.tv_sec + 1e-6 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
        if (u.ru_maxrss > c[i].rss) c[i].rss = u.ru_maxrss;
    }
    for (int i = 0; i < n; i++) {
        if (c[i].fail) { fprintf(stderr, "spawn_bench: %s failed %d times\n", c[i].peer, c[i].fail); continue; }
        qsort(c[i].wall, (size_t)runs, sizeof(double), cmpd); double min = c[i].wall[0];
        printf("{\"peer\":\"%s\",\"workload\":\"%s\",\"metric\":\"%s\",\"threads\":1,\"items\":1,\"ms\":%.4f,\"cpu_ms\":%.4f,\"min_ms\":%.4f,\"peak_kb\":%ld}\n", c[i].peer, c[i].wl, c[i].metric, median(c[i].wall, runs) * 1e3, median(c[i].cpu, runs) * 1e3, min * 1e3, c[i].rss);
    }
    return 0;
}
