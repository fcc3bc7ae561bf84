#!/usr/bin/env python3
# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""PySpark: draws pictures of texts by piping requests through `textrender batch`.

    spark-submit spark_pipe.py --tool /opt/textrender --into /mnt/pictures --replies /mnt/replies \\
        --requests requests.ndjson
    spark-submit spark_pipe.py … --table messages.parquet --text body --key number --width 320

--requests is a file of lines as `textrender batch` reads them, --table a table with a column of texts and one of keys,
of which such lines are made. The pictures go below --into, a folder that the machines share or that each has on its own
disk, the replies to --replies, a folder that is not there yet.

The exit status is 0 when every request was answered with a picture, 3 when some failed; another one when the job
failed.

What there is to know about it:

- Spark starts the tool with the environment `env` and nothing else: the path of the tool is absolute. What the tool
  writes to standard error is in the log of the executor, and not in the exception.
- With checkCode=True a task fails where the tool ends with another status than 0: with 3 when more requests of that
  partition failed than --fail-after has it. Spark tries a task that failed again, until it has failed
  spark.task.maxFailures times (4, but 1 in `local[N]`: use `local[N, 4]`), and then the job fails.
- A task that is tried again, or runs twice at once (spark.speculation), does no harm: the name of a picture comes from
  what is drawn, and it appears under its name only when it is whole. With --resume it is not drawn a second time.
- PySpark reads the requests in a thread of its own. Where Python code between them and the pipe fails, that thread
  ends and the task waits for ever: requests are made by Spark's own functions, and a bad one is left to the tool.
"""
import argparse
import json
import os
import shlex
import sys


def command(tool, into, jobs=1, fail_after=None):
    """The command line for RDD.pipe, which splits it as a shell does: names with blanks are quoted."""
    for path in tool, into:
        if not os.path.isabs(path):
            raise ValueError(f"Spark runs the tool in folders of its own: give an absolute path, not {path}")
    words = [tool, "batch", "--jobs", str(jobs), "--into", into, "--resume"]
    if fail_after is not None:
        words += ["--fail-after", str(fail_after)]
    return shlex.join(words)


def draw(requests, tool, into, **more):
    """From an RDD of requests to an RDD of replies, in the same order: a line of JSON each."""
    # Strings in JSON have no line feeds; elsewhere they are blank space.
    lines = requests.map(lambda request: request.replace("\n", " "))
    return lines.pipe(command(tool, into, **more), env={}, checkCode=True)


def requests_of(table, text, key, width=320):
    """From a DataFrame to an RDD of requests. Here is the place for a style."""
    from pyspark.sql import functions as F

    document = F.struct(F.col(text).alias("text"), F.lit(width).alias("width"), F.lit(False).alias("systemFonts"))
    options = F.struct(F.lit(2).alias("scale"), F.lit("white").alias("background"))
    request = F.struct(F.col(key).alias("id"), document.alias("document"), options.alias("options"))
    return table.select(F.to_json(request)).rdd.map(lambda row: row[0])


def outcome(reply):
    """'done' or the kind of the failure."""
    return json.loads(reply).get("failure", "done")


def main():
    parser = argparse.ArgumentParser(description="Draws pictures of texts by piping requests through textrender batch.")
    parser.add_argument("--tool", required=True, help="the absolute path of textrender on every machine")
    parser.add_argument("--into", required=True, help="the folder of the pictures, absolute")
    parser.add_argument("--replies", required=True, help="the folder of the replies, which is not there yet")
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--requests", help="a file of requests")
    source.add_argument("--table", help="a table")
    parser.add_argument("--format", default="parquet", help="that of the table: parquet, json, csv, …")
    parser.add_argument("--text", default="text", help="the column of the texts")
    parser.add_argument("--key", default="id", help="the column of the keys, which are the ids in the replies")
    parser.add_argument("--width", type=float, default=320, help="the width at which lines break")
    parser.add_argument("--partitions", type=int, help="how many; by default as Spark reads the data")
    parser.add_argument("--jobs", type=int, default=1, help="threads that draw, for each task")
    parser.add_argument("--fail-after", help="how many failed requests, or per cent (1%%), fail a partition")
    given = parser.parse_args()

    from pyspark.sql import SparkSession

    spark = SparkSession.builder.appName("textrender").getOrCreate()
    if given.requests:
        requests = spark.sparkContext.textFile(given.requests)
    else:
        # The first line of a CSV file holds the names; other formats do not know the option.
        table = spark.read.format(given.format).option("header", True).load(given.table)
        requests = requests_of(table, given.text, given.key, given.width)
    if given.partitions:
        requests = requests.repartition(given.partitions)

    replies = draw(requests, given.tool, given.into, jobs=given.jobs, fail_after=given.fail_after)
    replies.saveAsTextFile(given.replies)
    counts = dict(spark.sparkContext.textFile(given.replies).map(outcome).countByValue())
    spark.stop()
    print(json.dumps(counts))
    sys.exit(0 if set(counts) <= {"done"} else 3)


if __name__ == "__main__":
    main()
