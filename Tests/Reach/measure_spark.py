#!/usr/bin/env python3
# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""How much of the speed of one batch is left under Spark: cells of a feed, medians of interleaved rounds.

    measure_spark.py [--count N] [--rounds N] [--quick]     # 4,000 requests, 3 rounds; with --quick 1,000

Spark is running and has the requests in memory when the time begins. Nothing else should run on the machine; where
something does, the time of the processor still tells what Spark adds. Below 70 % (pipe) and 50 % (Arrow, inline) a line
says FAILED. The last line is 'N passed, N failed'.
"""
import os
import shutil
import statistics
import subprocess
import sys
import time

import checks
import spark_arrow
import spark_pipe
import test_spark
import texts

COUNT = checks.amount("--count", 4_000, 1_000)
ROUNDS = checks.amount("--rounds", 3, 3)
MUST = {"pipe": 70, "Arrow, inline": 50}


def processor():
    """Seconds of the processor that this process and all below it have used."""
    parents, used = {}, {}
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/stat") as stat:
                fields = stat.read().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        parents[int(pid)], used[int(pid)] = int(fields[1]), sum(map(int, fields[11:15]))
    total = 0
    for pid in used:
        above = pid
        while above not in (0, os.getpid()):
            above = parents.get(above, 0)
        total += used[pid] if above else 0
    return total / os.sysconf("SC_CLK_TCK")


def main():
    reason = test_spark.missing()
    if reason:
        checks.skip("Spark's speed", reason)
        checks.finish()
    scratch, tool = checks.scratch(), checks.tool()
    test_spark.use_scratch(scratch)
    lines = [texts.line(request) for request in texts.requests(COUNT, "cells")]
    with open(scratch + "/requests", "w") as file:
        file.writelines(line + "\n" for line in lines)

    spark = test_spark.session("local[2]", scratch)
    requests = spark.sparkContext.parallelize(lines, 2).cache()
    table = spark.createDataFrame([(line,) for line in lines], "request string").repartition(2).cache()
    count = requests.count() + table.count()
    checks.check("the requests", count == 2 * COUNT, count)

    def batch(*inline):
        into = [] if inline else ["--into", scratch + "/into"]
        with open(scratch + "/requests") as source, open(scratch + "/replies", "w") as replies:
            subprocess.run([tool, "batch", "--jobs", "2", *inline, *into], stdin=source, stdout=replies,
                           stderr=subprocess.DEVNULL, check=True)
        with open(scratch + "/replies") as replies:
            return sum('"failure":' not in reply for reply in replies)

    def pipe():
        replies = spark_pipe.draw(requests, tool, scratch + "/into", jobs=1)
        return replies.filter(lambda reply: '"failure":' not in reply).count()

    def arrow():
        pictures = spark_arrow.draw(table, tool, jobs=1)
        return pictures.where("error is null and length(png) > 0").count()

    ways = {"batch --jobs 2": batch, "batch --jobs 2 --inline": lambda: batch("--inline"), "pipe": pipe,
            "Arrow, inline": arrow}
    speeds, costs = {name: [] for name in ways}, {name: [] for name in ways}
    for turn in range(ROUNDS + 1):  # the first is not counted
        for name, way in ways.items():
            before, began = processor(), time.monotonic()
            good = way()
            seconds, used = time.monotonic() - began, processor() - before
            if good != COUNT:
                checks.check(f"{name}: all are drawn", False, good)
            if turn:
                speeds[name].append(COUNT / seconds)
                costs[name].append(1000 * used / COUNT)
            shutil.rmtree(scratch + "/into", ignore_errors=True)
    spark.stop()
    test_spark.end_java(scratch)

    whole = statistics.median(speeds["batch --jobs 2"])
    for name, found in speeds.items():
        part = 100 * statistics.median(found) / whole
        print(f"{name}: {statistics.median(found):.0f} texts/s ({min(found):.0f} to {max(found):.0f}), {part:.0f} %, "
              f"{statistics.median(costs[name]):.2f} ms of the processor a text")
        if name in MUST:
            checks.check(f"{name}: at least {MUST[name]} %", part >= MUST[name], f"{part:.1f} %")
    checks.finish()


if __name__ == "__main__":
    main()
