# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Python packages that a comparison needs, from the package index, in a folder of their own."""
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent.parent / ".build-python"


def use(name, modules, packages):
    """Goes on in a Python that has the modules: this one, or else one in a folder `name`, which is made once.

    Returns None where the modules are there, otherwise why they are not.
    """
    if all(importlib.util.find_spec(module) for module in modules): return None
    if os.environ.get("PYTHON_PACKAGES") == name: return f"python3 has no module {', '.join(modules)}"
    venv = FOLDER / name
    python, ready = venv / "bin/python", venv / "ready"
    if not python.exists() or not ready.exists() or ready.read_text() != str(packages):
        try:
            subprocess.run([sys.executable, "-m", "venv", "--clear", str(venv)], check=True, capture_output=True,
                           timeout=120)
            subprocess.run([str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check", *packages],
                           check=True, capture_output=True, timeout=300)
            ready.write_text(str(packages))
        except (OSError, subprocess.SubprocessError) as problem:
            said = (getattr(problem, "stderr", None) or str(problem).encode()).decode().strip().split("\n")[-1]
            return f"cannot be installed: {said}"
    os.environ["PYTHON_PACKAGES"] = name
    sys.stdout.flush()
    os.execv(python, [str(python), *sys.argv])
