// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasDrawing
public import CanvasGeometry
import LayerCompositing

/// A layer that fills and strokes a path, above its contents and below its sublayers.
///
/// The path is drawn into each frame in device pixels, under any transform: the layer has no bitmap
/// and stays sharp at any scale. The path is not clipped to the bounds. A change needs no display.
/// As the `mask` of another layer it clips that layer to the path.
///
/// Hit tests are those of all layers: ``Layer/contains(_:)`` is about the bounds, not the path. For
/// the path, ask `path.contains(_:)`.
///
/// ```swift
/// let line = ShapeLayer()
/// line.path = Path(svg: "M175 100A25 25 0 0 1 125 100")
/// line.fillColor = nil
/// line.strokeColor = .red
/// line.lineWidth = 5
/// ```
@MainActor
open class ShapeLayer: Layer {
  /// Creates a layer without a path.
  public override init() {
    super.init()
    change { $0.shape = ShapeProperties() }
  }

  /// The path, in the space of the bounds; `nil` for none.
  public final var path: Path? {
    get { properties.shape.path }
    set { change { $0.shape.path = newValue } }
  }

  /// The colour inside, black by default; `nil` for none.
  public final var fillColor: Color? {
    get { properties.shape.fillColor }
    set { change { $0.shape.fillColor = newValue } }
  }

  /// The rule by which points lie inside.
  public final var fillRule: FillRule {
    get { properties.shape.fillRule }
    set { change { $0.shape.fillRule = newValue } }
  }

  /// The colour of the line along the path; `nil` for none, the default.
  public final var strokeColor: Color? {
    get { properties.shape.strokeColor }
    set { change { $0.shape.strokeColor = newValue } }
  }

  /// The beginning of the part of the path that is stroked, as a fraction of its length.
  public final var strokeStart: Double {
    get { properties.shape.strokeStart }
    set { change { $0.shape.strokeStart = newValue } }
  }

  /// The end of the part of the path that is stroked, as a fraction of its length.
  public final var strokeEnd: Double {
    get { properties.shape.strokeEnd }
    set { change { $0.shape.strokeEnd = newValue } }
  }

  /// The shape of the line: all properties below as one value.
  package final var strokeStyle: StrokeStyle {
    get { properties.shape.stroke }
    set { change { $0.shape.stroke = newValue } }
  }

  /// The width of the line, in points.
  public final var lineWidth: Double {
    get { properties.shape.stroke.lineWidth }
    set { change { $0.shape.stroke.lineWidth = newValue } }
  }

  /// The ends of the line.
  public final var lineCap: LineCap {
    get { properties.shape.stroke.lineCap }
    set { change { $0.shape.stroke.lineCap = newValue } }
  }

  /// The corners of the line.
  public final var lineJoin: LineJoin {
    get { properties.shape.stroke.lineJoin }
    set { change { $0.shape.stroke.lineJoin = newValue } }
  }

  /// The greatest length of a pointed corner, in line widths; longer ones are bevelled.
  public final var miterLimit: Double {
    get { properties.shape.stroke.miterLimit }
    set { change { $0.shape.stroke.miterLimit = newValue } }
  }

  /// The lengths of dashes and gaps in turn, in points; empty for a line without gaps.
  public final var lineDashPattern: [Double] {
    get { properties.shape.stroke.dashPattern }
    set { change { $0.shape.stroke.dashPattern = newValue } }
  }

  /// The distance into the pattern at which each contour begins, in points.
  public final var lineDashPhase: Double {
    get { properties.shape.stroke.dashPhase }
    set { change { $0.shape.stroke.dashPhase = newValue } }
  }
}
