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
    /// The time that the disk cache and the loader may take for an image, from the start of its
    /// load.
    public var timeLimit = Duration.seconds(30)
    /// The time for which a failure is remembered. Meanwhile, requests for the image fail at once.
    public var failureLifetime = Duration.seconds(5)
    /// The folder of the disk cache, for this loader alone; `nil` for none.
    public var diskCacheFolder: String?
    /// The most bytes of the disk cache, as one process counts them: files that other processes add
    /// to the folder are counted from the next start on.
    public var diskCacheCapacity = 256 << 20

    /// Creates the default bounds, without a disk cache.
    public init() {}

    /// The limits over which an image is refused before it is decoded.
    var limits: EncodedImage.Limits {
      EncodedImage.Limits(
        maximumByteCount: maximumByteCount, maximumPixelCount: maximumPixelCount,
        decodingCapacity: decodingCapacity)
    }
  }

  /// Counters of a store, since its creation.
  package struct Counters: Hashable, Sendable {
    /// Requests whose image was in memory.
    package var memoryHits = 0
    /// Images that were in the disk cache.
    package var diskHits = 0
    /// Images for which a load was started, from the disk cache or by the loader.
    package var loads = 0
    /// Images whose decoding was queued.
    package var decodings = 0
    /// Images that failed.
    package var failures = 0
    /// Images that were cancelled because all their requests were.
    package var cancelled = 0
    /// The most bytes that were reserved for decoding at a time.
    package var peakDecodingByteCount = 0
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
