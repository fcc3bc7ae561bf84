// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerCompositing

extension EmitterCell {
  init(_ change: (inout EmitterCell) -> Void) {
    self.init()
    change(&self)
  }
}

extension ParticleEmitter {
  init(_ cells: [EmitterCell], _ change: (inout ParticleEmitter) -> Void = { _ in }) {
    self.init()
    self.cells = cells
    change(&self)
  }
}

extension ParticleSystem {
  /// The particles that live at a time.
  func particles(at time: Double) -> [Particle] {
    ParticleContents(self).particles(at: time).particles
  }

  func node(_ frame: Rect = Rect(width: 100, height: 100), id: LayerID? = nil) -> RenderNode {
    RenderNode(frame, id: id, contents: .vector(ParticleContents(self)))
  }

  /// The emitter of the article: S-199 to S-214.
  static func hearts(seed: UInt64 = 7, contents: Bitmap? = nil) -> ParticleSystem {
    let heart = EmitterCell {
      $0.contents = contents
      ($0.birthRate, $0.lifetime, $0.velocity, $0.scale, $0.spin) = (1, 1, 1, 1, 1)
      $0.color = Color(white: 0.5)
      ($0.redRange, $0.greenRange, $0.blueRange, $0.alphaRange) = (1, 1, 1, 0.8)
      ($0.redSpeed, $0.greenSpeed, $0.blueSpeed, $0.alphaSpeed) = (0.1, 0.1, 0.1, -0.1)
      $0.scaleRange = 1
      ($0.emissionLongitude, $0.emissionRange) = (.pi / 4, .pi / 4)
      $0.yAcceleration = 100
    }
    let emitter = ParticleEmitter([heart]) {
      ($0.birthRate, $0.lifetime, $0.velocity, $0.scale, $0.spin) = (150, 5, 50, 0.5, .pi)
      $0.position = Point(x: 160, y: 240)
      $0.size = Size(width: 50, height: 50)
      $0.shape = .line
      $0.renderMode = .backToFront
    }
    return ParticleSystem(emitter, seed: seed)
  }
}

extension Bitmap {
  /// A square of one colour.
  static func square(
    _ side: Int, _ color: Color = .white, format: PixelFormat = .rgba8
  ) throws -> Bitmap {
    var context = try GraphicsContext(
      pixels: PixelSize(width: side, height: side), format: format)
    try context.fillClip(with: color)
    return context.makeBitmap()
  }
}
