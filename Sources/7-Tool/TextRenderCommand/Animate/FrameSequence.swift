// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import CanvasGeometry
internal import LayerCompositing
internal import Pictures
internal import SystemLanes

/// The times of the frames of a film, in seconds.
struct FrameTimes: Hashable, Sendable {
  /// The most frames of a film.
  static let limit = 1_000_000
  /// The relative error within which a number of frames counts as whole, so that rounding of the
  /// times adds no further frame.
  private static let tolerance = 1e-9

  /// The time of the first frame.
  let start: Double
  /// The number of frames, above 0.
  let count: Int
  /// The duration of ``parts`` frames, in seconds: frame *k* is at `start` + *k* · `span` /
  /// `parts`.
  private let span: Double
  private let parts: Double

  private init(start: Double, span: Double, parts: Double, count: Int) {
    (self.start, self.span, self.parts, self.count) = (start, span, parts, count)
  }

  init(_ time: Double) { self.init(start: time, span: 0, parts: 1, count: 1) }

  /// Frames at a rate: `start` + k/`rate`, before `end`.
  ///
  /// - Parameter rate: Frames a second, above 0.
  /// - Returns: `nil` if there are more than ``limit`` frames.
  /// - Precondition: `end` is after `start`.
  init?(from start: Double, to end: Double, framesPerSecond rate: Double) {
    precondition(end > start && rate > 0, "no times of frames")
    let exact = (end - start) * rate
    guard exact.rounded() <= Double(Self.limit) else { return nil }
    let nearest = exact.rounded()
    let isWhole = abs(exact - nearest) <= Self.tolerance * max(1, nearest)
    let count = max(1, Int(isWhole ? nearest : exact.rounded(.up)))
    guard count <= Self.limit else { return nil }
    self.init(start: start, span: 1, parts: rate, count: count)
  }

  /// A number of frames, evenly spread: `start` + k · (`end` − `start`)/`count`.
  init(from start: Double, to end: Double, count: Int) {
    precondition(end > start && count > 0, "no times of frames")
    self.init(start: start, span: end - start, parts: Double(count), count: count)
  }

  /// The time of a frame, from 0.
  subscript(frame: Int) -> Double { start + span * Double(frame) / parts }
}

/// The frames of a film: a tree at points in time, each composed by itself.
struct FrameSequence: Sendable {
  let times: FrameTimes
  /// The tree at a point in time.
  let tree: @Sendable (Double) -> RenderTree
  /// Notes about content that the frames drawn so far do not show.
  let notes = FilmNotes()

  init(times: FrameTimes, tree: @escaping @Sendable (Double) -> RenderTree) {
    (self.times, self.tree) = (times, tree)
  }

  /// The frames of one tree at different times.
  init(times: FrameTimes, of tree: RenderTree) {
    self.init(times: times) { time in
      var tree = tree
      tree.time = time
      return tree
    }
  }

  /// Draws a frame, from 0.
  ///
  /// - Parameter lanes: Lanes that help to draw the frame; `nil` if they draw other frames at the
  ///   same time.
  /// - Throws: `GraphicsError`, or an error of contents that draw themselves.
  func picture(_ frame: Int, on lanes: RenderLanes? = nil) throws -> Bitmap {
    let drawn = try tree(times[frame]).frame(on: lanes)
    if !drawn.notes.isEmpty { notes.add(drawn.notes, of: frame) }
    return drawn.image
  }

  /// Whether every pixel of every frame is opaque: the background is, and no layer removes it.
  var isOpaque: Bool {
    let tree = tree(times.start)
    guard let background = tree.background, background.alpha >= 1 else { return false }
    var nodes = [tree.root]
    while let node = nodes.popLast() {
      if node.properties.blendMode.removesBackdrop { return false }
      if node.motion?.animations.contains(where: { $0.animation.mayBlend }) ?? false {
        return false
      }
      nodes += node.sublayers
      if let mask = node.mask { nodes.append(mask) }
    }
    return true
  }
}

extension LayerAnimation {
  /// Whether the animation may change the blend mode; `true` for a transition, whose effect is not
  /// examined.
  fileprivate var mayBlend: Bool {
    switch change {
    case .transition: true
    case .group(let members): members.contains(where: \.mayBlend)
    case .values, .keyframes, .path: keyPath == "blendMode"
    }
  }
}

extension BlendMode {
  /// Whether an opaque backdrop may be less than opaque afterwards.
  fileprivate var removesBackdrop: Bool {
    switch self {
    case .clear, .source, .sourceIn, .destinationIn, .sourceOut, .destinationOut, .destinationAtop,
      .xor:
      true
    default: false
    }
  }
}
