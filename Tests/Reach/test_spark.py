#!/usr/bin/env python3
# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Spark over textrender: the same set of pictures as one batch, whatever happens to tasks.

    test_spark.py [--count N] [--quick]     # N texts in 30 scripts; 100,000, or 2,000 with --quick
    test_spark.py --only pipe,killed        # some of: pipe killed twice corrupt arrow scripts speculation

It runs in a Python that has requirements.txt. TEXTRENDER names the tool. The last line is 'N passed, N failed'.
"""
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time

import checks
import spark_arrow
import spark_pipe
import texts
from checks import check

HERE = os.path.dirname(os.path.abspath(__file__))
COUNT = checks.amount("--count", 100_000, 2_000)
PARTS = 8
LIMIT = 600 + COUNT // 50  # seconds for everything


def missing():
    """Why this cannot run here, or None."""
    for module in "pyspark", "pyarrow", "pandas":
        try:
            __import__(module)
        except ImportError:
            return f"no Python module {module} (pip install -r Tests/Reach/requirements.txt)"
    home = os.environ.get("JAVA_HOME")
    java = shutil.which(os.path.join(home, "bin/java") if home else "java")
    if not java:
        return "no Java (apt-get install openjdk-17-jre-headless)"
    told = subprocess.run([java, "-version"], capture_output=True, text=True).stderr
    version = re.search(r'version "(\d+)', told)
    if not version or int(version[1]) < 17:
        return "Spark 4 needs Java 17: " + told.split("\n")[0]
    return None


# Parts of the requests and what happens to them. These run in Spark's workers.

def part_lines(part, count, parts):
    """The requests of one of PARTS equal parts."""
    first, end = count * part // parts, count * (part + 1) // parts
    return (texts.line(request) for request in texts.requests(end - first, first=first))


def children():
    """The ids of the textrender processes that this process has started."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/stat") as stat, open(f"/proc/{pid}/cmdline", "rb") as words:
                parent = int(stat.read().rpartition(")")[2].split()[1])
                if parent == os.getpid() and b"textrender\0batch\0" in words.read():
                    found.append(int(pid))
        except (FileNotFoundError, ProcessLookupError):
            pass
    return found


def mark(folder, name, value=""):
    with open(os.path.join(folder, name), "w") as file:
        file.write(json.dumps(value))


def marks(folder, name):
    """The value of a mark, None where it was not made."""
    try:
        with open(os.path.join(folder, name)) as file:
            return json.load(file)
    except FileNotFoundError:
        return None


def attempt():
    from pyspark import TaskContext
    return TaskContext.get().attemptNumber()


def killing(count, parts, folder, into):
    """In their first attempt, part 1 has its textrender killed half-way and part 2 its Python."""
    half = count // parts // 2

    def work(index, lines):
        for number, line in enumerate(lines):
            if number == half and index in (1, 2) and attempt() == 0:
                wait_for(lambda: len(children()) == 1 and checks.files(into))
                found = children()
                environment = [open(f"/proc/{pid}/environ").read() for pid in found]
                mark(folder, f"killed-{index}", {
                    "children": len(found), "environment": environment, "pictures": len(checks.files(into))})
                os.kill(found[0] if index == 1 else os.getpid(), signal.SIGKILL)
            yield line
    return work


def lagging(count, parts, folder):
    """The first attempt of part 0 stands still half-way, until it is killed since another one has come to its end."""
    half = count // parts // 2

    def work(index, lines):
        for number, line in enumerate(lines):
            if index == 0 and number == half and attempt() == 0:
                mark(folder, "slow", os.getpid())
                time.sleep(LIMIT)
            yield line
        if index == 0 and attempt() > 0:
            mark(folder, "second", os.getpid())
    return work


def counting(folder):
    """Leaves a mark for each attempt of each part."""
    def work(index, lines):
        mark(folder, f"attempt-{index}-{attempt()}")
        yield from lines
    return work


def wait_for(good, seconds=20):
    end = time.monotonic() + seconds
    while not good():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def end_java(scratch):
    """Ends the Java of this process and waits for all that has begun with SCRATCH in its environment."""
    from pyspark import SparkContext

    def ours():
        found = []
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{pid}/environ", "rb") as environment:
                    if scratch.encode() in environment.read():
                        found.append(pid)
            except OSError:
                pass
        return found

    if SparkContext._gateway:
        SparkContext._gateway.shutdown()
        SparkContext._gateway.proc.stdin.close()
        SparkContext._gateway.proc.wait(60)
    check("in the end no process stays", wait_for(lambda: not ours(), 30), ours())


def use_scratch(scratch):
    """Each Java from here on has its temporary files in SCRATCH, and Spark this Python."""
    os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    os.mkdir(scratch + "/java")
    os.environ["JAVA_TOOL_OPTIONS"] = f"-Djava.io.tmpdir={scratch}/java"


def answers(port):
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
        return True
    except OSError:
        return False


# The side of the test.

def watchdog(scratch):
    def late():
        check("the time", False, f"not done after {LIMIT} s")
        shutil.rmtree(scratch, ignore_errors=True)
        os._exit(1)
    timer = threading.Timer(LIMIT, late)
    timer.daemon = True
    timer.start()


def session(master, scratch, **options):
    from pyspark.sql import SparkSession
    builder = SparkSession.builder.master(master).appName("reach")
    options = {
        "spark.ui.enabled": "false", "spark.ui.showConsoleProgress": "false", "spark.local.dir": scratch + "/spark",
        "spark.sql.warehouse.dir": scratch + "/warehouse", "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1", **options}
    for name, value in options.items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    for module in "texts.py", "checks.py", "spark_arrow.py", "spark_pipe.py":
        spark.sparkContext.addPyFile(os.path.join(HERE, module))
    return spark


class Test:
    def __init__(self):
        self.scratch = checks.scratch()
        watchdog(self.scratch)
        # Names with blanks; and a path of our own, by which our processes are known.
        os.mkdir(self.scratch + "/the tool")
        self.tool = self.scratch + "/the tool/textrender"
        os.symlink(checks.tool(), self.tool)
        # What Spark and its workers say about failures that are made on purpose.
        self.log = open(self.scratch + "/log", "w+b")
        sys.stderr = os.fdopen(os.dup(2), "w")
        os.dup2(self.log.fileno(), 2)

        self.into = self.scratch + "/one batch"
        with open(self.scratch + "/requests", "w+") as requests:
            for request in texts.requests(COUNT):
                requests.write(texts.line(request) + "\n")
            requests.seek(0)
            done = subprocess.run([self.tool, "batch", "--jobs", "2", "--into", self.into], stdin=requests,
                                  capture_output=True, cwd=self.scratch)
        replies = [json.loads(line) for line in done.stdout.splitlines()]
        self.replies = {reply["id"]: reply for reply in replies}
        self.outputs = checks.outputs(self.into)
        good = done.returncode == 0 and all(reply["exit"] == 0 for reply in replies)
        check("one batch", good, done.stderr[-500:])
        check("one batch: a picture a text", len(self.outputs) == len(self.replies) == COUNT,
              f"{len(self.outputs)} pictures, {len(self.replies)} replies")
        check("one batch: no character without a glyph", not any(reply.get("missing") for reply in replies),
              [reply["id"] for reply in replies if reply.get("missing")][:5])
        check("one batch: nothing left over", not checks.leftovers(self.into), checks.leftovers(self.into)[:3])

    def folder(self, name):
        path = os.path.join(self.scratch, name)
        os.makedirs(path)
        return path

    def running(self):
        """The processes of our tool."""
        found = []
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{pid}/cmdline", "rb") as words:
                    if words.read().startswith(self.tool.encode() + b"\0"):
                        found.append(pid)
            except (FileNotFoundError, ProcessLookupError):
                pass
        return found

    def same(self, name, into, replies, times=None):
        """The same set of names and bytes as one batch, and a good reply for each id, as often as TIMES says."""
        check(f"{name}: no process stays", wait_for(lambda: not self.running()), self.running())
        outputs = checks.outputs(into)
        different = [path for path in outputs.keys() | self.outputs.keys()
                     if outputs.get(path) != self.outputs.get(path)]
        check(f"{name}: the same names and bytes", not different, f"{len(different)} differ: {different[:3]}")
        check(f"{name}: nothing left over", not checks.leftovers(into), checks.leftovers(into)[:3])
        counts = {}
        for reply in map(json.loads, replies):
            counts[reply["id"]] = counts.get(reply["id"], 0) + 1
            known = self.replies[reply["id"]]
            if reply["exit"] != 0 or reply["hash"] != known["hash"] or reply["size"] != known["size"]:
                check(f"{name}: the replies", False, str(reply)[:300])
                break
        else:
            check(f"{name}: the replies", counts == (times or dict.fromkeys(self.replies, 1)),
                  f"{sum(counts.values())} replies of {len(counts)} ids")
        shutil.rmtree(into)

    def requests(self, spark, parts=None):
        parts = list(range(PARTS)) if parts is None else parts
        make = part_lines  # so that the workers need not import this file
        count, total = COUNT, PARTS
        return spark.sparkContext.parallelize(parts, len(parts)).flatMap(lambda part: make(part, count, total))

    def pipe(self, spark):
        into = self.folder("a pipe")
        replies = spark_pipe.draw(self.requests(spark), self.tool, into).collect()
        check("pipe: the replies are in order", [json.loads(reply)["id"] for reply in replies] == list(range(COUNT)))
        self.same("pipe", into, replies)

    def killed(self, spark):
        into, marked = self.folder("killed"), self.folder("killed-marks")
        requests = self.requests(spark).mapPartitionsWithIndex(killing(COUNT, PARTS, marked, into))
        replies = spark_pipe.draw(requests, self.tool, into).collect()
        for index, what in (1, "textrender"), (2, "Python"):
            found = marks(marked, f"killed-{index}") or {}
            check(f"killed: {what} was, while it worked",
                  found.get("children") == 1 and 0 < found["pictures"] < COUNT, found)
            check(f"killed: {what} had an empty environment", found.get("environment") == [""], found)
        self.same("killed", into, replies)

    def twice(self, spark):
        into = self.folder("twice")
        replies = spark_pipe.draw(self.requests(spark, [0, 0, *range(1, PARTS)]), self.tool, into).collect()
        times = {key: 2 if key < COUNT // PARTS else 1 for key in self.replies}
        self.same("a part twice at once", into, replies, times)

    def speculation(self):
        """Spark starts a second attempt of a slow task on another host only: a cluster of two loopback addresses."""
        import pyspark

        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        master = f"spark://127.0.0.1:{port}"
        start = [os.path.join(os.path.dirname(pyspark.__file__), "bin/spark-class")]
        services = [["org.apache.spark.deploy.master.Master", "--host", "127.0.0.1", "--port", str(port)]]
        for host in "127.0.0.2", "127.0.0.3":
            services.append(["org.apache.spark.deploy.worker.Worker", "--host", host, "--cores", "1", "--memory", "1g",
                             "--work-dir", f"{self.scratch}/{host}", master])
        spark, processes = None, []
        try:
            for service in services:
                environment = dict(os.environ, SPARK_LOCAL_IP=service[2], SPARK_DAEMON_MEMORY="256m")
                processes.append(subprocess.Popen(
                    start + service[:1] + ["--webui-port", "0"] + service[1:], env=environment, cwd=self.scratch,
                    stdout=self.log, stderr=self.log))
            listens = wait_for(lambda: answers(port), 60)
            if not check("speculation: the cluster starts", listens, [process.poll() for process in processes]):
                return
            spark = session(master, self.scratch, **{
                "spark.speculation": "true", "spark.speculation.interval": "100ms", "spark.executor.memory": "512m",
                "spark.speculation.quantile": "0.5", "spark.speculation.multiplier": "1.2"})
            into, marked = self.folder("speculation"), self.folder("speculation-marks")
            requests = self.requests(spark).mapPartitionsWithIndex(lagging(COUNT, PARTS, marked))
            replies = spark_pipe.draw(requests, self.tool, into).collect()
            check("speculation: a task ran twice at once",
                  {"slow", "second"} <= set(os.listdir(marked)), os.listdir(marked))
            self.same("speculation", into, replies)
        finally:
            if spark:
                spark.stop()
            for process in processes:
                process.terminate()
            for process in processes:
                process.wait()

    def corrupt(self, spark):
        """Bad requests among good ones; 600 requests in two parts, three bad ones in the first."""
        bad = {10: '{"id":10,"document":{"te', 20: '{"id":20,"document":{"text":7}}', 30: "\xff\x00 not JSON\n\n"}
        lines = [bad.get(request["id"], texts.line(request)) for request in texts.requests(600)]
        requests = spark.sparkContext.parallelize(lines, 2)

        into = self.folder("corrupt")
        replies = [json.loads(r) for r in spark_pipe.draw(requests, self.tool, into, fail_after=3).collect()]
        failed = [number for number, reply in enumerate(replies) if reply["exit"]]
        check("corrupt: fails alone", len(replies) == 600 and failed == [10, 20, 30], f"{len(replies)}: {failed}")
        check("corrupt: the kind and the message", all(
            replies[number].get("failure") == "usage" and replies[number]["stderr"].startswith("textrender: ")
            for number in failed), [replies[number] for number in failed])
        expected = {self.replies[n]["hash"] for n in range(600) if n not in bad}
        check("corrupt: the other pictures are there", set(checks.outputs(into).values()) == expected)

        marked = self.folder("corrupt-marks")
        counted = requests.mapPartitionsWithIndex(counting(marked))
        try:
            spark_pipe.draw(counted, self.tool, self.folder("corrupt 2"), fail_after=2).collect()
            told = ""
        except Exception as error:
            told = str(error)
        check("corrupt: above the threshold the job fails", "PIPE_FUNCTION_EXITED" in told and "error code 3" in told,
              told[:2000])
        attempts = [name for name in os.listdir(marked) if name.startswith("attempt-0-")]
        check("corrupt: after four attempts", len(attempts) == 4, attempts)
        check("corrupt: no process stays", wait_for(lambda: not self.running()), self.running())

        table = spark.createDataFrame([(line,) for line in lines], "request string").coalesce(1)
        rows = spark_arrow.draw(table, self.tool, fail_after=3).collect()
        failed = [number for number, row in enumerate(rows) if row.error]
        check("corrupt, Arrow: fails alone", len(rows) == 600 and failed == [10, 20, 30], f"{len(rows)}: {failed}")
        check("corrupt, Arrow: no picture there, and one elsewhere",
              all((row.png is None) == (row.error is not None) for row in rows))
        try:
            spark_arrow.draw(table, self.tool, fail_after=2).collect()
            told = ""
        except Exception as error:
            told = str(error)
        check("corrupt, Arrow: above the threshold the job fails and tells what the tool said",
              "status 3" in told and '"failed":{' in told.replace(" ", ""), told[:2000])
        check("corrupt, Arrow: no process stays", wait_for(lambda: not self.running()), self.running())

    def arrow(self, spark):
        """The bytes in the column are those of the files; also where textrender is killed half-way."""
        from pyspark.sql import functions as F

        marked = self.folder("arrow-marks")
        tool = self.tool
        find, note, number = children, mark, attempt

        def disturbed(batches):
            from pyspark import TaskContext

            def kill(batches):
                for index, batch in enumerate(batches):
                    if index == 2 and TaskContext.get().partitionId() == 1 and number() == 0:
                        note(marked, "killed", len(find()))
                        os.kill(find()[0], signal.SIGKILL)
                    yield batch
            return spark_arrow.drawer(tool)(kill(batches))

        spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", str(max(10, COUNT // PARTS // 10)))
        table = self.requests(spark).map(lambda line: (line,)).toDF("request string")
        shown = [F.col("id"), F.sha2("png", 256), F.length("png"), F.col("width"), F.col("height"), F.size("missing"),
                 F.col("error")]
        expected = {str(key): (reply["hash"], reply["bytes"], *reply["size"], 0, None)
                    for key, reply in self.replies.items()}
        for name, pictures in (("Arrow", spark_arrow.draw(table, tool)),
                               ("Arrow, killed", table.mapInArrow(disturbed, spark_arrow.SCHEMA))):
            rows = pictures.select(*shown).collect()
            check(f"{name}: each id once", len(rows) == COUNT and len({row[0] for row in rows}) == COUNT, len(rows))
            check(f"{name}: the bytes are those of the files",
                  {row[0]: tuple(row)[1:] for row in rows} == expected,
                  [(tuple(row), expected.get(row[0])) for row in rows if tuple(row)[1:] != expected.get(row[0])][:2])
            check(f"{name}: no process stays", wait_for(lambda: not self.running()), self.running())
        check("Arrow, killed: it was", marks(marked, "killed") == 1)

    def scripts(self, spark):
        """The two examples as programs, with texts of a table."""
        awkward = ["two\nlines", 'a "quote" and a \\', "a line\u2028separator", "a tab\tand a \r return", "👩‍🚀 🇺🇳", "",
                   " blank around ", "naïve café", "שלום 123 world"]
        table = self.scratch + "/a table.parquet"
        rows = [(f"key {number}", text) for number, text in enumerate(awkward)]
        spark.createDataFrame(rows, "key string, body string").write.parquet(table)
        lines = spark_pipe.requests_of(spark.read.parquet(table), "body", "key").collect()
        done = subprocess.run([self.tool, "batch", "--into", self.folder("table, one batch")],
                              input="".join(line + "\n" for line in lines).encode(), capture_output=True)
        expected = {reply["id"]: reply["hash"] for reply in map(json.loads, done.stdout.splitlines())}
        check("scripts: one batch", len(expected) == len(awkward), done.stdout[:500])

        into, replies = self.folder("table, pipe"), self.scratch + "/table replies"
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYSPARK_GATEWAY")}
        # No -W or PATH of this Python: the programs are run as a user does.
        common = ["--tool", self.tool, "--table", table, "--text", "body", "--key", "key", "--fail-after", "0"]
        done = subprocess.run([sys.executable, HERE + "/spark_pipe.py", *common, "--into", into, "--replies", replies],
                              env=environment, capture_output=True, text=True)
        check("spark_pipe.py: its end", done.returncode == 0 and
              done.stdout.endswith(json.dumps({"done": len(awkward)}) + "\n"), done.stdout + done.stderr[-2000:])
        found = {}
        for name in os.listdir(replies) if os.path.isdir(replies) else []:
            if name.startswith("part-"):
                with open(os.path.join(replies, name), newline="\n") as file:
                    found.update({reply["id"]: reply["hash"] for reply in map(json.loads, file)})
        check("spark_pipe.py: the pictures", found == expected, f"{found} {expected}")
        check("spark_pipe.py: the files", set(checks.outputs(into).values()) == set(expected.values()))

        output = self.scratch + "/pictures.parquet"
        done = subprocess.run([sys.executable, HERE + "/spark_arrow.py", *common, "--output", output],
                              env=environment, capture_output=True, text=True)
        check("spark_arrow.py: its end", done.returncode == 0, done.stdout + done.stderr[-2000:])
        if done.returncode == 0:
            from pyspark.sql import functions as F
            found = {row[0]: row[1] for row in spark.read.parquet(output).select("id", F.sha2("png", 256)).collect()}
            check("spark_arrow.py: the pictures", found == expected, f"{found} {expected}")

        for tool, into in ("textrender", "/tmp"), ("/bin/textrender", "pictures"):
            try:
                spark_pipe.command(tool, into)
                check("a relative path is refused", False, (tool, into))
            except ValueError as error:
                check("a relative path is refused", "absolute" in str(error), error)


def main():
    reason = missing()
    if reason:
        checks.skip("Spark", reason)
        checks.finish()
    test = Test()
    use_scratch(test.scratch)
    only = sys.argv[sys.argv.index("--only") + 1].split(",") if "--only" in sys.argv else None
    steps = [test.pipe, test.killed, test.twice, test.corrupt, test.arrow, test.scripts, test.speculation]
    spark = None
    for step in steps:
        if only and step.__name__ not in only:
            continue
        began = time.monotonic()
        if step == test.speculation:
            if spark:
                spark.stop()
                spark = None
            step()
        else:
            # Up to four attempts at a task; in local[2] there is one.
            spark = spark or session("local[2, 4]", test.scratch)
            step(spark)
        print(f"{step.__name__}: {time.monotonic() - began:.1f} s", flush=True)
    if spark:
        spark.stop()
    end_java(test.scratch)
    checks.finish()


if __name__ == "__main__":
    main()
