// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextTestSupport

@testable import LayerCompositing

/// Numbers have a shorter way than other values, to the same bits.
struct NumberTrackTests {
  @Test(arguments: NumberProperty.named.keys.sorted())
  func names(_ keyPath: String) throws {
    let property = try #require(NumberProperty.named[keyPath])
    var properties = LayerProperties()
    property.write(0.7, &properties)
    #expect(try properties.value(forKeyPath: keyPath) == .number(0.7))
    try properties.setValue(.number(0.3), forKeyPath: keyPath)
    #expect(property.read(properties) == 0.3)
  }

  @Test func values() throws {
    var random = SeededGenerator(seed: 3)
    let base = LayerValue.number(0.3)
    var properties = LayerProperties()
    properties.opacity = 0.3
    for _ in 0..<2000 {
      func value() -> LayerValue? {
        Bool.random(using: &random) ? .number(Double.random(in: -9...9, using: &random)) : nil
      }
      let (from, to, by) = (value(), value(), value())
      var animation = LayerAnimation("opacity", from: from, to: to, by: by, duration: 0.7)
      animation.timing.repeatCount = 3.3
      animation.timing.fill = .both
      animation.timing.autoreverses = Bool.random(using: &random)
      animation.isAdditive = Bool.random(using: &random)
      animation.isCumulative = Bool.random(using: &random)
      let time = Double.random(in: -1...6, using: &random)
      let shown = LayerMotion(animations: [(key: "", animation: animation)])
        .presented(properties, at: time).opacity

      let isReversed = animation.timing.autoreverses
      let moment = try #require(animation.timing.moment(at: time))
      let track = ValueTrack.ends(from: from, to: to, by: by)
      func value(at progress: Double) -> LayerValue? {
        track.value(at: progress, duration: 0.7, base: base)
      }
      var wanted = value(at: animation.curve.progress(at: moment.progress))
      let cycles = isReversed ? (moment.iteration / 2).rounded(.down) : moment.iteration
      if animation.isCumulative, cycles > 0 {
        wanted = value(at: isReversed ? 0 : 1)?.multiplied(by: cycles).flatMap { end in
          wanted.flatMap { $0.adding(end) }
        }
      }
      if animation.isAdditive { wanted = wanted.flatMap(base.adding) }
      #expect(LayerValue.number(shown) == wanted ?? base)
    }
  }
}
