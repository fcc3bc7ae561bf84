#!/usr/bin/env python3
# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""PySpark: draws pictures of texts into a column, with one `textrender batch --inline` for each task.

    spark-submit spark_arrow.py --tool /opt/textrender --table messages.parquet --text body --key number \\
        --output pictures.parquet
    spark-submit spark_arrow.py … --table requests.parquet --request line --output pictures.parquet

--table has a column of texts and one of keys, or a column of requests as `textrender batch` reads them. The result has
the columns id, png, width, height, missing (characters without a glyph) and error (null where there is a picture). No
folder is needed that machines share.

The exit status is 0 when every row has a picture, 3 when some have not; another one when the job failed.

A request that fails is a row with an error. Where more fail in a partition than --fail-after has it, the task fails,
with what the tool wrote to standard error; Spark tries it again until it has failed spark.task.maxFailures times.
"""
import argparse
import base64
import collections
import json
import queue
import subprocess
import sys
import tempfile
import threading

SCHEMA = "id string, png binary, width int, height int, missing array<string>, error string"
ROWS = 256  # in a batch that is handed on: pictures are large, so a batch is not


class Drawing:
    """A `textrender batch --inline` that stays for many requests.

    A thread writes the requests while the caller reads the replies, so that neither waits for the other when a pipe is
    full. Standard error goes to a file, which is shown where the process fails.
    """

    def __init__(self, tool, jobs=1, fail_after=None):
        words = [tool, "batch", "--inline", "--jobs", str(jobs)]
        if fail_after is not None:
            words += ["--fail-after", str(fail_after)]
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            words, env={}, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors, bufsize=1 << 16)
        self.waiting = queue.SimpleQueue()
        self.writer = threading.Thread(target=self.write, daemon=True)
        self.writer.start()

    def write(self):
        try:
            for lines in iter(self.waiting.get, None):
                self.process.stdin.write(lines)
                self.process.stdin.flush()
            self.process.stdin.close()
        except OSError:
            pass  # The process has ended; the side that reads tells why.

    def ask(self, requests):
        """Requests to be written, a line of JSON each. One that is null or blank is answered as a bad one."""
        lines = ((request or "").replace("\n", " ").strip() or "null" for request in requests)
        self.waiting.put(b"".join(line.encode() + b"\n" for line in lines))

    def close(self):
        """There will be no more requests."""
        self.waiting.put(None)

    def reply(self):
        """The next reply, in the order of the requests."""
        line = self.process.stdout.readline()
        if not line.endswith(b"\n"):
            self.fail("ended before all was answered")
        return json.loads(line)

    def finish(self):
        """All replies are read: the process must end well."""
        if self.process.stdout.read(1) or self.process.wait():
            self.fail("failed")

    def fail(self, what):
        try:
            status = self.process.wait(10)
        except subprocess.TimeoutExpired:
            status = "unknown"
        self.errors.seek(0)
        told = self.errors.read()[-4000:].decode("utf-8", "replace")
        raise RuntimeError(f"textrender batch {what}, status {status}\n{told}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()  # It has ended already, unless the task failed or is stopped.
        self.process.wait()
        self.close()
        self.writer.join()
        self.process.stdout.close()
        try:
            self.process.stdin.close()
        except OSError:
            pass
        self.errors.close()


def rows(drawing, count):
    """COUNT replies as record batches."""
    import pyarrow as pa

    schema = pa.schema([
        ("id", pa.string()), ("png", pa.binary()), ("width", pa.int32()), ("height", pa.int32()),
        ("missing", pa.list_(pa.string())), ("error", pa.string())])
    while count > 0:
        columns = [[] for _ in schema]
        for _ in range(min(count, ROWS)):
            reply = drawing.reply()
            key = reply["id"] if isinstance(reply["id"], str) else json.dumps(reply["id"], ensure_ascii=False)
            if reply["exit"]:
                row = key, None, None, None, None, reply["stderr"]
            else:
                row = key, base64.b64decode(reply["png"]), *reply["size"], reply["missing"], None
            for column, value in zip(columns, row):
                column.append(value)
        count -= len(columns[0])
        yield pa.record_batch(columns, schema=schema)


def drawer(tool, **more):
    """The function for mapInArrow: from batches with a column of requests to batches with pictures."""
    def draw_batches(batches):
        with Drawing(tool, **more) as drawing:
            asked = collections.deque()
            for batch in batches:
                drawing.ask(batch.column(0).to_pylist())
                asked.append(batch.num_rows)
                # The tool always has one more batch of requests to draw while the replies of one are read.
                if len(asked) > 1:
                    yield from rows(drawing, asked.popleft())
            drawing.close()
            for count in asked:
                yield from rows(drawing, count)
            drawing.finish()
    return draw_batches


def draw(requests, tool, **more):
    """From a DataFrame with a column of requests to a DataFrame with pictures."""
    return requests.mapInArrow(drawer(tool, **more), SCHEMA)


def requests_of(table, text, key, width=320):
    """From a table of texts to a DataFrame of requests. Here is the place for a style."""
    from pyspark.sql import functions as F

    document = F.struct(F.col(text).alias("text"), F.lit(width).alias("width"), F.lit(False).alias("systemFonts"))
    options = F.struct(F.lit(2).alias("scale"), F.lit("white").alias("background"))
    request = F.struct(F.col(key).alias("id"), document.alias("document"), options.alias("options"))
    return table.select(F.to_json(request).alias("request"))


def main():
    parser = argparse.ArgumentParser(description="Draws pictures of texts into a column with textrender batch.")
    parser.add_argument("--tool", required=True, help="the absolute path of textrender on every machine")
    parser.add_argument("--table", required=True, help="the table that is read")
    parser.add_argument("--output", required=True, help="the table that is written; it is not there yet")
    parser.add_argument("--format", default="parquet", help="that of both tables")
    parser.add_argument("--request", help="the column of the requests; without it there are texts and keys")
    parser.add_argument("--text", default="text", help="the column of the texts")
    parser.add_argument("--key", default="id", help="the column of the keys")
    parser.add_argument("--width", type=float, default=320, help="the width at which lines break")
    parser.add_argument("--partitions", type=int, help="how many; by default as Spark reads the table")
    parser.add_argument("--jobs", type=int, default=1, help="threads that draw, for each task")
    parser.add_argument("--fail-after", help="how many failed requests, or per cent (1%%), fail a partition")
    given = parser.parse_args()

    from pyspark.sql import SparkSession

    spark = SparkSession.builder.appName("textrender").getOrCreate()
    table = spark.read.format(given.format).load(given.table)
    if given.request:
        requests = table.select(given.request)
    else:
        requests = requests_of(table, given.text, given.key, given.width)
    if given.partitions:
        requests = requests.repartition(given.partitions)

    pictures = draw(requests, given.tool, jobs=given.jobs, fail_after=given.fail_after)
    pictures.write.format(given.format).save(given.output)
    failed = spark.read.format(given.format).load(given.output).where("error is not null").count()
    spark.stop()
    print(json.dumps({"failed": failed}))
    sys.exit(3 if failed else 0)


if __name__ == "__main__":
    main()
