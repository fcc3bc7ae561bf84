# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Other processes: fork, spawn, forkserver. Each case is a program of its own."""

import subprocess
import sys
import textwrap

import pytest


def run(program, *arguments):
    """Runs a program, and returns what it prints."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", textwrap.dedent(program), *arguments],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


POOL = """
    import multiprocessing, sys, zlib
    import asynctextlayer as atl

    def draw(line):
        return zlib.crc32(atl.draw(line, size=20).tobytes())

    def many(lines):
        return [zlib.crc32(p.tobytes()) for p in atl.render_many(lines, size=20)]

    if __name__ == "__main__":
        lines = [f"Line {i}" for i in range(40)]
        expected = [draw(line) for line in lines]
        context = multiprocessing.get_context(sys.argv[1])
        with context.Pool(3) as pool:
            assert pool.map(draw, lines) == expected
            assert pool.apply(many, (lines,)) == expected
        # The parent goes on.
        assert many(lines) == expected
        print("good")
"""


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_pools_draw_after_the_parent_has(method, tmp_path):
    program = tmp_path / "pool.py"
    program.write_text(textwrap.dedent(POOL))
    done = subprocess.run(
        [sys.executable, "-W", "ignore", str(program), method],
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0 and done.stdout.strip() == "good", done.stderr


def test_a_child_of_a_process_with_a_batch_says_that_it_cannot_go_on():
    told = run("""
        import os
        import asynctextlayer as atl
        list(atl.render_many(["a", "b"]))
        read, write = os.pipe()
        if os.fork() == 0:
            try:
                atl.draw("a")
                said = "drawn"
            except atl.ForkedError as error:
                said = f"{error.status}: {error}"
            os.write(write, said.encode())
            os._exit(0)
        os.wait()
        print(os.read(read, 1000).decode())
        assert atl.draw("a").width and list(atl.render_many(["a"]))
        """)
    assert told.startswith("AT_FORKED: ") and "spawn" in told


def test_a_fork_while_a_thread_draws_ends_in_a_picture_or_a_sentence():
    told = run("""
        import os, threading, time
        import asynctextlayer as atl
        text = "Words that take a while. " * 20000
        thread = threading.Thread(target=lambda: atl.layout(text, width=500))
        thread.start()
        time.sleep(0.1)
        child = os.fork()
        if child == 0:
            try:
                atl.draw("a")
            except atl.ForkedError as error:
                os._exit(7)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status))
        thread.join()
        """)
    assert told == "7"


def test_a_program_may_end_at_any_time():
    for program in (
        "import asynctextlayer as a; it = a.render_many(['a'] * 1000); next(it)",
        "import asynctextlayer as a; p = a.draw('a'); s = a.Scene({'size': [1, 1], 'layers': []})",
        "import asynctextlayer as a, threading as t; "
        "t.Thread(target=lambda: a.draw('a ' * 50000), daemon=True).start()",
        "import asynctextlayer as a, sys; it = a.render_many(['a ' * 20000] * 9); it.fill(); sys.exit()",
    ):
        run(program)


def test_memory_is_flat(full):
    count = 1_000_000 if full else 30_000
    told = run(
        """
        import sys, gc
        import asynctextlayer as atl

        def private():
            with open("/proc/self/status") as file:
                return next(int(line.split()[1]) for line in file if line.startswith("RssAnon"))

        count = int(sys.argv[1])
        found = []
        for index in range(count):
            picture = atl.draw(f"Label {index}", size=14)
            if index % 1000 == 0:
                picture.pixels, picture.png(), picture.notes
                for bad in (3, {"text": "a", "style": {"size": -1}}):
                    try:
                        atl.draw(bad)
                    except (TypeError, atl.MalformedError):
                        pass
                with atl.render_many(["x", "y"] * 50) as many:
                    next(many)
            if index in (count // 3, count * 2 // 3, count - 1):
                gc.collect()
                found.append(private())
        print(*found)
        """,
        str(count),
    )
    begin, middle, end = map(int, told.split())
    print("RssAnon in kB:", begin, middle, end)
    assert end - middle < 3000 and end - begin < 8000, told
