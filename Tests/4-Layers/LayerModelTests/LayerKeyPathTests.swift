// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import LayerCompositing
import LayerModel
import Testing
import TextTestSupport

@Suite("Layer: names and key paths")
@MainActor
struct LayerKeyPathTests {
  private let layer = Layer(Rect(x: 10, y: 20, width: 30, height: 40))

  /// Words unlike the defaults.
  private static let others = [
    "normal": "multiply", "resize": "bottomLeft", "nonzero": "evenodd", "butt": "square",
    "miter": "bevel", "axial": "conic", "circular": "continuous",
  ]

  /// A value unlike the default, of each type.
  private static func sample(like value: LayerValue) -> LayerValue {
    switch value {
    case .number: .number(7)
    case .boolean(let flag): .boolean(!flag)
    case .string(let old):
      .string(Self.others[old] ?? "nearest")
    case .numbers: .numbers([0.25, 0.5])
    case .colors: .colors([.red, nil])
    case .names: .names(["topRight"])
    case .point: .point(Point(x: 0.25, y: 0.5))
    case .size: .size(Size(width: 3, height: 4))
    case .rect: .rect(Rect(x: 1, y: 2, width: 3, height: 4))
    case .color: .color(.red)
    case .transform: .transform(.translation(x: 1, y: 2, z: 3))
    case .path: .path(Path(rect: Rect(width: 3, height: 4)))
    case .box(let value): .box(value.sample)
    case .reference: .nothing
    }
  }

  @Test("S-104: each key is read as it was set", arguments: LayerKey.all.map(\.name))
  func s104_roundTrip(name: String) throws {
    layer.properties.kind = LayerKey.named(name)?.kind ?? .plain
    let old = try layer.value(forKeyPath: name)
    let new = Self.sample(like: old)
    #expect(new != old)
    let before = layer.node
    try layer.setValue(new, forKeyPath: name)
    #expect(try layer.value(forKeyPath: name) == new)
    #expect(layer.node !== before)
  }

  @Test("S-104: corners, blend mode and shadow path by name; absent colours and paths")
  func s104_namesAndAbsence() throws {
    try layer.setValue(.names(["bottomRight", "topLeft"]), forKeyPath: "maskedCorners")
    #expect(layer.maskedCorners == [.topLeft, .bottomRight])
    let corners = try layer.value(forKeyPath: "maskedCorners")
    #expect(corners == .names(["topLeft", "bottomRight"]))
    for mode in BlendMode.allCases {
      layer.blendMode = .sourceOver
      try layer.setValue(mode.layerValue, forKeyPath: "blendMode")
      #expect(layer.blendMode == mode)
    }
    try layer.setValue(.string("color-dodge"), forKeyPath: "blendMode")
    #expect(layer.blendMode == .colorDodge)
    let path = Path(rect: Rect(width: 9, height: 9))
    try layer.setValue(.path(path), forKeyPath: "shadowPath")
    #expect(layer.shadowPath == path)
    try layer.setValue(.path(nil), forKeyPath: "shadowPath")
    #expect(layer.shadowPath == nil)
    try layer.setValue(.color(nil), forKeyPath: "borderColor")
    #expect(layer.borderColor == nil)
    #expect(try layer.value(forKeyPath: "borderColor") == .color(nil))
    for (value, key) in [
      (LayerValue.names(["middle"]), "maskedCorners"), (.string("dodge"), "blendMode"),
      (.string("nowhere"), "contentsGravity"),
    ] {
      let error = #expect(throws: LayerKeyError.self) { try layer.setValue(value, forKeyPath: key) }
      #expect(error?.code == .wrongType && error?.message == "\(key) has no value of this name.")
    }
    #expect(throws: LayerKeyError.self) {
      try layer.setValue(.path(nil), forKeyPath: "borderColor")
    }
    let error = #expect(throws: LayerKeyError.self) { try layer.value(forKeyPath: "sublayers") }
    #expect(error?.code == .unknownKey)
  }

  @Test("S-104: fields of values, and the properties themselves")
  func s104_fields() throws {
    try layer.setValue(.number(99), forKeyPath: "bounds.size.width")
    #expect(layer.bounds == Rect(width: 99, height: 40))
    try layer.setValue(.number(1), forKeyPath: "frame.origin.x")
    #expect(layer.frame.minX == 1 && layer.bounds.width == 99)
    try layer.setValue(.number(.pi / 2), forKeyPath: "transform.rotation.z")
    #expect(layer.transform == .rotation(.pi / 2))
    layer.opacity = 0.5
    #expect(try layer.value(forKeyPath: "opacity") == .number(0.5))
  }

  @Test("S-104: an unknown key and a wrong type are errors, and nothing is set")
  func s104_errors() {
    let before = layer.properties
    for path in ["", "colour", "position.z", "bounds.size.", "transform.rotation.w"] {
      #expect(throws: LayerKeyError.self) { try layer.value(forKeyPath: path) }
      let error = #expect(throws: LayerKeyError.self) {
        try layer.setValue(.number(1), forKeyPath: path)
      }
      #expect(error?.code == .unknownKey && error?.keyPath == path)
    }
    let error = #expect(throws: LayerKeyError.self) {
      try layer.setValue(.string("half"), forKeyPath: "opacity")
    }
    #expect(error?.code == .wrongType)
    #expect(layer.properties == before)
  }

  @Test("A key path has the effects of the property: displays, overrides")
  func effects() throws {
    final class Clamped: Layer {
      override var bounds: Rect {
        get { super.bounds }
        set { super.bounds = Rect(width: min(newValue.width, 50), height: newValue.height) }
      }
    }
    let clamped = Clamped()
    try clamped.setValue(.number(80), forKeyPath: "bounds.size.width")
    #expect(clamped.bounds.width == 50)
    try layer.setValue(.number(2), forKeyPath: "contentsScale")
    #expect(layer.needsDisplay)
    let asynchronous = AsyncLayer()
    try asynchronous.setValue(.size(Size(width: 4, height: 4)), forKeyPath: "bounds.size")
    #expect(asynchronous.needsDisplay)
    var properties = LayerProperties()
    properties.opacity = 0.5
    properties.zPosition = 3
    layer.properties = properties
    #expect(layer.properties == properties)
  }

  @Test("S-063: a layer is found by its name, outer ones first")
  func s063_findByName() {
    let deep = Layer(.zero, name: "a")
    let inner = Layer(.zero, nil, name: "x", [deep])
    let later = Layer(.zero, name: "a")
    let root = Layer(.zero, nil, name: "root", [inner, later])
    #expect(root.layer(named: "root") === root)
    #expect(root.layer(named: "a") === deep)
    #expect(later.layer(named: "a") === later)
    #expect(root.layer(named: "b") == nil)
    later.name = nil
    #expect(root.node.sublayers[1].name == nil && root.node.sublayers[0].name == "x")
  }

  @Test("S-106: any value under any key that is no property's")
  func s106_values() {
    #expect(layer["tag"] == nil)
    layer["tag"] = 7
    layer["object"] = Log()
    layer["position.x"] = "kept"
    #expect(layer["tag"] as? Int == 7 && layer["object"] is Log)
    #expect(layer["position.x"] as? String == "kept" && layer.position.x == 25)
    // Only emitters have it.
    layer["birthRate"] = "kept"
    #expect(layer["birthRate"] as? String == "kept")
    layer["tag"] = nil
    #expect(layer["tag"] == nil)
  }

  @Test("S-106: the keys of properties are the properties")
  func s106_properties() {
    layer["name"] = "a"
    #expect(layer.name == "a" && layer["name"] as? String == "a")
    layer["name"] = nil
    #expect(layer.name == nil && layer["name"] == nil)
    layer["opacity"] = 0.5
    layer["zPosition"] = 3
    #expect(layer.opacity == 0.5 && layer["zPosition"] as? Double == 3)
    layer["position"] = Point(x: 7, y: 8)
    #expect(layer.position == Point(x: 7, y: 8) && layer["position"] as? Point == layer.position)
    layer["contentsGravity"] = ContentsGravity.topLeft
    #expect(layer.contentsGravity == .topLeft && layer["contentsGravity"] as? String == "topLeft")
    layer["backgroundColor"] = Color.red
    layer["borderColor"] = nil
    #expect(layer.backgroundColor == .red && layer.borderColor == nil)
    let mask = Layer()
    layer["mask"] = mask
    #expect(layer.mask === mask && layer["mask"] as? Layer === mask)
    layer["mask"] = nil
    #expect(layer.mask == nil && layer["mask"] == nil)
    layer["affineTransform"] = AffineTransform(a: 2, b: 0, c: 0, d: 3, tx: 0, ty: 0)
    #expect(layer.transform == .scale(x: 2, y: 3))
  }

  @Test("S-106: a value of another type than the property is no silence")
  func s106_wrongType() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run { Layer()["opacity"] = "half" }
    }
    await #expect(processExitsWith: .failure) {
      await MainActor.run { Layer()["opacity"] = nil }
    }
  }

  private final class Log {}

  @Test("S-107: a delegate needs no method, and is not retained")
  func s107_delegate() {
    final class Silent: LayerDelegate {}
    var delegate: Silent? = Silent()
    layer.delegate = delegate
    #expect(layer.delegate === delegate)
    layer.display()
    layer.setNeedsLayout()
    layer.layoutIfNeeded()
    #expect(layer.contents == nil)
    delegate = nil
    #expect(layer.delegate == nil)
  }
}

extension BoxValue {
  /// A value unlike the default.
  var sample: BoxValue {
    switch self {
    case .cornerRadii: .cornerRadii(CornerRadii(3))
    case .borders: .borders(BoxBorders(BoxBorder(width: 2, style: .solid)))
    case .borderImage: .borderImage(BorderImage(.unitGradient(.init()), slice: BoxInsets(2)))
    case .insets: .insets(BoxInsets(2))
    case .backgrounds: .backgrounds([BoxBackground(.unitGradient(.init()))])
    case .shadows: .shadows([BoxShadow(blur: 3)])
    case .outline: .outline(BoxOutline(width: 2))
    case .filters: .filters([.blur(2)])
    case .clipPath: .clipPath(ClipPath(Path(rect: Rect(width: 3, height: 4))))
    }
  }
}
