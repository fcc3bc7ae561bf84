#!/usr/bin/env bash
# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
#
# Draws the requests of a file with split and xargs, two processes at once: what every system has.
#
#   xargs.sh TOOL REQUESTS.ndjson FOLDER [PARTS]
#
# FOLDER gets pictures/, and in parts/ each part of the requests with its replies beside it. Run again, it draws what is
# missing and reuses the rest (--resume); the replies are complete each time. The exit status is 123 when a request
# failed.
set -eu
tool=$1 requests=$2 folder=$3 parts=${4:-8}

rm -rf "$folder/parts"
mkdir -p "$folder/parts"
split --number="l/$parts" --numeric-suffixes --suffix-length=4 "$requests" "$folder/parts/part-"
find "$folder/parts" -name 'part-*' ! -name '*.replies' -print0 | sort -z |
  xargs -0 -P 2 -I{} sh -c '"$0" batch --jobs 1 --into "$1" --resume --fail <"$2" >"$2.replies"' \
    "$tool" "$folder/pictures" {}
