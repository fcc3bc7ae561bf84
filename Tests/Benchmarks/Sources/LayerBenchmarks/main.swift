// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// Composes the scenes and prints a line for each: name, the median of its milliseconds, the least.
// With the name of a scene: that one alone, and twenty times as often, for a profile; with a
// folder: its pictures, written there. With `shapes` and perhaps a name or a folder: the same of
// the scenes of shapes.

import CanvasDrawing
import CanvasGeometry
import Dispatch
import Foundation
import LayerCompositing
import TextModel

func milliseconds() -> Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e6 }

func report(_ name: String, _ times: [Double]) {
  let sorted = times.sorted()
  print(
    name, String(format: "%.3f", sorted[sorted.count / 2]), String(format: "%.3f", sorted[0]))
}

let argument = CommandLine.arguments.dropFirst().first
if argument == "shapes" {
  try ShapeScene.run(CommandLine.arguments.dropFirst(2).first)
  exit(0)
}
let folder = argument.flatMap { $0.contains("/") ? $0 : nil }
let only = folder == nil ? argument : nil

/// Times a closure; the first pass is left out.
func measure(_ name: String, _ passes: Int, _ body: () throws -> Void) rethrows {
  guard only == nil || only == name else { return }
  try body()
  var times: [Double] = []
  for _ in 0..<(only == nil ? passes : 20 * passes) {
    let start = milliseconds()
    try body()
    times.append(milliseconds() - start)
  }
  report(name, times)
}

let scenes = try LayerScenes()
var cards: [Int: RenderNode] = [:]
let feed = scenes.feed(cards: &cards)
if let folder {
  try Compositor.image(of: feed).write(to: folder + "/feed.png")
  try Compositor.image(of: scenes.shadows()).write(to: folder + "/shadows.png")
}

// From nothing: the buffer is taken anew, the tree is there.
try measure("feed", 41) { _ = try Compositor.image(of: feed) }

// All of it again, since the background changes, into buffers that are there: what a live host
// does.
var ring = FrameBuffers()
let both = [
  feed, RenderTree(root: feed.root, size: feed.size, background: Color(white: 0.92)),
]
var turn = 0
try measure("feed-again", 41) {
  turn += 1
  guard let job = try ring.begin(both[turn % 2]) else { fatalError("nothing has changed") }
  _ = job.run()
  _ = try ring.finish(job)
}

// One label changes: from its new contents to the frame.
var history = FrameBuffers()
if let job = try history.begin(feed) {
  _ = job.run()
  _ = try history.finish(job)
}
var isChanged = false
try measure("label-changed", 201) {
  isChanged.toggle()
  let tree = scenes.feed(changed: isChanged ? 7 : nil, cards: &cards)
  guard let job = try history.begin(tree) else { fatalError("nothing has changed") }
  _ = job.run()
  _ = try history.finish(job)
}

// Particles at another time: their state, and a frame into a buffer that is there.
var flying = RenderTree(
  root: try scenes.particles(), size: LayerScenes.size, background: Color(white: 0.1))
var flight = FrameBuffers()
try measure("particles", 41) {
  flying.time += 1.0 / 60
  guard let job = try flight.begin(flying) else { fatalError("nothing has changed") }
  _ = job.run()
  _ = try flight.finish(job)
}
// Their state alone.
measure("particles-state", 41) {
  flying.time += 1.0 / 60
  guard flying.presented.root.nodeCount == 1 else { fatalError("one layer") }
}
if let folder { try Compositor.image(of: flying).write(to: folder + "/particles.png") }

let first = milliseconds()
_ = try Compositor.image(of: scenes.shadows())
report("shadows-cold", [milliseconds() - first])
let shadows = scenes.shadows()
try measure("shadows-warm", 21) { _ = try Compositor.image(of: shadows) }

let picture = try LayerScenes.photo(1080, 1920)
try measure("whole-plain", 41) { _ = try Compositor.image(of: scenes.whole(picture, opacity: 1)) }
try measure("whole-group", 41) { _ = try Compositor.image(of: scenes.whole(picture, opacity: 0.6)) }

for type in Gradient.Kind.allCases {
  let tree = scenes.gradient(type)
  if let folder { try Compositor.image(of: tree).write(to: folder + "/\(type).png") }
  try measure("gradient-\(type)", 41) { _ = try Compositor.image(of: tree) }
}

let red = Color(red: 1, green: 0, blue: 0)
let shapes = [
  ("sticks", scenes.sticks()), ("polygon-filled", scenes.polygon { $0.fillColor = red }),
  (
    "polygon-stroked",
    scenes.polygon {
      $0.strokeColor = red
      $0.stroke.lineWidth = 5
    }
  ),
  (
    "polygon-dashed",
    scenes.polygon {
      $0.strokeColor = red
      $0.stroke = StrokeStyle(lineWidth: 5, dashPattern: [12, 6])
    }
  ),
]
for (name, tree) in shapes {
  if let folder { try Compositor.image(of: tree).write(to: folder + "/\(name).png") }
  try measure(name, 41) { _ = try Compositor.image(of: tree) }
}

// A thousand animations: their values at a time alone, and the tree that is made of them.
var moving = scenes.moving()
var changed = 0.0
try measure("animations-1000-values", 201) {
  moving.time = moving.time < 0.9 ? moving.time + 1.0 / 60 : 0
  for node in moving.root.sublayers {
    guard let motion = node.motion else { continue }
    let presented = motion.presented(node.properties, at: moving.time)
    changed += presented.position.x + presented.opacity
  }
}
moving.time = 0
try measure("animations-1000", 201) {
  moving.time = moving.time < 0.9 ? moving.time + 1.0 / 60 : 0
  changed += Double(moving.presented.root.nodeCount)
}
guard only != nil || changed > 0 else { fatalError("nothing moves") }

// A frame of a film, from nothing.
var dots = scenes.dots()
try measure("dots-500", 61) {
  dots.time = dots.time < 1 ? dots.time + 1.0 / 60 : 0
  _ = try Compositor.image(of: dots)
}

// A whole frame on one thread and on two.
for (name, tree) in [("feed", feed), ("whole-group", scenes.whole(picture, opacity: 0.6))] {
  let frames = FrameLanes("\(name)-lanes", tree)
  guard only == nil || only == frames.name else { continue }
  try frames.run(passes: only == nil ? 200 : 2_000)
}

let pictures = try (0..<12).map { _ in try LayerScenes.photo(512, 512) }
let carousel = scenes.carousel(pictures)
if let folder { try Compositor.image(of: carousel).write(to: folder + "/carousel.png") }
try measure("carousel", 21) { _ = try Compositor.image(of: carousel) }

let large = try LayerScenes.photo(8192, 8192)
let reduced = scenes.reduced(large)
try measure("image-8192-to-1080", 5) { _ = try Compositor.image(of: reduced) }
