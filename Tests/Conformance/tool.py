# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""The tool under test: one long-lived process for many cases, or one process for each.

When the long-lived process dies or falls silent, the cases without an answer are run again, one
process each, so that only the guilty one fails.
"""
import json
import os
import queue
import shutil
import subprocess
import threading


class NoTool(Exception):
    pass


def textrender():
    found = os.environ.get("TEXTRENDER") or shutil.which("textrender")
    if not found or not os.access(found, os.X_OK):
        raise NoTool("no tool: set TEXTRENDER to the binary that Scripts/build-tool makes")
    return os.path.abspath(found)


class Stream:
    """One long-lived process that answers one line for each line."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL)
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def ask(self, requests, patience):
        """Replies in order; fewer than the requests if the process died or fell silent."""
        data = b"".join(json.dumps(r, ensure_ascii=True).encode() + b"\n" for r in requests)

        def write():
            try:
                self.process.stdin.write(data)
                self.process.stdin.flush()
            except OSError:
                pass
        writer = threading.Thread(target=write, daemon=True)
        writer.start()
        replies = []
        for _ in requests:
            try:
                line = self.lines.get(timeout=patience)
            except queue.Empty:
                line = None
            if line is None:
                return replies
            try:
                replies.append(json.loads(line))
            except ValueError:
                replies.append({"error": f"reply is no JSON: {line[:200]!r}", "exit": None})
        writer.join(patience)
        return replies

    def close(self, kill=False):
        try:
            self.process.stdin.close()
        except OSError:
            pass
        if kill:
            self.process.kill()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def alone(binary, case, patience):
    """One case in a process of its own: the reply it would have had, or how it died."""
    try:
        if "segment" in case:
            done = subprocess.run([binary, "segment", "--kind", case["segment"]], timeout=patience,
                                  input=json.dumps(case["request"]).encode() + b"\n", capture_output=True)
            if done.returncode < 0:
                return {"died": f"signal {-done.returncode}"}
            return json.loads(done.stdout.decode("utf-8", "replace").split("\n")[0] or "{}")
        done = subprocess.run([binary, *case["args"]], input=case.get("stdin", "").encode(), timeout=patience,
                              capture_output=True)
    except subprocess.TimeoutExpired:
        return {"died": f"no answer in {patience} s"}
    except ValueError:
        return {"error": "reply is no JSON"}
    if done.returncode < 0:
        return {"died": f"signal {-done.returncode}"}
    return {"exit": done.returncode, "stdout": done.stdout.decode("utf-8", "replace"),
            "stderr": done.stderr.decode("utf-8", "replace")}


def answers(cases, patience=20, jobs=2, batch=True, chunk=64):
    """(case, reply) for every case, in order."""
    binary = textrender()
    streams = {}

    def group(items, channel):
        if channel is None:
            for case in items:
                yield case, alone(binary, case, patience)
            return
        if channel not in streams:
            command = [binary, "batch", "--jobs", str(jobs)] if channel == "batch" else [
                binary, "segment", "--kind", channel]
            streams[channel] = Stream(command)
        requests = [c["request"] if "segment" in c else
                    {"id": i, "args": c["args"], **({"stdin": c["stdin"]} if "stdin" in c else {})}
                    for i, c in enumerate(items)]
        replies = streams[channel].ask(requests, patience)
        if channel == "batch":
            for i, r in enumerate(replies):
                if r.get("id") != i and "error" not in r:
                    r["error"] = f"reply {i} has id {r.get('id')!r}"
        yield from zip(items, replies)
        if len(replies) < len(items):
            streams.pop(channel).close(kill=True)
            for case in items[len(replies):]:
                yield case, alone(binary, case, patience)

    held, now = [], object()
    for case in cases:
        channel = case.get("segment") or ("batch" if batch else None)
        if channel != now or len(held) >= (512 if case.get("segment") else chunk):
            if held:
                yield from group(held, now)
            held, now = [], channel
        held.append(case)
    if held:
        yield from group(held, now)
    for stream in streams.values():
        stream.close()
