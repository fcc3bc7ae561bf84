#!/usr/bin/env bash
# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
#
# Installs what the peers need (Debian 12, as root) and builds their harnesses. Safe to run again.
#
#   Tests/Benchmarks/Peers/setup.sh FOLDER     programs, workloads and Python packages go there
set -euo pipefail
[ $# = 1 ] || { sed -n '5,7p' "$0" | cut -c3- >&2; exit 2; }
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
mkdir -p "$1"
folder=$(cd "$1" && pwd)
export DEBIAN_FRONTEND=noninteractive
apt-get update -q
apt-get install -y -q --no-install-recommends \
  gcc make pkg-config python3 python3-venv zlib1g-dev \
  libpango1.0-dev libcairo2-dev libharfbuzz-dev libfreetype-dev libfontconfig-dev libicu-dev \
  pango1.0-tools libharfbuzz-bin imagemagick valgrind libegl1 libgl1 \
  fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji fonts-dejavu-core fonts-inter \
  developers-reference debian-reference-en
command -v clang >/dev/null || apt-get install -y -q --no-install-recommends clang
[ -x "$folder/venv/bin/python" ] || python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q skia-python==144.1 pillow==13.0.0
make -s -C "$here" OUT="$folder/bin"
python3 "$here/../Workloads/generate.py" "$folder/workloads"
