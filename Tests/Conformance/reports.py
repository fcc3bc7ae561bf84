#!/usr/bin/env python3
# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""What people have complained about in other programs, tried on textrender, each in a few ways.

    python3 Tests/Conformance/reports.py                    # half a minute
    python3 Tests/Conformance/reports.py --only 'nine parts*'
    python3 Tests/Conformance/reports.py --list

The right results are those of specifications and of arithmetic; inputs are made here (makers.py), and fonts are the
built-in ones, but for cases that need a font of the host and are skipped out loud without it. TEXTRENDER names the
tool (default: .build/release/textrender). The last line is 'N passed, N failed'.
"""
import argparse
import fnmatch
import os
import shutil
import sys
import tempfile

import reporting
import reports_colors  # noqa: F401
import reports_pictures  # noqa: F401
import reports_shapes  # noqa: F401
import reports_text  # noqa: F401


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--only", default="*", metavar="GLOB", help="cases whose name matches")
    parser.add_argument("--list", action="store_true", help="name the cases and stop")
    options = parser.parse_args()
    chosen = [c for c in reporting.CASES if fnmatch.fnmatchcase(c[0], options.only)]
    if options.list:
        print("\n".join(name for name, _ in chosen))
        return 0
    if not os.access(reporting.TOOL, os.X_OK):
        print(f"no tool at {reporting.TOOL}; build it or set TEXTRENDER")
        print("0 passed, 1 failed")
        return 1
    reporting.folder = tempfile.mkdtemp(prefix="reports-")
    passed = failed = 0
    for name, function in chosen:
        try:
            function()
            passed += 1
        except reporting.Skip as reason:
            print(f"SKIPPED: {name}: {reason}")
        except Exception as wrong:  # also an answer of another form, or a time limit
            failed += 1
            kind = "" if isinstance(wrong, reporting.Wrong) else f"{type(wrong).__name__}: "
            print(f"FAILED: {name}: {kind}{wrong}", flush=True)
    shutil.rmtree(reporting.folder, ignore_errors=True)
    print(f"{passed} passed, {failed} failed")
    return failed > 0


sys.exit(main())
