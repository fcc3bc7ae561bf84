// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TextGraphics
import TextModel
import TextRuntime
import TextTestSupport

@testable import LayerRendering

/// The number of random edits: more by the environment variable `LAYER_EDITS`.
private let edits = ProcessInfo.processInfo.environment["LAYER_EDITS"].flatMap(Int.init) ?? 1200

struct DamageTests {
  /// A damaged picture is the whole picture, after any edit.
  @Test(arguments: 0..<4) func damagedIsWhole(_ seed: Int) throws {
    var model = try RandomTree(seed: UInt64(seed))
    var history = FrameHistory()
    var held: [Bitmap] = []
    var image: Bitmap?
    var isPartial = 0
    var last: (tree: RenderTree, whole: Bitmap)?
    let canvas = PixelRect(width: 160, height: 120)
    for edit in 0..<edits / 4 {
      model.edit()
      let tree = model.tree()
      if let job = try history.begin(tree) {
        _ = job.run()
        let frame = try history.finish(job)
        if frame.damage.pixelCount < 160 * 120 { isPartial += 1 }
        image = frame.image
      }
      // Some frames are held by others for a while.
      if edit % 7 == 0, let image { held.append(image) }
      if held.count > 3 { held.removeFirst() }
      let whole = try Compositor.image(of: tree)
      let damage = last.map { TreeDifference(from: $0.tree, to: tree, canvas: canvas).damage }
      if let last, let damage, let pixel = PixelDifference(last.whole, whole, except: damage).first
      {
        Issue.record("seed \(seed), edit \(edit): \(pixel) outside the damage")
        return
      }
      last = (tree, whole)
      if image != whole, let image {
        let difference = PixelDifference(image, whole)
        Issue.record("seed \(seed), edit \(edit): \(difference)")
        return
      }
    }
    #expect(isPartial > edits / 40)
  }
}
