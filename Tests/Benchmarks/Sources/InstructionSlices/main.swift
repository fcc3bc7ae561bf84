// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CCounting
import Glibc

// InstructionSlices --list | NAME LICENSE [avx2]
//
// Runs one slice of a workload over the embedded fonts and texts of this repository. What is done inside
// `counted_section` is what Scripts/count-instructions counts. The pixel loops run their SSE2 variant, which every
// x86-64 processor has, unless told otherwise.

func complain(_ text: String, status: Int32) -> Never {
  _ = text.withCString { write(STDERR_FILENO, $0, strlen($0)) }
  exit(status)
}

let arguments = CommandLine.arguments
if arguments.count == 2, arguments[1] == "--list" {
  for slice in Slice.all { print(slice.name) }
  exit(0)
}
guard arguments.count >= 3, let slice = Slice.all.first(where: { $0.name == arguments[1] }) else {
  complain("usage: InstructionSlices --list | NAME LICENSE [avx2]\n", status: 2)
}
let level: Int32 = arguments.count > 3 && arguments[3] == "avx2" ? 2 : 1
if ctk_set_level(level) != level {
  complain("this processor has no such vector instructions\n", status: 3)
}
let work = try slice.prepare(Texts(prosePath: arguments[2]))
var result = 0
withUnsafeMutablePointer(to: &result) { result in
  var body: () -> Void = { result.pointee = work() }
  withUnsafeMutablePointer(to: &body) { body in
    counted_section(
      { context in
        context?.assumingMemoryBound(to: (() -> Void).self).pointee()
      }, body)
  }
}
// Something that depends on all of the work, so that none of it is left out, and so that two runs can be compared.
print("\(slice.name) \(result)")
