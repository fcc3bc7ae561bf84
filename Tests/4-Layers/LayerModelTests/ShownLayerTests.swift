// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import LayerCompositing
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerModel

/// Which layers animate their changes by themselves: those that a host has shown where they are.
extension ImplicitAnimationTests {
  @Test("Pictures that no host takes show no layer: drawings, transitions and nodes")
  func otherPictures() async throws {
    let host = try await host()
    let new = Layer(Rect(width: 5, height: 5), .blue)
    root.addSublayer(new)
    var context = try GraphicsContext(size: Size(width: 8, height: 8), scale: 1, background: nil)
    try new.render(in: &context)
    _ = root.node
    root.addTransition(.fade)
    new.position.x = 30
    #expect(new.animationKeys.isEmpty && new.presentation()?.position.x == 30)
    _ = try await host.settledFrame()
    new.position.x = 40
    #expect(new.animationKeys == ["position"])
    host.close()
  }

  @Test("A layer that was removed and comes back is set up anew, with all below it")
  func removedLayers() async throws {
    let below = Layer(Rect(width: 2, height: 2))
    box.addSublayer(below)
    let host = try await host()
    box.removeFromSuperlayer()
    _ = try await host.settledFrame()
    root.addSublayer(box)
    box.position.x = 50
    below.position.x = 3
    #expect(box.animationKeys.isEmpty && below.animationKeys.isEmpty)
    _ = try await host.settledFrame()
    box.position.x = 60
    below.position.x = 4
    #expect(box.animationKeys == ["position"] && below.animationKeys == ["position"])
    host.close()
    // Another host has not shown it.
    let other = LayerHost(
      root: root, size: Size(width: 200, height: 20), clock: clock, implicitAnimations: true)
    box.opacity = 0.5
    #expect(!box.animationKeys.contains("opacity"))
    _ = try await other.settledFrame()
    box.opacity = 0.75
    #expect(box.animationKeys.contains("opacity"))
    other.close()
  }

  @Test(
    "A layer that is moved between two pictures stays shown; into one that was not, it does not")
  func movedLayers() async throws {
    let (mask, shelf) = (Layer(Rect(width: 9, height: 9), .black), Layer())
    box.mask = mask
    root.addSublayer(shelf)
    let host = try await host()
    root.sublayers = [box, shelf]
    box.position.x = 50
    #expect(box.animationKeys == ["position"])
    shelf.addSublayer(box)
    box.opacity = 0.5
    #expect(box.animationKeys == ["position", "opacity"])
    box.mask = nil
    mask.opacity = 0.5
    root.insertSublayer(mask, below: shelf)
    mask.position.x = 7
    #expect(mask.animationKeys == ["position"])
    let new = Layer()
    root.replaceSublayer(mask, with: new)
    new.addSublayer(mask)
    mask.cornerRadius = 2
    #expect(mask.animationKeys == ["position"])
    _ = try await host.settledFrame()
    mask.cornerRadius = 3
    #expect(mask.animationKeys == ["position", "cornerRadius"])
    host.close()
  }

  @Test("Hosts are counted while they animate changes by themselves")
  func countedHosts() async throws {
    // Those of other tests are released in a later turn.
    try await until { Transaction.implicitHosts == 0 }
    #expect(!Transaction.mayFindActions)
    func host(_ root: Layer, _ flag: Bool) -> LayerHost {
      LayerHost(
        root: root, size: Size(width: 20, height: 20), clock: clock, implicitAnimations: flag)
    }
    let first = host(Layer(), true)
    var second: LayerHost? = host(Layer(), false)
    #expect(Transaction.implicitHosts == 1)
    second?.implicitAnimations = true
    second?.implicitAnimations = true
    #expect(Transaction.implicitHosts == 2)
    first.implicitAnimations = false
    #expect(Transaction.implicitHosts == 1 && Transaction.mayFindActions)
    first.implicitAnimations = true
    first.close()
    first.close()
    #expect(Transaction.implicitHosts == 1)
    first.implicitAnimations = false
    first.implicitAnimations = true
    #expect(Transaction.implicitHosts == 1)
    second = nil
    try await until { Transaction.implicitHosts == 0 }
    #expect(!Transaction.mayFindActions)
    Transaction.animate { #expect(Transaction.mayFindActions) }
  }

  // MARK: Changes by actions

  /// Changes others when it is asked for an action.
  private final class Meddling: LayerDelegate {
    var body: @MainActor (Layer, String) -> Void = { _, _ in }
    func action(for layer: Layer, forKey key: String) -> LayerAction? {
      body(layer, key)
      return nil
    }
  }

  @Test("What is changed while an action is asked for stays")
  func changesByActions() async throws {
    let host = try await host()
    let delegate = Meddling()
    delegate.body = { layer, key in
      switch key {
      case "position": layer.cornerRadius = 4
      case "opacity": layer.bounds.size.width = 30
      case "backgroundColor": layer.isHidden = true
      default: break
      }
    }
    box.delegate = delegate
    box.position.x = 50
    #expect(box.position.x == 50 && box.cornerRadius == 4)
    #expect(Set(box.animationKeys) == ["position", "cornerRadius"])
    // By a key path, as all properties at once.
    try box.setValue(.number(0.5), forKeyPath: "opacity")
    #expect(box.opacity == 0.5 && box.bounds.size == Size(width: 30, height: 10))
    #expect(box.cornerRadius == 4)
    var all = box.properties
    (all.backgroundColor, all.borderWidth) = (.blue, 3)
    box.properties = all
    #expect(box.backgroundColor == .blue && box.borderWidth == 3 && box.isHidden)
    // Of the same property what was asked for counts.
    var asked = 0
    delegate.body = { layer, _ in
      asked += 1
      if asked == 1 { layer.zPosition = 9 }
    }
    box.zPosition = 2
    #expect(box.zPosition == 2 && asked == 2)
    host.close()
  }

  @Test("What is changed of an emitter while an action is asked for stays")
  func changesOfEmittersByActions() async throws {
    let emitter = EmitterLayer()
    root.addSublayer(emitter)
    let host = try await host()
    let delegate = Meddling()
    delegate.body = { layer, key in
      guard key == "birthRate", let layer = layer as? EmitterLayer else { return }
      layer.scale = 3
      layer.emitterCells = [EmitterCell()]
    }
    emitter.delegate = delegate
    emitter.birthRate = 5
    #expect(emitter.birthRate == 5 && emitter.scale == 3 && emitter.emitterCells.count == 1)
    host.close()
  }
}
