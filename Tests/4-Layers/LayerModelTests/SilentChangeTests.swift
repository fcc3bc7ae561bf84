// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import CanvasGeometry
import LayerCompositing
import LayerModel
import Testing

@MainActor
private final class SilentNotes: LayerDelegate {
  var told: [String] = []

  func display(_ layer: Layer) -> Bool {
    told.append("display \(layer.name ?? "")")
    return false
  }
  func drawing(for layer: Layer) -> LayerDrawing? {
    told.append("drawing \(layer.name ?? "")")
    return { try $0.fill(Rect(width: 9, height: 9), with: .red) }
  }
  func layoutSublayers(of layer: Layer) { told.append("layout \(layer.name ?? "")") }
}

/// Of the layers around a change only those that it concerns are asked for a drawing or a layout.
@Suite("Layer: what a change does not ask for", .timeLimit(.minutes(30)))
@MainActor
struct SilentChangeTests {
  private let notes = SilentNotes()
  private let root = Layer(Rect(width: 100, height: 100))
  private let box = Layer(Rect(x: 10, y: 10, width: 40, height: 40))
  private let inner = Layer(Rect(width: 9, height: 9))
  private let sibling = Layer(Rect(x: 60, y: 10, width: 20, height: 20))

  init() {
    for (layer, name) in [(root, "root"), (box, "box"), (inner, "inner"), (sibling, "sibling")] {
      layer.name = name
      layer.delegate = notes
    }
    root.addSublayer(box)
    root.addSublayer(sibling)
    box.addSublayer(inner)
  }

  /// What is asked by a change after all is drawn and laid out.
  private func told(_ change: @MainActor (SilentChangeTests) -> Void) async -> [String] {
    for layer in [root, box, inner, sibling] {
      layer.setNeedsDisplay()
      layer.setNeedsLayout()
    }
    await DisplayCoordinator.main.drain()
    notes.told = []
    change(self)
    await DisplayCoordinator.main.drain()
    return notes.told
  }

  @Test("Appearance and place ask for nothing")
  func appearance() async {
    let changes: [(String, @MainActor (SilentChangeTests) -> Void)] = [
      ("opacity", { $0.box.opacity = 0.5 }), ("isHidden", { $0.box.isHidden = true }),
      ("position", { $0.box.position = Point(x: 3, y: 4) }),
      ("anchorPoint", { $0.box.anchorPoint = Point(x: 0, y: 1) }),
      ("zPosition", { $0.box.zPosition = 3 }),
      ("origin of the bounds", { $0.box.bounds.origin = Point(x: 5, y: 5) }),
      ("frame of the same size", { $0.box.frame.origin = Point(x: 1, y: 1) }),
      ("same bounds", { $0.box.bounds = $0.box.bounds }),
      ("transform", { $0.box.transform = .scale(x: 2, y: 1) }),
      ("sublayerTransform", { $0.box.sublayerTransform = .scale(x: 2, y: 1) }),
      ("backgroundColor", { $0.box.backgroundColor = .red }),
      ("cornerRadius", { $0.box.cornerRadius = 4 }),
      ("border", { ($0.box.borderWidth, $0.box.borderColor) = (2, .red) }),
      ("shadow", { ($0.box.shadowOpacity, $0.box.shadowRadius) = (1, 3) }),
      ("masksToBounds", { $0.box.masksToBounds = true }),
      ("mask", { $0.box.mask = Layer(Rect(width: 9, height: 9)) }),
      ("name", { $0.box.name = "other" }),
      ("contentsGravity", { $0.box.contentsGravity = .center }),
      ("contentsRect", { $0.box.contentsRect = Rect(x: 0, y: 0, width: 0.5, height: 1) }),
      ("shouldRasterize", { $0.box.shouldRasterize = true }),
      ("allowsGroupOpacity", { $0.box.allowsGroupOpacity = false }),
    ]
    for (name, change) in changes {
      let fresh = SilentChangeTests()
      #expect(await fresh.told(change) == [], "\(name)")
    }
  }

  @Test("What is asked for is asked of the layers that it concerns, once")
  func whatIsTold() async {
    let changes: [(String, @MainActor (SilentChangeTests) -> Void, [String])] = [
      ("setNeedsDisplay", { $0.box.setNeedsDisplay() }, ["display box", "drawing box"]),
      (
        "setNeedsDisplay twice",
        {
          $0.box.setNeedsDisplay()
          $0.box.setNeedsDisplay()
        }, ["display box", "drawing box"]
      ),
      ("setNeedsLayout", { $0.inner.setNeedsLayout() }, ["layout inner"]),
      ("size of the bounds", { $0.box.bounds.size.width = 50 }, ["layout box"]),
      ("size of the frame", { $0.box.frame.size.width = 50 }, ["layout box"]),
      ("a sublayer", { $0.box.addSublayer(Layer()) }, ["layout box"]),
      ("one less", { $0.inner.removeFromSuperlayer() }, []),
      ("contents", { $0.box.contents = try? .filled(1, 1, .red) }, []),
    ]
    for (name, change, expected) in changes {
      let fresh = SilentChangeTests()
      #expect(await fresh.told(change) == expected, "\(name)")
    }
    // A new size asks for a drawing only where that is wanted.
    box.needsDisplayOnBoundsChange = true
    #expect(
      await told { $0.box.bounds.size.width = 60 }.sorted()
        == ["display box", "drawing box", "layout box"])
    #expect(await told { $0.box.bounds.origin.x = 60 } == [])
  }

  @Test("Without a delegate nothing is asked, and a delegate that was replaced is not asked")
  func replacedDelegates() async {
    let other = SilentNotes()
    #expect(await told { $0.box.delegate = other } == [])
    box.setNeedsDisplay()
    await DisplayCoordinator.main.drain()
    #expect(notes.told == [] && other.told == ["display box", "drawing box"])
    box.delegate = nil
    box.setNeedsDisplay()
    box.setNeedsLayout()
    await DisplayCoordinator.main.drain()
    #expect(notes.told == [] && other.told.count == 2)
  }
}
