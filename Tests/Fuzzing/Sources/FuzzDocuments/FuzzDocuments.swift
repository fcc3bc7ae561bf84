// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import FuzzSupport
import Glibc
import LayerScenes
import TextRenderCommand

import struct Synchronization.Mutex

/// The bytes are JSON (a scene, a document, lines of `textrender batch`, or its checkpoint), or SVG
/// path data.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  switch bytes.first {
  case UInt8(ascii: "M"), UInt8(ascii: "m"):
    let path = Path(svg: String(decoding: bytes, as: UTF8.self))
    let box = path.bounds
    check(box.minX.isFinite && box.minY.isFinite, "a path without a place: \(box)")
    check(box.width.isFinite && box.height.isFinite, "a path of no size: \(box)")
  case UInt8(ascii: "#"):
    run(["batch", "--jobs", "1", "--inline", "--resume"], input: Array(bytes.dropFirst()))
  case UInt8(ascii: "@"):
    guard let file = fopen("checkpoint", "w") else { break }
    let rest = Array(bytes.dropFirst())
    fwrite(rest, 1, rest.count, file)
    fclose(file)
    let options = ["--jobs", "1", "--inline", "--resume", "--checkpoint", "checkpoint"]
    run(["batch"] + options, input: Array("{}\n{}\n".utf8))
  default:
    readScene(bytes)
    run(["scene", "-", "--frames", "--image-root", "/nowhere"], input: bytes)
    run(["layout", "--no-system-fonts", "--document", "-"], input: bytes)
  }
  return 0
}

private func readScene(_ bytes: [UInt8]) {
  // No file is read: there is none below this folder.
  let options = SceneOptions(folder: "/nowhere", imageRoot: "/nowhere")
  guard let scene = try? Scene(json: bytes, options: options) else { return }
  let pixels = scene.tree.size.width * scene.tree.size.height * scene.tree.scale * scene.tree.scale
  if pixels <= 65_536 {
    var tree = scene.tree
    for time in [tree.time, 0.1, -3, 1e9] {
      tree.time = time
      let next = tree.root.nextChange(from: time)
      check(next >= time, "the next change lies in the past")
      _ = try? TreeRenderer().renderNow(tree)
    }
  }
}

/// Runs a command whose input names no file: a line that could is left out.
private func run(_ arguments: [String], input: [UInt8]) {
  let unwanted = Array("/\\".utf8)
  if arguments[0] == "batch", input.contains(where: { unwanted.contains($0) }) { return }
  let rest = RemainingInput(input)
  let console = CommandConsole(
    read: { () throws(CommandError) in rest.take() }, environment: { _ in nil }, input: .pipe)
  let status = TextRenderTool().run(arguments, on: console)
  check((0...6).contains(status), "status \(status)")
}

/// An input that is read once.
private final class RemainingInput: Sendable {
  private let bytes: Mutex<[UInt8]>

  init(_ bytes: [UInt8]) { self.bytes = Mutex(bytes) }

  func take() -> [UInt8] {
    bytes.withLock { bytes in
      defer { bytes = [] }
      return bytes
    }
  }
}
