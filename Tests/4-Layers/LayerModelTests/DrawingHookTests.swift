// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import LayerModel
import Testing
import TextTestSupport

/// The hooks that a test layer or its delegate has; each fills the contents with its colour.
@MainActor
private final class Hooks: LayerDelegate {
  enum Hook: CaseIterable {
    case display
    case delegateDisplay
    case drawing
    case delegateDrawing

    var color: Color {
      switch self {
      case .display: .red
      case .delegateDisplay: .lime
      case .drawing: .blue
      case .delegateDrawing: .black
      }
    }
  }

  var present: Set<Hook> = []
  var called: [Hook] = []

  func display(_ layer: Layer) -> Bool {
    guard present.contains(.delegateDisplay) else { return false }
    called.append(.delegateDisplay)
    layer.contents = try? .filled(1, 1, Hook.delegateDisplay.color)
    return true
  }

  func drawing(for layer: Layer) -> LayerDrawing? {
    guard present.contains(.delegateDrawing) else { return nil }
    called.append(.delegateDrawing)
    return { try $0.fill(Rect(width: 99, height: 99), with: Hook.delegateDrawing.color) }
  }
}

@MainActor
private class DrawingLayer: Layer {
  let hooks = Hooks()

  override init() {
    super.init()
    delegate = hooks
  }

  override func drawing() -> LayerDrawing? {
    guard hooks.present.contains(.drawing) else { return nil }
    hooks.called.append(.drawing)
    return { try $0.fill(Rect(width: 99, height: 99), with: Hooks.Hook.drawing.color) }
  }
}

@MainActor
private final class DisplayingLayer: DrawingLayer {
  override func display() {
    guard hooks.present.contains(.display) else { return super.display() }
    hooks.called.append(.display)
    contents = try? .filled(1, 1, Hooks.Hook.display.color)
  }
}

@Suite("Layer: the hooks of drawing")
@MainActor
struct DrawingHookTests {
  @Test("S-068 to S-072: of the hooks that are there, the first one draws, alone")
  func s072_precedence() throws {
    for mask in 0..<16 {
      let layer = DisplayingLayer(Rect(width: 4, height: 4))
      layer.hooks.present = Set(
        Hooks.Hook.allCases.enumerated().filter { mask >> $0.offset & 1 == 1 }.map(\.element))
      layer.setNeedsDisplay()
      layer.displayIfNeeded()
      let expected = Hooks.Hook.allCases.first { layer.hooks.present.contains($0) }
      #expect(layer.hooks.called == (expected.map { [$0] } ?? []))
      #expect(layer.contents?.pixel(x: 0, y: 0) == expected?.color.premultiplied8)
    }
  }
}
