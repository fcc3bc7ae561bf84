// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasDrawing
public import CanvasGeometry
import LayerCompositing

/// A layer that shows a gradient between its background and its sublayers.
///
/// Each frame computes the gradient at its own scale: the layer holds no pixels, and shows no
/// contents. The properties are views on `LayerProperties.gradient`.
@MainActor
open class GradientLayer: Layer {
  /// Creates a layer without extent and colours.
  public override init() {
    super.init()
    change { $0.kind = .gradient(GradientProperties()) }
  }

  open override class var keys: [LayerClassKey] {
    super.keys + [LayerClassKey(word: "type", \GradientLayer.type)]
  }

  /// The direction in which the colours vary.
  public final var type: Gradient.Kind {
    get { state.properties.gradient.type }
    set { change { $0.gradient.type = newValue } }
  }

  /// The colours in order; `nil` counts as clear. Without any, no gradient is drawn.
  public final var colors: [Color?] {
    get { state.properties.gradient.colors }
    set { change { $0.gradient.colors = newValue } }
  }

  /// The place of each colour from the start (0) to the end (1), not descending; `nil` for evenly
  /// spread. Another number of places than of colours draws no gradient.
  public final var locations: [Double]? {
    get { state.properties.gradient.locations }
    set { change { $0.gradient.locations = newValue } }
  }

  /// The point of location 0 in an axial gradient, the centre of any other, as fractions of the
  /// bounds.
  public final var startPoint: Point {
    get { state.properties.gradient.startPoint }
    set { change { $0.gradient.startPoint = newValue } }
  }

  /// The point of location 1 in an axial gradient; in any other, the point that sets the radii or
  /// the direction. As fractions of the bounds.
  public final var endPoint: Point {
    get { state.properties.gradient.endPoint }
    set { change { $0.gradient.endPoint = newValue } }
  }
}
