// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasDrawing
public import CanvasGeometry
public import LayerRendering

/// A path, filled and stroked, sharp under any transform.
///
/// ```swift
/// Shape(Path(svg: "M10 50C40 0 60 100 90 50")).stroke(.black, width: 4).position(20, 20)
/// ```
public struct Shape: TreeElement {
  /// Properties, name, mask and sublayers.
  public var attributes = TreeElementAttributes()

  /// Creates a shape.
  ///
  /// Without a frame the path's origin lies at the layer's position.
  ///
  /// - Parameters:
  ///   - path: The path, in the space of the layer's bounds.
  ///   - fill: The colour inside; `nil` for none.
  ///   - rule: The rule by which points lie inside.
  public init(_ path: Path, fill: Color? = nil, rule: FillRule = .nonZero) {
    attributes.properties.shape.path = path
    attributes.properties.shape.fillColor = fill
    attributes.properties.shape.fillRule = rule
  }

  /// Draws a line along the path.
  ///
  /// - Parameters:
  ///   - color: The colour; `nil` for none.
  ///   - style: The width, ends, corners and dashes.
  ///   - part: The part of the path's length that has a line, 0 to 1.
  public func stroke(
    _ color: Color?, style: StrokeStyle, part: ClosedRange<Double> = 0...1
  ) -> Shape {
    var copy = self
    copy.attributes.properties.shape.strokeColor = color
    copy.attributes.properties.shape.stroke = style
    copy.attributes.properties.shape.strokeStart = part.lowerBound
    copy.attributes.properties.shape.strokeEnd = part.upperBound
    return copy
  }

  /// Draws a solid line along the path.
  public func stroke(_ color: Color?, width: Double = 1) -> Shape {
    stroke(color, style: StrokeStyle(lineWidth: width))
  }
}

/// A rectangle whose colours vary.
public struct GradientBox: TreeElement {
  /// Properties, name, mask and sublayers.
  public var attributes: TreeElementAttributes

  /// Creates a gradient.
  ///
  /// - Parameters:
  ///   - colors: The colours in order.
  ///   - type: The direction.
  ///   - locations: The place of each colour, 0 to 1; `nil` for evenly spread.
  ///   - from: The place of the first colour or the centre, as fractions of the bounds.
  ///   - to: The place of the last colour, or a point that sets radii or the direction.
  ///   - content: The layers inside, in the space of its bounds.
  public init(
    _ colors: [Color?], type: GradientType = .axial, locations: [Double]? = nil,
    from: Point = Point(x: 0.5, y: 0), to: Point = Point(x: 0.5, y: 1),
    @TreeBuilder _ content: () -> [any TreeElement] = { [] }
  ) {
    attributes = TreeElementAttributes(sublayers: content())
    attributes.properties.gradient.colors = colors
    attributes.properties.gradient.type = type
    attributes.properties.gradient.locations = locations
    attributes.properties.gradient.startPoint = from
    attributes.properties.gradient.endPoint = to
  }
}

/// Copies of layers, each mapped from the one before it about the middle of the bounds.
public struct Copies: TreeElement {
  /// Properties, name, mask and sublayers.
  public var attributes: TreeElementAttributes

  /// Creates copies.
  ///
  /// - Parameters:
  ///   - count: The number, the layers themselves among them.
  ///   - transform: The map from each copy to the next one.
  ///   - content: The layers that are copied.
  public init(
    _ count: Int, transform: Transform3D, @TreeBuilder _ content: () -> [any TreeElement]
  ) {
    attributes = TreeElementAttributes(sublayers: content())
    attributes.properties.replicator.instanceCount = count
    attributes.properties.replicator.instanceTransform = transform
  }

  /// Adds a colour's components to each copy's, whose pixels are multiplied by the sum; the first
  /// copy's is white.
  public func fading(
    red: Double = 0, green: Double = 0, blue: Double = 0, alpha: Double = 0
  ) -> Copies {
    var copy = self
    copy.attributes.properties.replicator.instanceRedOffset = red
    copy.attributes.properties.replicator.instanceGreenOffset = green
    copy.attributes.properties.replicator.instanceBlueOffset = blue
    copy.attributes.properties.replicator.instanceAlphaOffset = alpha
    return copy
  }
}

/// Layers in space: those that are nearer to the eye cover the others.
///
/// The eye is that of a layer around it with a `sublayerTransform` whose `m34` is −1 / distance.
public struct Space: TreeElement {
  /// Properties, name, mask and sublayers.
  public var attributes: TreeElementAttributes

  /// Creates a space without extent.
  public init(@TreeBuilder _ content: () -> [any TreeElement]) {
    attributes = TreeElementAttributes(sublayers: content())
    attributes.properties.kind = .transform
  }
}

/// Particles, as a function of the tree's time.
///
/// ```swift
/// Particles(emitter, seed: 7).position(160, 240)
/// ```
public struct Particles: TreeElement {
  /// Properties, name, mask and sublayers.
  public var attributes: TreeElementAttributes
  private let system: ParticleSystem

  /// Creates particles.
  ///
  /// - Parameters:
  ///   - system: The emitter over time.
  ///   - content: The layers in front of them, in the space of the bounds.
  public init(
    _ system: ParticleSystem, @TreeBuilder _ content: () -> [any TreeElement] = { [] }
  ) {
    attributes = TreeElementAttributes(sublayers: content())
    self.system = system
  }

  /// Creates particles of an emitter that does not change.
  ///
  /// - Parameters:
  ///   - emitter: Where particles start, and of which kinds they are.
  ///   - seed: The seed of all random numbers.
  ///   - age: How old the emitter is at time 0, in seconds.
  public init(_ emitter: ParticleEmitter, seed: UInt64 = 0, age: Double = 0) {
    self.init(ParticleSystem(emitter, seed: seed, beginTime: -age))
  }

  /// Makes the layer.
  public func makeNode() throws -> RenderNode {
    try attributes.makeNode(
      attributes.placedProperties(), contents: .vector(ParticleContents(system)))
  }
}
