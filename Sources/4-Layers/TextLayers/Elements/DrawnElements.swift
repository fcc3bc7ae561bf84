// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasDrawing
public import CanvasGeometry
public import LayerCompositing

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
  ///   - from: The point of location 0 in an axial gradient, the centre of any other, as fractions
  ///     of the bounds.
  ///   - to: The point of location 1 in an axial gradient; in any other, the point that sets the
  ///     radii or the direction.
  ///   - content: The layers inside, in the space of its bounds.
  public init(
    _ colors: [Color?], type: Gradient.Kind = .axial, locations: [Double]? = nil,
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

/// A layer that shows its sublayers several times, as `CAReplicatorLayer` does.
///
/// Each copy is transformed from the one before it, about the middle of the bounds.
public struct Replicator: TreeElement {
  /// Properties, name, mask and sublayers.
  public var attributes: TreeElementAttributes

  /// Creates a replicator.
  ///
  /// - Parameters:
  ///   - count: The number of copies; the first one is the sublayers themselves.
  ///   - transform: The transform from each copy to the next one.
  ///   - content: The sublayers.
  public init(
    _ count: Int, transform: Transform3D, @TreeBuilder _ content: () -> [any TreeElement]
  ) {
    attributes = TreeElementAttributes(sublayers: content())
    attributes.properties.replicator.instanceCount = count
    attributes.properties.replicator.instanceTransform = transform
  }

  /// Sets how much the colour of each copy differs from that of the one before it.
  ///
  /// The pixels of a copy are multiplied by its colour. The first one is white: red, green, blue
  /// and alpha are 1.
  public func fading(
    red: Double = 0, green: Double = 0, blue: Double = 0, alpha: Double = 0
  ) -> Replicator {
    var copy = self
    copy.attributes.properties.replicator.instanceRedOffset = red
    copy.attributes.properties.replicator.instanceGreenOffset = green
    copy.attributes.properties.replicator.instanceBlueOffset = blue
    copy.attributes.properties.replicator.instanceAlphaOffset = alpha
    return copy
  }
}

/// A layer whose sublayers stand in one three-dimensional space, as those of a `CATransformLayer`:
/// nearer ones cover the others.
///
/// For perspective, set `m34` of the `sublayerTransform` of a layer around it to −1 / distance of
/// the eye, in points.
public struct TransformGroup: TreeElement {
  /// Properties, name, mask and sublayers.
  public var attributes: TreeElementAttributes

  /// Creates a group of size 0 whose sublayers lie around its position.
  public init(@TreeBuilder _ content: () -> [any TreeElement]) {
    attributes = TreeElementAttributes(sublayers: content())
    attributes.properties.kind = .transform
  }
}

/// A layer of particles, as `CAEmitterLayer` shows them. What it shows follows from the tree's time
/// and the seed alone.
///
/// ```swift
/// Emitter(emitter, seed: 7).position(160, 240)
/// ```
public struct Emitter: TreeElement {
  /// Properties, name, mask and sublayers.
  public var attributes: TreeElementAttributes
  private let system: ParticleSystem

  /// Creates the layer of an emitter whose properties may change over time.
  ///
  /// - Parameters:
  ///   - system: The emitter over time.
  ///   - content: The sublayers; they lie in front of the particles.
  package init(
    _ system: ParticleSystem, @TreeBuilder _ content: () -> [any TreeElement] = { [] }
  ) {
    attributes = TreeElementAttributes(sublayers: content())
    self.system = system
  }

  /// Creates the layer of an emitter whose properties stay the same.
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
