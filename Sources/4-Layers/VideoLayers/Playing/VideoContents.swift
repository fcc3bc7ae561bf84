// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Video
  public import CanvasGeometry
  public import LayerCompositing
  public import CanvasDrawing

  /// A film as the contents of a layer: which frame is shown depends on the layer's time alone.
  ///
  /// Exact for any order of times and from several lanes at once, so that frames of a scene can be
  /// drawn in any order; the same bytes on any number of lanes. Frames are read and decoded on the
  /// lane that asks for the picture of a time, with no lock held. For films that are watched there
  /// is ``PlayerLayer``, which decodes ahead.
  public struct VideoContents: VectorContents, TimedContents {
    /// The film.
    public let file: VideoFile
    /// The place in the bounds.
    public var gravity = VideoGravity.resizeAspect
    /// The time of the film as a function of the layer's time.
    package var timeline: VideoTimeline

    /// Creates contents.
    ///
    /// - Parameters:
    ///   - file: The film.
    ///   - time: The time of the film at the layer's time 0, in seconds.
    ///   - rate: Seconds of the film in a second; negative: backwards, 0: one frame.
    ///   - loops: Whether the film begins anew at its end.
    public init(_ file: VideoFile, time: Double = 0, rate: Double = 1, loops: Bool = false) {
      self.file = file
      timeline = VideoTimeline(
        time: time, rate: rate, at: 0, duration: loops ? file.info.duration : nil)
    }

    /// The frame of a time. Where it cannot be read nothing is shown; the film remembers why, see
    /// `VideoFile.lastError`.
    package func presented(at time: Double, treeTime: Double) -> any VectorContents {
      VideoPicture(image: frame(at: time)?.image, size: file.info.size, gravity: gravity)
    }

    /// The time at which the next frame is shown.
    package func nextChange(from time: Double) -> Double {
      guard let frame = frame(at: time) else { return .infinity }
      return timeline.end(of: frame, from: time, tolerance: file.tolerance)
    }

    private func frame(at time: Double) -> VideoFrame? {
      try? file.frame(at: timeline.filmTime(at: time))
    }

    /// The rectangle of the film.
    public func extent(in layerBounds: Rect) -> Rect {
      gravity.rect(of: file.info.size, in: layerBounds)
    }

    /// Draws the frame of time 0.
    public func draw(in context: inout GraphicsContext, layerBounds: Rect) throws {
      try presented(at: 0, treeTime: 0).draw(in: &context, layerBounds: layerBounds)
    }

    /// Whether other contents show the same film at the same times and place.
    public func isEqual(to other: any VectorContents) -> Bool {
      guard let other = other as? VideoContents else { return false }
      return file === other.file && gravity == other.gravity && timeline == other.timeline
    }
  }

  /// A frame of a film at its place.
  struct VideoPicture: VectorContents {
    let image: Bitmap?
    let size: Size
    let gravity: VideoGravity

    func extent(in layerBounds: Rect) -> Rect {
      image == nil ? .zero : gravity.rect(of: size, in: layerBounds)
    }

    func draw(in context: inout GraphicsContext, layerBounds: Rect) throws {
      guard let image else { return }
      let target = extent(in: layerBounds)
      if target.isEmpty { return }
      let whole = Rect(width: Double(image.width), height: Double(image.height))
      try context.draw(BitmapDraw(image, source: whole, in: target), alpha: 1)
    }

    func isEqual(to other: any VectorContents) -> Bool {
      guard let other = other as? VideoPicture, size == other.size, gravity == other.gravity else {
        return false
      }
      guard let image, let otherImage = other.image else {
        return image == nil && other.image == nil
      }
      return image === otherImage
    }
  }
#endif
