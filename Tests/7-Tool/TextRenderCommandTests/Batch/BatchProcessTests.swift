// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import TextTestSupport

@testable import TextRenderCommand

/// A batch as a process: signals, closed and full streams, an empty environment.
@Suite(.enabled(if: ToolBinary.path != nil, ToolBinary.missing), .timeLimit(.minutes(30)))
struct BatchProcessTests {
  /// Runs a shell script in a folder of its own, in which `$T` is the tool and `$R` a request.
  private func shell(_ script: String) throws -> (status: Int32, output: String, errors: String) {
    try ToolRun.withFolder { folder throws in
      let request = #"{"id":1,"document":{"text":"a","systemFonts":false}}"#
      let ended = try ToolProcess(
        "/usr/bin/env", ["--default-signal=INT", "/bin/bash", "-c", "cd '\(folder)'; \(script)"],
        environment: ["T": try #require(ToolBinary.path), "R": request])
      return (
        ended.status, String(decoding: ended.output, as: UTF8.self),
        String(decoding: ended.errors, as: UTF8.self)
      )
    }
  }

  /// While it waits for input it ends at once, with the status of the signal and a true checkpoint.
  @Test(arguments: [("TERM", "143"), ("INT", "130")])
  func signals(_ name: String, _ status: String) throws {
    let run = try shell(
      """
      set -m # Jobs without control, as those in a pipeline, ignore SIGINT.
      mkfifo in; sleep 1000 > in & holder=$!
      (echo "$R"; echo "$R"; exec sleep 1000) > in &
      $T batch --into out --checkpoint cp < in > replies 2> errors & tool=$!
      while [ "$(cat replies 2>/dev/null | wc -l)" -lt 2 ] && kill -0 $tool; do sleep 0.05; done
      kill -\(name) $tool; wait $tool; echo $?
      kill $holder %2 2>/dev/null
      wc -l < replies; tail -n 1 errors; cat cp
      """)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 4 && lines[0] == status && lines[1] == "2", "\(run)")
    let (summary, checkpoint) = (lines.dropLast().last ?? "", lines.last ?? "")
    #expect(summary.contains("\"done\":2") && checkpoint.contains("\"offset\":"))
    #expect(!checkpoint.contains("\"offset\":0"))
  }

  /// From the first moment on: none is lost while the program begins.
  @Test(arguments: [("TERM", "143"), ("INT", "130")])
  func aSignalAtTheStart(_ name: String, _ status: String) throws {
    let run = try shell(
      """
      set -m
      for delay in {1..60}; do
        $T batch --inline < <(exec sleep 30 2> /dev/null) > /dev/null 2>&1 & tool=$!
        sleep "$(printf 0.%03d "$delay")"; kill -\(name) $tool; wait $tool; echo $?
      done > ended 2> /dev/null
      sort ended | uniq -c
      """)
    #expect(run.output.split(separator: "\n") == ["     60 \(status)"], "\(run)")
  }

  /// The second signal ends it also while nothing takes its replies.
  @Test func aSecondSignal() throws {
    let run = try shell(
      """
      mkfifo out; exec 8<>out; head -c 65536 /dev/zero >&8
      echo "$R" | $T batch --inline 1>&8 2>/dev/null & tool=$!
      # Until it listens: the bit of SIGTERM among the signals that are caught.
      while
        caught=$(grep SigCgt /proc/$tool/status | cut -f 2)
        [ $((0x$caught & 0x4000)) -eq 0 ] && kill -0 $tool
      do sleep 0.05; done
      sleep 1; kill -TERM $tool; kill -TERM $tool; sleep 5; kill -0 $tool && echo waits
      kill -TERM $tool
      for turn in {1..600}; do kill -0 $tool 2> /dev/null || break; sleep 0.1; done
      kill -KILL $tool 2> /dev/null; wait $tool; echo $?
      """)
    #expect(run.output == "waits\n143\n")
  }

  /// The reader of the replies has gone, and nothing comes from the writer of the requests.
  @Test func aClosedOutput() throws {
    let run = try shell(
      """
      mkfifo in; (echo "$R"; exec sleep 1000) > in & holder=$!
      start=$SECONDS
      $T batch --into out < in 2> errors | head -n 1 > first
      echo $((SECONDS - start < 500)); kill $holder; cat first; wc -l < errors
      """)
    let lines = run.output.split(separator: "\n")
    #expect(lines.first == "1" && lines.count == 3, "\(run)")
    #expect(lines.last == "1", "the summary alone")
  }

  /// Too many failures end it, though the input goes on.
  @Test func failuresEndAnIdleInput() throws {
    let run = try shell(
      """
      mkfifo in; (echo x; exec sleep 1000) > in & holder=$!
      $T batch --inline --fail-after 0 < in > /dev/null 2>&1; echo $?; kill $holder
      """)
    #expect(run.output == "3\n")
  }

  @Test func streamsAndEnvironment() throws {
    for script in [
      "echo \"$R\" | env -i $T batch --into out",
      "echo \"$R\" | $T batch --into out 2>/dev/full", "echo \"$R\" | $T batch --into out 2>&-",
      "printf '\\xef\\xbb\\xbf%s\\r\\n' \"$R\" | $T batch --into out --jobs 3",
    ] {
      let run = try shell("\(script) | tee replies; exit ${PIPESTATUS[1]}")
      #expect(run.status == 0 && run.output.contains("\"exit\":0"), "\(script): \(run)")
    }
    let full = try shell("echo \"$R\" | $T batch --into out > /dev/full")
    #expect(full.status == 1 && full.errors.contains("cannot be written"))
  }

  /// A pipe for standard error that is full and never read does not keep it from ending.
  @Test func aFullStandardError() throws {
    let run = try shell(
      """
      mkfifo err; exec 9<>err
      head -c 65536 /dev/zero >&9
      echo "$R" | timeout 300 $T batch --into out 2>&9 > replies; echo $?; wc -l < replies
      """)
    #expect(run.output == "0\n1\n")
  }

  @Test func aPipeAsCheckpoint() throws {
    let run = try shell(
      "mkfifo cp; echo \"$R\" | timeout 300 $T batch --inline --checkpoint cp --resume; echo $?")
    #expect(run.output == "2\n" && run.errors.contains("no regular file"))
  }
}
