// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import TextTestSupport

/// Tests that need a process of their own: closed, full or slow streams, and signals.
@Suite(.enabled(if: ToolBinary.path != nil, ToolBinary.missing))
struct ProcessTests {
  private struct Result {
    var status: Int32
    var signalled: Bool
    var output: String
    var errors: String
  }

  /// Runs a shell script in which `$T` is the tool.
  private func shell(_ line: String) throws -> Result {
    let ended = try ToolProcess(
      "/bin/bash", ["-c", line], environment: ["T": try #require(ToolBinary.path)])
    return Result(
      status: ended.status, signalled: ended.signalled,
      output: String(decoding: ended.output, as: UTF8.self),
      errors: String(decoding: ended.errors, as: UTF8.self))
  }

  @Test func statusAndStreams() throws {
    let done = try shell("$T versions")
    #expect(done.status == 0 && done.output.hasPrefix("{\"textrender\"") && done.errors.isEmpty)
    let refused = try shell("$T draw")
    #expect(refused.status == 2 && refused.output.isEmpty && !refused.errors.isEmpty)
  }

  @Test func aClosedReaderGivesNoMessage() throws {
    let run = try shell(
      "set -o pipefail; yes '{\"text\":\"a b c\"}' | head -n 200000 | $T segment --kind word | head -n 1"
    )
    #expect(run.output == "{\"id\":null,\"breaks\":[0,1,2,3,4,5]}\n")
    #expect(run.errors.isEmpty && !run.signalled)
    #expect(
      try shell("$T help | true; echo ${PIPESTATUS[0]}").output.contains { "01".contains($0) })
  }

  @Test func fullDiskAndClosedOutput() throws {
    for line in ["$T versions > /dev/full", "$T versions >&-", "$T versions -o /dev/full"] {
      let run = try shell(line)
      #expect(run.status == 1 && run.errors.contains("cannot be written"), "\(line)")
    }
  }

  @Test func repliesAreFlushedBeforeWaitingForInput() throws {
    let run = try shell(
      """
      coproc S { $T segment --kind grapheme; }
      echo '{"id":1,"text":"ab"}' >&${S[1]}
      read -r -t 300 reply <&${S[0]} && echo "$reply"
      echo '{"id":2,"text":"c"}' >&${S[1]}
      read -r -t 300 reply <&${S[0]} && echo "$reply"
      """)
    #expect(run.output == "{\"id\":1,\"breaks\":[0,1,2]}\n{\"id\":2,\"breaks\":[0,1]}\n")
  }

  @Test func argumentsThatAreNotUTF8AreNoted() throws {
    let run = try shell("$T segment --kind word --text $'caf\\xe9'")
    #expect(run.status == 0 && run.output == "{\"id\":null,\"breaks\":[0,3,4]}\n")
    #expect(run.errors.contains("not UTF-8: 1 ill-formed parts"))
    #expect(try shell("$T segment --kind word --text $'caf\\u00e9 \\ufffd'").errors.isEmpty)
  }

  @Test func pipesEverywhere() throws {
    let run = try shell(
      """
      cd "$(mktemp -d)"; set -e
      echo hello | $T > p.png; $T render hello -o a.png --no-system-fonts; cmp <(head -c 4 p.png) <(head -c 4 a.png)
      echo hello | $T --color crimson -o - | head -c 4 | tail -c 3; echo
      echo hello | $T layout --no-system-fonts | head -c 8; echo
      echo hello | $T shape --font '\(ToolRun.sans)' --format hb
      printf '' | $T > empty.png || echo "status $?"; test ! -s empty.png
      printf '' | $T layout || echo "status $?"
      $T < /dev/null > none.png || echo "status $?"
      """)
    #expect(
      run.output == """
        PNG
        {"width"
        [h=0+618|e=1+564|l=2+258|l=3+258|o=4+605]
        status 2
        status 2
        status 2

        """)
    let empty = "textrender: no text: standard input is empty"
    #expect(run.errors.split(separator: "\n").filter { $0.hasPrefix(empty) }.count == 2)
  }

  @Test func completionScriptsAreShell() throws {
    let run = try shell("$T completions bash > >(cat) && bash -n <($T completions bash) && echo ok")
    #expect(run.output.hasSuffix("ok\n") && run.errors.isEmpty)
    let completed = try shell(
      """
      source <($T completions bash)
      complete_words() { COMP_WORDS=(textrender "$@") COMP_CWORD=$#; _textrender; echo ${COMPREPLY[@]}; }
      complete_words render --anch
      complete_words render --anchor m
      complete_words rend
      complete_words --fit
      complete_words render --weight semi
      complete_words render --weight = semi
      complete_words layout --weight =
      complete_words render --color cri r
      complete_words fonts --format js
      complete_words help doc
      """)
    #expect(
      completed.output == """
        --anchor
        middle
        render
        --fit-ink
        semi-bold
        semi-bold
        thin extra-light light normal regular medium semi-bold bold extra-bold black

        json
        document

        """)
  }
}

extension ToolBinary {
  /// Why a test is skipped where there is none.
  static let missing: Comment = "no textrender beside the tests"
}
