// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import LayerCompositing
import LayerModel
import Testing
import TextTestSupport

/// The keys of all classes of layers.
@MainActor
struct LayerKeyTableTests {
  private final class Silent: LayerDelegate {}

  /// A class of a program's own.
  final class Gauge: Layer {
    var reading = 2.0
    var units = 1
    override class var keys: [LayerClassKey] {
      super.keys + [
        LayerClassKey("reading", \Gauge.reading), LayerClassKey("units", \Gauge.units),
      ]
    }
  }

  enum Class: CaseIterable {
    case plain, asynchronous, shape, gradient, replicator, transform, scroll, tiled, emitter, own

    @MainActor var layer: Layer {
      switch self {
      case .plain: Layer()
      case .asynchronous: AsyncLayer()
      case .shape: ShapeLayer()
      case .gradient: GradientLayer()
      case .replicator: ReplicatorLayer()
      case .transform: TransformLayer()
      case .scroll: ScrollLayer()
      case .tiled: TiledLayer()
      case .emitter: EmitterLayer()
      case .own: Gauge()
      }
    }
  }

  /// Words unlike the defaults.
  private static let words = [
    "normal": "multiply", "resize": "bottomLeft", "nonzero": "evenodd", "butt": "square",
    "miter": "bevel", "axial": "conic", "linear": "nearest", "removed": "both", "both": "none",
    "circular": "continuous", "point": "line", "volume": "outline", "unordered": "additive",
    "deviation": "width",
  ]

  private static let delegate = Silent()

  /// A value unlike the present one.
  private func other(_ key: String, _ old: LayerValue) throws -> LayerValue {
    switch key {
    case "name": return .string("b")
    case "mask": return .object(Layer())
    case "delegate": return .object(Self.delegate)
    case "contents": return .picture(try .filled(2, 3, .red))
    case "affineTransform": return .transform(.translation(x: 1, y: 2))
    default: break
    }
    return switch old {
    case .number: .number(7)
    case .boolean(let flag): .boolean(!flag)
    case .string(let word): .string(try #require(Self.words[word], "\(key): \(word)"))
    case .numbers: .numbers([0.25, 0.5])
    case .colors: .colors([.red, nil])
    case .names: .names(["topRight"])
    case .point: .point(Point(x: 0.25, y: 0.5))
    case .size: .size(Size(width: 16, height: 32))
    case .rect: .rect(Rect(x: 1, y: 2, width: 3, height: 4))
    case .color: .color(.red)
    case .transform: .transform(.translation(x: 1, y: 2, z: 3))
    case .path: .path(Path(rect: Rect(width: 3, height: 4)))
    case .box(let value): .box(value.sample)
    case .reference: .nothing
    }
  }

  /// S-104: each key of each class is read as it was set, by key path and by subscript, and takes
  /// no value of another type.
  @Test(arguments: Class.allCases) func s104_eachKeyOfEachClass(_ kind: Class) throws {
    let names = kind.layer.keyNames
    #expect(Set(names).count == names.count && names.count > 40)
    for name in names {
      let layer = kind.layer
      let old = try layer.value(forKeyPath: name)
      let new = try other(name, old)
      #expect(new != old, "\(name)")
      try layer.setValue(new, forKeyPath: name)
      #expect(try layer.value(forKeyPath: name) == new, "\(name)")
      let wrong: LayerValue = if case .path = old { .color(nil) } else { .path(nil) }
      let error = #expect(throws: LayerKeyError.self, "\(name)") {
        try layer.setValue(wrong, forKeyPath: name)
      }
      #expect(error?.code == .wrongType && error?.keyPath == name, "\(name)")
      #expect(try layer.value(forKeyPath: name) == new, "\(name)")
      // The same by subscript.
      let second = kind.layer
      second[name] = layer[name]
      #expect(try second.value(forKeyPath: name) == new, "\(name)")
    }
  }

  @Test(arguments: [
    (Class.scroll, "scrollMode"), (.tiled, "levelsOfDetailBias"), (.emitter, "seed"),
    (.emitter, "emitterZPosition"), (.shape, "lineDashPhase"), (.replicator, "instanceDelay"),
    (.gradient, "locations"), (.own, "reading"), (.plain, "needsDisplayOnBoundsChange"),
  ])
  func keysOfOneClass(_ kind: Class, _ key: String) {
    #expect(kind.layer.keyNames.contains(key))
    if kind != .plain {
      #expect(!Layer().keyNames.contains(key))
      #expect(throws: LayerKeyError.self) { try Layer().value(forKeyPath: key) }
    }
  }

  /// Core Animation's keys with values of its types: 0 for no `repeatDuration`, bits of a mask.
  @Test func keysOfCoreAnimation() throws {
    let layer = GradientLayer()
    layer["repeatDuration"] = 3.0
    #expect(layer.timing.repeatDuration == 3)
    layer["repeatDuration"] = 0.0
    #expect(layer.timing.repeatDuration == nil && layer["repeatDuration"] as? Double == 0)
    layer["autoresizingMask"] = 18
    #expect(layer.autoresizingMask == [.layerWidthSizable, .layerHeightSizable])
    #expect(throws: LayerKeyError.self) {
      try layer.setValue(.number(0.5), forKeyPath: "autoresizingMask")
    }
    layer["type"] = "radial"
    #expect(layer.type == .radial && layer["gradientType"] as? String == "radial")
  }

  @Test func keysThatCannotBeSet() throws {
    let (layer, above) = (Layer(Rect(x: 90, width: 20, height: 10)), Layer())
    above.bounds = Rect(width: 100, height: 100)
    above.masksToBounds = true
    #expect(try layer.value(forKeyPath: "superlayer") == .nothing)
    above.addSublayer(layer)
    #expect(layer["superlayer"] as? Layer === above)
    #expect(layer["visibleRect"] as? Rect == Rect(width: 10, height: 10))
    #expect(try layer.value(forKeyPath: "visibleRect.size.width") == .number(10))
    for (path, value) in [
      ("superlayer", LayerValue.nothing), ("visibleRect", .rect(.zero)),
      ("visibleRect.size.width", .number(3)),
    ] {
      let error = #expect(throws: LayerKeyError.self) {
        try layer.setValue(value, forKeyPath: path)
      }
      #expect(error?.code == .readOnly && error?.message == "\(path) cannot be set.")
    }
    #expect(!layer.keyNames.contains("superlayer"))
  }

  /// Of an emitter `beginTime` is the property of that name, of other layers that of their timing.
  @Test func beginTimes() throws {
    let emitter = EmitterLayer()
    #expect(emitter["beginTime"] as? Double == 0 && emitter.beginTime == nil)
    emitter["beginTime"] = 3.0
    #expect(emitter.beginTime == 3 && emitter.timing.begin == 0)
    try emitter.setValue(.number(5), forKeyPath: "beginTime")
    #expect(emitter.beginTime == 5 && emitter["beginTime"] as? Double == 5)
    let layer = Layer()
    layer["beginTime"] = 3.0
    #expect(layer.timing.begin == 3)
  }

  /// Fields of properties that a class keeps itself.
  @Test func fields() throws {
    let layer = TiledLayer()
    try layer.setValue(.number(64), forKeyPath: "tileSize.width")
    #expect(layer.tileSize == PixelSize(width: 64, height: 256))
    #expect(try layer.value(forKeyPath: "tileSize.height") == .number(256))
    for path in ["tileSize.depth", "scrollMode", "name.x", "mask.opacity"] {
      let error = #expect(throws: LayerKeyError.self) {
        try layer.setValue(.number(1), forKeyPath: path)
      }
      #expect(error?.code == .unknownKey && error?.keyPath == path)
    }
    // A tile has whole pixels, a level is a whole number.
    for (value, path) in [
      (LayerValue.number(1.5), "levelsOfDetail"), (.size(Size(width: 0.5, height: 2)), "tileSize"),
    ] {
      let error = #expect(throws: LayerKeyError.self) {
        try layer.setValue(value, forKeyPath: path)
      }
      #expect(error?.code == .wrongType)
    }
  }

  /// A transform that is no map of the plane is none of `affineTransform`; an object that is no
  /// layer no mask.
  @Test func valuesThatDoNotFit() throws {
    let layer = Layer()
    var perspective = Transform3D.identity
    perspective.m14 = 0.01
    for (value, key) in [
      (LayerValue.transform(perspective), "affineTransform"),
      (.object(Silent()), "mask"), (.object(Layer()), "delegate"), (.object(Layer()), "contents"),
    ] {
      let error = #expect(throws: LayerKeyError.self) { try layer.setValue(value, forKeyPath: key) }
      #expect(error?.code == .wrongType && error?.keyPath == key)
    }
    #expect(layer.transform == .identity && layer.mask == nil && layer.delegate == nil)
  }

  /// What lies in no value that animations change cannot be animated, and says so.
  @Test func animationsOfOtherKeys() throws {
    for (layer, key, code) in [
      (ScrollLayer(), "scrollMode", .notAnimatable), (Layer(), "name", .notAnimatable),
      (Layer(), "scrollMode", .unknownKey),
    ] as [(Layer, String, LayerKeyError.Code)] {
      let error = #expect(throws: LayerKeyError.self) {
        try layer.add(LayerAnimation(key, to: .string("none")))
      }
      #expect(error?.code == code && error?.keyPath == key)
    }
  }
}
