// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The invariants of asynchronous display, and of pictures in labels, that are checked through the
/// public interface.
///
/// The raw values that begin with I are the invariants' numbers in the documentation of
/// `AsyncDisplay`; those that begin with P are about pictures, those with T about tiles.
enum StressInvariant: String, CaseIterable, Sendable {
  /// Every display has exactly one outcome.
  case oneOutcome = "I1"
  /// `didDisplay` is called once for each `willDisplay`; a task is drawn at most once.
  case pairedCallbacks = "I2"
  /// Published generations increase.
  case risingGenerations = "I3"
  /// Nothing older than the last request is published (`latestOnly`).
  case latestOnly = "I4"
  /// At rest the contents are those of the last request.
  case settledContents = "I5"
  /// `progressive` publishes intermediate displays.
  case progress = "I6"
  /// Cleared contents stay cleared until the next commit.
  case stayingClear = "I7"
  /// A synchronous display supersedes earlier requests.
  case synchronousWins = "I8"
  /// All parts of a commit come from one snapshot.
  case oneSnapshot = "I9"
  /// Callbacks run on the commit queue, drawings on a lane or on the commit queue.
  case queues = "I10"
  /// At most one running drawing per lane, and at most base + lanes + 2 threads.
  case boundedThreads = "I11"
  /// At most one queued display per layer, and uncommitted bytes within the limit.
  case boundedQueues = "I12"
  /// A superseded display releases its snapshot at once.
  case earlyRelease = "I15"
  /// Buffers created = freed + pooled + live.
  case balancedBuffers = "I16"
  /// The bytes that wait in the release queue are bounded.
  case boundedRelease = "I17"
  /// A dropped layer is freed at once and receives no more callbacks.
  case dropped = "I18"
  /// A size that cannot be drawn has a defined outcome.
  case badSizes = "I19"
  /// A failed display keeps the previous contents.
  case keptContents = "I20"
  /// An opaque layer has no transparent pixel.
  case opaquePixels = "I21"
  /// The pixels do not depend on the lane, nor on drawing synchronously or asynchronously.
  case samePixels = "I22"
  /// Cancelling keeps `needsDisplay`.
  case keptMark = "I23"
  /// Nothing is committed while display is suspended.
  case suspended = "I24"
  /// Every wait ends.
  case noDeadlock = "I26"
  /// No display older than a commit ends after that commit.
  case orderedEnds = "I27"
  /// A group is published in one turn of the commit queue, or not at all.
  case groups = "I29"
  /// Nothing leaks.
  case noLeak = "I30"
  /// Other work of the program does not wait for the lanes.
  case undisturbedProgram = "I31"
  /// A committed bitmap shows at the place of a picture that picture or its placeholder.
  case noForeignPicture = "P1"
  /// A layout that shows a picture has the picture's size, or the size that the text gives.
  case pictureSizes = "P2"
  /// Each late picture leads to at most one display, and to one layout if its size was not known;
  /// all that come in one turn of the main queue share them.
  case oneLayoutPerLateSize = "P3"
  /// A text loses no picture that it has shown.
  case keptPictures = "P4"
  /// The bytes of the store, kept and being decoded, are within their bounds.
  case boundedStore = "P5"
  /// A load that no text needs any longer is cancelled.
  case cancelledLoads = "P6"
  /// The completion of each request for a picture is called once, and each call of the loader ends.
  case oneAnswer = "P7"
  /// A tile that arrives is not older than the last invalidation of its place.
  case freshTiles = "T1"
  /// At rest all visible tiles are present, in the last version.
  case settledTiles = "T2"
  /// Only tiles that were requested are drawn, each once, at its place and in its size.
  case askedTiles = "T3"
  /// Tiles requested = drawn + cancelled + failed + under way.
  case countedTiles = "T4"
  /// The bytes of tiles are within the bound, or those of visible tiles only.
  case boundedTiles = "T5"
  /// Each call of a source ends, also when its tile is cancelled.
  case endedTiles = "T6"
}
