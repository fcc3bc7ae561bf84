# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Shared by the Python harnesses: workload reader, clocks, memory, result lines, two-process runs."""
import argparse, json, os, statistics, sys, time


def load(path, limit=0):
    with open(path, encoding="utf-8") as f:
        head = json.loads(next(f))
        items = [json.loads(x) for x in f if x.strip()]
    return head["workload"], items[:limit] if limit else items


def options(variants=()):
    ap = argparse.ArgumentParser()
    ap.add_argument("file")
    ap.add_argument("--reps", type=int, default=5)
    ap.add_argument("--threads", type=int, default=1)
    ap.add_argument("--limit", type=int, default=0)
    ap.add_argument("--dump")
    ap.add_argument("--variant", default="")
    return ap.parse_args()


def rgba(c):
    v = int(c[1:], 16)
    if len(c) == 7:
        v = v << 8 | 0xFF
    return v >> 24, v >> 16 & 255, v >> 8 & 255, v & 255


def status_kb(key):
    with open("/proc/self/status") as f:
        for line in f:
            if line.startswith(key + ":"):
                return int(line.split()[1])
    return -1


CLEAN = 0.02   # as in common.h: a pass is kept when under 2% of its time was lost to other processes


def run_delay():
    total = 0
    for t in os.listdir("/proc/self/task"):
        try:
            with open(f"/proc/self/task/{t}/schedstat") as f:
                total += int(f.read().split()[1])
        except OSError:
            pass
    return total * 1e-9


def result(peer, workload, metric, threads, items, seconds, cpu=None, first=None, **more):
    d = {"peer": peer, "workload": workload, "metric": metric, "threads": threads, "items": items, "ms": round(seconds * 1e3, 4)}
    if cpu is not None: d["cpu_ms"] = round(cpu * 1e3, 4)
    if first is not None: d["first_ms"] = round(first * 1e3, 4)
    d["peak_kb"] = status_kb("VmHWM")
    d.update(more)
    print(json.dumps(d, separators=(",", ":")), flush=True)


def run(peer, workload, items, make, layout, draw, opt, cold=False, warm=None, newpass=None, metrics=("layout", "draw", "total")):
    """layout(state, item) -> L; draw(state, item, L, dump_path). Two 'threads' are two processes."""
    now, cpu_now = time.perf_counter, time.process_time
    reps, warmups = (1, 0) if cold else (opt.reps, 1)
    if opt.dump:
        st = make()
        if newpass: newpass(st)
        for i, it in enumerate(items[:8]):
            draw(st, it, layout(st, it), os.path.join(opt.dump, f"{peer}-{workload}-{i}.png"))
        return
    most = reps if cold or os.environ.get("EXACT_PASSES") else reps * 3
    if opt.threads > 1:
        go, done = [os.pipe() for _ in range(opt.threads)], os.pipe()
        for t in range(opt.threads):
            if os.fork() == 0:
                mine = items[t::opt.threads]
                st = make()
                if cold and warm: warm(st, items)
                while True:
                    if newpass: newpass(st)
                    os.write(done[1], b"r")
                    if os.read(go[t][0], 1) != b"g": os._exit(0)
                    q = run_delay(); t0 = now()
                    for it in mine:
                        draw(st, it, layout(st, it), None)
                    os.write(done[1], b"d" if run_delay() - q < CLEAN * (now() - t0) else b"x")

        def wait():
            got = b""
            while len(got) < opt.threads:
                got += os.read(done[0], opt.threads - len(got))
            return b"x" not in got
        kept, bad, first = [], [], None
        while True:
            wait()
            if len(kept) >= reps or len(kept) + len(bad) >= most: break
            t0 = now()
            for g in go: os.write(g[1], b"g")
            clean = wait()
            d = now() - t0
            if first is None and warmups: first = d; continue
            if first is None: first = d
            (kept if clean else bad).append(d)
        for g in go: os.write(g[1], b"q")
        for _ in range(opt.threads): os.wait()
        use, dirty = (kept, len(bad)) if len(kept) > 1 or (cold and kept) else (kept + bad, -1)
        result(peer, workload, metrics[2], opt.threads, len(items), statistics.median(use), first=first, **({"dirty": dirty} if dirty else {}))
        return
    st = make()
    if cold and warm: warm(st, items)
    kept, bad, first = [], [], None
    while len(kept) < reps and len(kept) + len(bad) < most:
        if newpass: newpass(st)
        l = d = 0.0
        q = run_delay(); c0 = cpu_now(); s = t0 = now()
        for it in items:
            x = layout(st, it)
            t1 = now(); l += t1 - t0
            draw(st, it, x, None)
            del x
            t0 = now(); d += t0 - t1
        row = (l, d, now() - s, cpu_now() - c0)
        if first is None:
            first = row
            if warmups: continue
        (kept if run_delay() - q < CLEAN * row[2] else bad).append(row)
    use, dirty = (kept, len(bad)) if len(kept) > 1 or (cold and kept) else (kept + bad, -1)
    m = lambda i: statistics.median(r[i] for r in use)
    more = {"dirty": dirty} if dirty else {}
    if metrics[0]: result(peer, workload, metrics[0], 1, len(items), m(0), first=first[0], **more)
    if metrics[1]: result(peer, workload, metrics[1], 1, len(items), m(1), first=first[1], **more)
    result(peer, workload, metrics[2], 1, len(items), m(2), cpu=m(3), first=first[2], **more)
