#!/usr/bin/env bash
# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
#
# Draws the requests of a file with GNU parallel, two jobs at once.
#
#   parallel.sh TOOL REQUESTS.ndjson FOLDER [BLOCK]
#
# FOLDER gets pictures/, replies.ndjson and joblog. A block is what a job gets: so many bytes, to a whole line. Run
# again with the same arguments, it does what failed or was not reached, and no more; the replies of that are appended.
# The exit status is the number of jobs that failed.
#
# With --pipe the same block has the same number each time, by which --resume-failed knows it; with --pipepart it has
# not. A job with a request that failed answers the others and ends with status 3 (--fail), so that it stands in the log as
# failed; pictures that it made are not drawn again (--resume). (--fail-after is not for this: a job that reads no further
# stands in the log by the signal that its writer got.)
set -eu
tool=$1 requests=$2 folder=$3 block=${4:-1M}

mkdir -p "$folder"
parallel --will-cite --quote --jobs 2 --pipe --block "$block" --keep-order \
  --joblog "$folder/joblog" --resume-failed \
  "$tool" batch --jobs 1 --into "$folder/pictures" --resume --fail \
  <"$requests" >>"$folder/replies.ndjson"
