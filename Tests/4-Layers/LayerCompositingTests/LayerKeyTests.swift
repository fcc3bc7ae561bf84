// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerCompositing

struct LayerKeyTests {
  /// S-104: each key is read and set again, and gives what was set.
  @Test(arguments: LayerKey.all.map(\.name)) func s104RoundTrip(_ name: String) throws {
    let key = try #require(LayerKey.named(name))
    var properties = LayerProperties()
    properties.bounds = Rect(width: 10, height: 20)
    properties.kind = key.kind ?? .plain
    let words = [
      "normal": "multiply", "resize": "topLeft", "nonzero": "evenodd", "butt": "round",
      "miter": "round", "axial": "radial", "circular": "continuous",
    ]
    let other: LayerValue =
      switch key.value(in: properties) {
      case .number: .number(7)
      case .boolean(let flag): .boolean(!flag)
      case .string(let old): .string(words[old] ?? "nearest")
      case .numbers: .numbers([3, 4])
      case .colors: .colors([.blue, nil])
      case .names: .names(["topLeft", "bottomLeft"])
      case .point: .point(Point(x: 3, y: 4))
      case .size: .size(Size(width: 5, height: 6))
      case .rect: .rect(Rect(x: 1, y: 2, width: 3, height: 4))
      case .color: .color(.blue)
      case .transform: .transform(.rotation(1))
      case .path: .path(Path(rect: Rect(width: 3, height: 4)))
      case .box(let value): .box(value.sample)
      case .reference: .nothing
      }
    #expect(other != key.value(in: properties))
    // Beside another property of those that few layers have, too.
    for radius in [0.0, 3] where name != "cornerRadius" {
      properties.cornerRadius = radius
      var changed = properties
      try changed.setValue(other, forKeyPath: name)
      let keys = LayerKey.mayDiffer(properties, changed).map(\.name)
      #expect(keys.contains(name) || name == "frame" && keys.contains("position"))
    }
    properties.cornerRadius = 0
    try properties.setValue(other, forKeyPath: name)
    #expect(try properties.value(forKeyPath: name) == other)
    #expect(properties != LayerProperties())
    // Absent values have a type, too.
    let wrong: LayerValue = if case .path = other { .color(nil) } else { .path(nil) }
    #expect(throws: LayerKeyError.self) { try properties.setValue(wrong, forKeyPath: name) }
    #expect(try properties.value(forKeyPath: name) == other)
  }

  /// Each kind has one value of defaults and a name of its own, and is that kind, whatever its
  /// properties are. Its keys apply to layers of that kind alone.
  @Test func kinds() {
    let names = LayerKind.allCases.map(\.name)
    #expect(Set(names).count == names.count && names.first == "plain")
    for kind in LayerKind.allCases {
      #expect(LayerKind.allCases.filter(kind.isKind).count == 1, "\(kind.name)")
      var properties = LayerProperties()
      properties.kind = kind
      let keys = LayerKey.all.filter { $0.applies(to: properties) }
      #expect(keys.allSatisfy { $0.kind?.isKind(kind) ?? true }, "\(kind.name)")
    }
    var other = ShapeProperties()
    other.stroke.lineWidth = 7
    #expect(LayerKind.shape(other).isKind(.shape()) && LayerKind.shape(other) != .shape())
    #expect(LayerKind.shape().isInProperties && !LayerKind.text.isInProperties)
  }

  /// Where what few layers have is the same box, only what all layers have is compared.
  @Test func fewKeysMayDiffer() {
    var old = LayerProperties()
    old.cornerRadius = 4
    var new = old
    new.position.x = 5
    let few = [
      "bounds", "position", "anchorPoint", "zPosition", "hidden", "opaque", "opacity",
      "masksToBounds", "backgroundColor", "contentsScale",
    ]
    #expect(LayerKey.mayDiffer(old, new).map(\.name) == few)
    #expect(LayerKey.mayDiffer(LayerProperties(), LayerProperties()).map(\.name) == few)
    new.shadow.radius = 5
    let all = LayerKey.mayDiffer(old, new).map(\.name)
    #expect(
      all == LayerKey.all.map(\.name).filter { $0 != "frame" }
        && all.count == LayerKey.all.count - 1)
  }

  @Test(arguments: [
    "", ".", "colour", "position.z", "position.x.y", "bounds.size.depth", "transform.rotation.w",
    "transform.m11", "opacity.x", "transform.rotation.x.y", "shadow",
  ])
  func unknownKeys(_ path: String) {
    var properties = LayerProperties()
    #expect(throws: LayerKeyError.self) { try properties.value(forKeyPath: path) }
    #expect(throws: LayerKeyError.self) {
      try properties.setValue(.number(1), forKeyPath: path)
    }
    #expect(properties == LayerProperties())
  }

  @Test func fields() throws {
    var properties = LayerProperties()
    try properties.setValue(.number(7), forKeyPath: "bounds.size.width")
    try properties.setValue(.number(3), forKeyPath: "bounds.origin.y")
    try properties.setValue(.number(9), forKeyPath: "position.x")
    try properties.setValue(.number(2), forKeyPath: "shadowOffset.width")
    #expect(properties.bounds == Rect(x: 0, y: 3, width: 7, height: 0))
    #expect(properties.position == Point(x: 9, y: 0) && properties.shadow.offset.width == 2)
    #expect(try properties.value(forKeyPath: "bounds.size") == .size(Size(width: 7, height: 0)))
  }

  /// S-105: an angle that is set is the rotation about that axis.
  @Test func s105Rotation() throws {
    for (axis, expected) in [
      ("x", Transform3D.rotation(.pi / 4, x: 1, z: 0)), ("y", .rotation(.pi / 4, y: 1, z: 0)),
      ("z", .rotation(.pi / 4)),
    ] {
      var properties = LayerProperties()
      try properties.setValue(.number(.pi / 4), forKeyPath: "transform.rotation.\(axis)")
      let difference = zip(properties.transform.elements, expected.elements).map { abs($0 - $1) }
      #expect(difference.allSatisfy { $0 <= 1e-12 }, "\(axis)")
      guard case .number(let angle) = try properties.value(forKeyPath: "transform.rotation.\(axis)")
      else {
        Issue.record("no number")
        continue
      }
      #expect(abs(angle - .pi / 4) < 1e-12)
    }
  }

  /// A scale along one axis keeps its sign, whatever is set before and after it.
  @Test(arguments: ["x", "y", "z"]) func signsOfScales(_ axis: String) throws {
    for turn in [("rotation.x", 0.4), ("rotation.y", -0.7), ("rotation.z", 1.2), ("rotation.z", 0)]
    {
      var properties = LayerProperties()
      func number(_ path: String) throws -> Double {
        try #require(Double(try properties.value(forKeyPath: "transform." + path)))
      }
      func set(_ path: String, _ value: Double) throws {
        try properties.setValue(.number(value), forKeyPath: "transform." + path)
      }
      try set(turn.0, turn.1)
      try set("scale.\(axis)", -2)
      for other in ["x", "y", "z"] {
        let expected = other == axis ? -2.0 : 1
        #expect(abs(try number("scale.\(other)") - expected) < 1e-12, "\(turn), \(other)")
      }
      #expect(abs(try number(turn.0) - turn.1) < 1e-12)
      // The next keys turn nothing around: a scale of 3 along another axis, by definition first.
      let next = axis == "x" ? "y" : "x"
      try set("scale.\(next)", 3)
      try set("rotation.z", 0.5)
      #expect(abs(try number("scale.\(axis)") + 2) < 1e-12)
      #expect(abs(try number("scale.\(next)") - 3) < 1e-12)
      #expect(abs(try number("rotation.z") - 0.5) < 1e-12)
    }
    // All three are negative.
    var all = LayerProperties()
    try all.setValue(.number(-2), forKeyPath: "transform.scale")
    #expect(try all.value(forKeyPath: "transform.scale") == .number(-2))
    #expect(try all.value(forKeyPath: "transform.scale.\(axis)") == .number(-2))
    #expect(try all.value(forKeyPath: "transform.rotation.\(axis)") == .number(0))
    // Half a turn stays one, though two negative scales have the same matrix.
    try all.setValue(.transform(.rotation(.pi)), forKeyPath: "transform")
    #expect(try all.value(forKeyPath: "transform.scale.x") == .number(1))
  }

  /// Core Animation's spellings of rules.
  @Test func namesOfRules() throws {
    var properties = LayerProperties()
    properties.kind = .shape(ShapeProperties())
    try properties.setValue(.string("even-odd"), forKeyPath: "fillRule")
    #expect(properties.shape.fillRule == .evenOdd)
    try properties.setValue(.string("non-zero"), forKeyPath: "fillRule")
    #expect(properties.shape.fillRule == .nonZero)
  }

  @Test func transformFields() throws {
    var properties = LayerProperties()
    try properties.setValue(.number(2), forKeyPath: "transform.scale")
    try properties.setValue(.number(0.5), forKeyPath: "transform.rotation")
    try properties.setValue(.size(Size(width: 3, height: 4)), forKeyPath: "transform.translation")
    try properties.setValue(.number(6), forKeyPath: "transform.scale.x")
    func number(_ path: String) throws -> Double {
      guard case .number(let number) = try properties.value(forKeyPath: path) else { return .nan }
      return number
    }
    #expect(abs(try number("transform.rotation.z") - 0.5) < 1e-12)
    #expect(abs(try number("transform.scale") - 10.0 / 3) < 1e-12)
    #expect(abs(try number("transform.scale.x") - 6) < 1e-12)
    #expect(try number("transform.translation.y") == 4)
    #expect(properties.transform.m43 == 0)
  }
}

extension BoxValue {
  /// A value unlike the default.
  fileprivate var sample: BoxValue {
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
