// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

extension ImageStore {
  /// The bounds of a store.
  public struct Configuration: Hashable, Sendable {
    /// The most bytes of bitmaps that are kept after their use.
    public var memoryCapacity = 64 << 20
    /// The most bytes that decoders take at the same time, their bitmaps included. An image that
    /// needs more is refused.
    public var decodingCapacity = 192 << 20
    /// The most pixels that an image may declare; a larger one is refused before memory is taken.
    public var maximumPixelCount = 40_000_000
    /// The most bytes of an encoded image.
    public var maximumByteCount = 64 << 20
    /// The most images that are being loaded or decoded at a time.
    public var maximumLoadCount = 6
    /// The time that the loader and the disk cache have for an image, once it no longer waits.
    public var timeLimit = Duration.seconds(30)
    /// The time for which a failure is remembered: requests fail at once meanwhile.
    public var failureLifetime = Duration.seconds(5)
    /// The folder of the disk cache, for this loader alone; `nil` for none.
    public var diskCacheFolder: String?
    /// The most bytes of the disk cache, as one process counts them: what others add to the same
    /// folder counts from the next start on.
    public var diskCacheCapacity = 256 << 20

    /// Creates the default bounds, without a disk cache.
    public init() {}
  }

  /// Counters of a store, since its creation.
  public struct Counters: Hashable, Sendable {
    /// Requests that the memory cache met.
    public var memoryHits = 0
    /// Images that the disk cache had.
    public var diskHits = 0
    /// Images for which the loader was to be called, or the disk cache to be read.
    public var loads = 0
    /// Images whose decoding was queued.
    public var decodings = 0
    /// Images that failed.
    public var failures = 0
    /// Images that were called off with their last user.
    public var calledOff = 0
    /// The most bytes that were reserved for decoding at a time.
    public var peakDecodingByteCount = 0
  }
}

extension Duration {
  /// The duration in whole nanoseconds, at least 0, at most 100 years.
  var nanoseconds: Int {
    let (seconds, attoseconds) = components
    if seconds < 0 || attoseconds < 0 { return 0 }
    let most: Int64 = 100 * 366 * 86_400
    if seconds >= most { return Int(most) * 1_000_000_000 }
    return Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
  }
}
