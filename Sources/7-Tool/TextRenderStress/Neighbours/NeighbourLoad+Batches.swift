// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import SystemConcurrency
internal import SystemLanes
internal import TextRenderCommand

extension NeighbourLoad {
  /// A batch whose input does not end: pictures of documents and of scenes, drawn and packed.
  static let batches = NeighbourLoad("batches") { lanes, load in
    let isOver = Mutex(false)
    let ended = DispatchSemaphore(value: 0)
    let console = CommandConsole(
      read: { () throws(CommandError) in isOver.withLock { $0 } ? [] : requests },
      write: { (_) throws(CommandError) in load.count() })
    let thread = BlockingThread.start {
      _ = TextRenderTool().run(["batch", "--inline", "--jobs", "\(lanes.count)"], on: console)
      ended.signal()
    }
    if thread == nil { ended.signal() }
    load.onEnd {
      isOver.withLock { $0 = true }
      ended.wait()
    }
  }

  /// A line of each kind.
  static let requests: [UInt8] = {
    let words = String(repeating: "A batch draws many pictures. ", count: 20)
    let layers = (0..<12).map { number in
      #"{"frame":[\#(number * 20),\#(number * 9),60,50],"backgroundColor":"red","shadowOpacity":1}"#
    }
    let scene =
      #"{"size":[320,200],"background":"white","layers":[\#(layers.joined(separator: ","))]}"#
    let lines = [
      #"{"id":1,"document":{"text":"\#(words)","width":300}}"#,
      #"{"id":2,"scene":\#(scene)}"#,
    ]
    return Array(lines.map { $0 + "\n" }.joined().utf8)
  }()
}
