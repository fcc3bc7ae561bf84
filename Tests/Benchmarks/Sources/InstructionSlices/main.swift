// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CCounting
import Glibc

// InstructionSlices --list | NAME LICENSE [avx2]
// InstructionSlices --grow text|fonts|layers NUMBER LICENSE FONTS [PASSES]     prints units,
// nanoseconds of the best pass
//
// Runs one slice of a workload over the embedded fonts and texts of this repository. What is done
// inside `counted_section` is what Scripts/bench/count-instructions counts. The pixel loops run their
// SSE2 variant, which every x86-64 processor has, unless told otherwise.

func complain(_ text: String, status: Int32) -> Never {
  _ = text.withCString { write(STDERR_FILENO, $0, strlen($0)) }
  exit(status)
}

/// Runs the work where callgrind counts.
func counted(_ work: () -> Int) -> Int {
  withoutActuallyEscaping(work) { work in
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
    return result
  }
}

let arguments = CommandLine.arguments
if arguments.count >= 6, arguments[1] == "--grow", let number = Int(arguments[3]) {
  let texts = try Texts(prosePath: arguments[4])
  _ = ctk_set_level(1)
  if arguments[2] == "layers" {
    LayerGrowth(
      count: number, passes: arguments.count > 6 ? Int(arguments[6]) ?? 1 : 1, texts
    ).run()
  }
  let passes = arguments.count > 6 ? max(1, Int(arguments[6]) ?? 1) : 1
  let areFonts = arguments[2] == "fonts"
  let (units, work) =
    try areFonts
    ? Growth.fonts(count: number, texts, fontFolder: arguments[5])
    : Growth.text(bytes: number, count: passes, texts)
  var (best, result) = (Int.max, 0)
  // (So many texts are laid out, and their layouts kept, in one pass.)
  for _ in 0..<(areFonts ? passes : 1) {
    let (start, used, waited) = (Growth.wall(), Growth.used(), Growth.waited())
    result = counted(work)
    let (end, usedAfter) = (Growth.wall(), Growth.used())
    // Waiting may also fall between the two clocks.
    best = min(best, max(usedAfter - used, end - start - (Growth.waited() - waited)))
  }
  print("\(units) \(best) \(result)")
  exit(0)
}
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
// Something that depends on all of the work, so that none of it is left out, and so that two runs
// can be compared.
print("\(slice.name) \(counted(work))")
