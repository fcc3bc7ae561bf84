// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import LayerCompositing
import LayerModel
import Testing
import TextLayers
import TextModel
import TextTestSupport

/// The keys of text layers.
@MainActor
struct TextLayerKeyTests {
  @Test(
    "S-104: each key of text layers is read as it was set",
    arguments: [
      ("string", LayerValue.string("abc")), ("fontSize", .number(20)),
      ("foregroundColor", .color(.red)), ("wrapped", .boolean(false)),
      ("alignmentMode", .string("center")), ("truncationMode", .string("middle")),
      ("maximumLines", .number(2)), ("font", .names(["Noto Serif"])),
      ("displaysAsynchronously", .boolean(false)), ("name", .string("label")),
    ])
  func s104_keys(_ key: String, _ value: LayerValue) throws {
    let layer = TextLayer()
    #expect(layer.keyNames.contains(key) && !Layer().keyNames.contains("fontSize"))
    #expect(try layer.value(forKeyPath: key) != value)
    try layer.setValue(value, forKeyPath: key)
    #expect(try layer.value(forKeyPath: key) == value)
    let error = #expect(throws: LayerKeyError.self) {
      try layer.setValue(.path(nil), forKeyPath: key)
    }
    #expect(error?.code == .wrongType)
    let other = TextLayer()
    other[key] = layer[key]
    #expect(try other.value(forKeyPath: key) == value)
  }

  @Test("The keys are the properties; Core Animation's words for them are known")
  func properties() throws {
    let layer = TextLayer()
    layer["string"] = "abc"
    layer["fontSize"] = 30
    layer["alignmentMode"] = "justified"
    #expect(layer.string == "abc" && layer.fontSize == 30 && layer.alignmentMode == .justify)
    try layer.setValue(.string("natural"), forKeyPath: "alignmentMode")
    #expect(layer.alignmentMode == .start)
    #expect(throws: LayerKeyError.self) {
      try layer.setValue(.string("middle"), forKeyPath: "alignmentMode")
    }
    let error = #expect(throws: LayerKeyError.self) {
      try layer.add(LayerAnimation("truncationMode", to: .string("none")))
    }
    #expect(error?.code == .notAnimatable)
  }

  @Test("A new colour of the text is animated from the old one")
  func foregroundColor() async throws {
    let clock = ManualClock(now: 10)
    let layer = TextLayer(AttributedText("abc"))
    layer.frame = Rect(width: 60, height: 20)
    let host = LayerHost(root: layer, size: Size(width: 60, height: 20), clock: clock)
    _ = try await host.settledFrame()
    layer.foregroundColor = .blue
    #expect(layer.animationKeys.isEmpty)
    Transaction.animate(duration: 1) { layer.foregroundColor = .red }
    let animation = try #require(layer.animation(forKey: "foregroundColor"))
    guard case .values("foregroundColor", .color(let from)?, nil, nil) = animation.change else {
      Issue.record("no values")
      return
    }
    #expect(from == .blue && layer.foregroundColor == .red)
    host.close()
  }

  @Test("A size of the text is animated: half way between 10 and 30 points it is as one of 20")
  func fontSize() async throws {
    func picture(_ size: Double) async throws -> Bitmap {
      let (layer, host) = label(size, ManualClock())
      defer { host.close() }
      layer.foregroundColor = .black
      return try await host.settledFrame().image
    }
    let clock = ManualClock(now: 10)
    let (layer, host) = label(10, clock)
    // Sums of sixty-fourths are exact: a frame comes at the time that is waited for.
    host.preferredFramesPerSecond = 64
    #expect(try await host.settledFrame().image.darkPixels == picture(10).darkPixels)
    try layer.add(
      LayerAnimation("fontSize", from: .number(10), to: .number(30), duration: 2, curve: .linear))
    _ = try await host.settledFrame()
    clock.set(to: 11)
    try await until { (host.frame?.time ?? 0) >= 11 - 1e-6 }
    let half = try #require(host.frame?.image)
    #expect(half.darkPixels == (try await picture(20)).darkPixels)
    #expect(try layer.presentation()?.value(forKeyPath: "fontSize") == .number(20))
    #expect(half.darkPixels != (try await picture(10)).darkPixels)
    #expect(throws: LayerKeyError.self) {
      try layer.add(LayerAnimation("fontSize", to: .color(.red)))
    }
    // Implicitly, too.
    Transaction.animate(duration: 1) { layer.fontSize = 14 }
    #expect(layer.animation(forKey: "fontSize")?.timing.duration == 1)
    host.close()
  }

  private func label(_ size: Double, _ clock: ManualClock) -> (TextLayer, LayerHost) {
    let layer = TextLayer()
    (layer.fontSize, layer.string) = (size, "HHH")
    layer.frame = Rect(width: 90, height: 50)
    let host = LayerHost(
      root: layer, size: Size(width: 90, height: 50), background: .white, clock: clock)
    return (layer, host)
  }
}

extension Bitmap {
  /// The dark pixels of each row.
  fileprivate var darkPixels: [Int] {
    (0..<height).map { y in (0..<width).filter { rgba($0, y)[0] < 128 }.count }
  }
}
