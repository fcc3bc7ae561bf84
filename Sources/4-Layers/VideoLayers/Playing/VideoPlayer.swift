// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Video
  public import LayerModel

  /// The time of a film that is played; ``PlayerLayer``s show its frames. The counterpart of
  /// `AVPlayer`, without sound.
  ///
  /// ```swift
  /// let player = VideoPlayer(try VideoFile(path: "clip.mp4"))
  /// let layer = PlayerLayer(player: player)
  /// layer.frame = Rect(width: 640, height: 360)
  /// player.play()
  /// ```
  @MainActor
  public final class VideoPlayer {
    /// The film.
    public let file: VideoFile
    /// The clock that the film is played by.
    package let clock: any LayerClock
    private(set) var timeline: VideoTimeline
    private var layers: [WeakPlayerLayer] = []

    /// Creates a player, which stands at the beginning of a film.
    ///
    /// - Parameters:
    ///   - file: The film.
    ///   - clock: Where the time comes from.
    public init(_ file: VideoFile, clock: any LayerClock = SystemClock.shared) {
      (self.file, self.clock) = (file, clock)
      timeline = VideoTimeline(time: 0, rate: 0, at: clock.now)
    }

    /// The length of the film, in seconds; 0 if unknown.
    public var duration: Double { file.info.duration }

    /// Seconds of the film in a second: 0, the default, stands still, 1 plays it as it was taken.
    ///
    /// Below 0 it runs backwards; each frame is then decoded from the key frame before it. A number
    /// that is not finite counts as 0.
    public var rate: Double {
      get { timeline.rate }
      set {
        if newValue == rate { return }
        begin(at: runningTime, rate: newValue, loops: loops)
      }
    }

    /// Whether the film begins anew at its end, and at its beginning goes on at the end where it
    /// runs backwards; `false` at first. Needs a film of known ``duration``.
    public var loops: Bool {
      get { timeline.period != nil }
      set {
        if newValue == loops { return }
        begin(at: currentTime, rate: rate, loops: newValue)
      }
    }

    /// The time of the film, from 0 to its ``duration``, in seconds.
    public var currentTime: Double {
      let time = timeline.filmTime(at: clock.now)
      return max(0, duration > 0 ? min(time, duration) : time)
    }

    /// Goes to a time of the film, exactly: the frame of that time is shown next.
    ///
    /// - Parameter time: In seconds; times outside of the film are brought to its ends, NaN to 0.
    public func seek(to time: Double) {
      let known = duration > 0 ? duration : .infinity
      let place = time.isNaN ? 0 : max(0, min(time, known))
      begin(at: place.isFinite ? place : 0, rate: rate, loops: loops)
    }

    /// Plays the film at rate 1.
    public func play() { rate = 1 }

    /// Stops the film where it is.
    public func pause() { rate = 0 }

    /// The time of the film, plus all repetitions so far; without repetitions, clamped to the film.
    private var runningTime: Double {
      loops ? timeline.runningTime(at: clock.now) : currentTime
    }

    private func begin(at time: Double, rate: Double, loops: Bool) {
      timeline = VideoTimeline(
        time: time, rate: rate, at: clock.now, duration: loops ? duration : nil)
      layers.removeAll { $0.layer == nil }
      for entry in layers { entry.layer?.timelineChanged() }
    }

    /// Reports new timelines to a layer from now on; the layer is not retained.
    func add(_ layer: PlayerLayer) {
      layers.removeAll { $0.layer == nil }
      layers.append(WeakPlayerLayer(layer: layer))
    }

    /// Tells a layer no more.
    func remove(_ layer: PlayerLayer) {
      layers.removeAll { $0.layer == nil || $0.layer === layer }
    }
  }

  private struct WeakPlayerLayer {
    weak var layer: PlayerLayer?
  }
#endif
