// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import LayerCompositing
import LayerModel

@MainActor
func makeHand() throws -> Layer {
  let hand = Layer()
  hand.bounds = Rect(width: 4, height: 80)
  hand.anchorPoint = Point(x: 0.5, y: 1)
  hand.position = Point(x: 100, y: 100)
  var turn = LayerAnimation(
    "transform.rotation.z", from: .number(0), to: .number(2 * .pi), duration: 60, curve: .linear)
  turn.timing.repeatCount = .infinity
  try hand.add(turn, forKey: "turn")
  return hand
}

@MainActor
func leave(_ layer: Layer) throws {
  let fade = LayerAnimation("opacity", to: .number(0), duration: 1)
  let shrink = LayerAnimation("transform.scale", to: .number(0.5), duration: 2)
  let group = LayerAnimation(.group([fade, shrink]), timing: MediaTiming(duration: 2))
  try layer.add(group, forKey: "leave") { isFinished in
    if isFinished { layer.removeFromSuperlayer() }
  }
}

/// The functions of the last listing.
@MainActor
struct Pauses {
  func pause(_ layer: Layer, now: Double) {
    let time = layer.localTime(at: now)
    layer.timing.speed = 0
    layer.timing.timeOffset = time
  }

  func resume(_ layer: Layer, now: Double) {
    let pausedTime = layer.timing.timeOffset
    layer.timing = .continuous
    layer.timing.begin = layer.localTime(at: now) - pausedTime
  }
}
