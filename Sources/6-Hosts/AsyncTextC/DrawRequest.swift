// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CAsyncText
internal import DocumentJSON
internal import LayerScenes
internal import Pictures
internal import SystemConcurrency
internal import TextModel

/// A request of a caller, copied out of the caller's memory.
struct DrawRequest: Sendable {
  enum Content: Sendable {
    case text([UInt8], Style)
    case json([UInt8])
    case scene(OpenScene, time: Double)
  }

  let content: Content
  let fonts: Fonts
  let tellsFrames: Bool
  let isStrict: Bool
  let isOpacity: Bool
  private let folder: String
  private let root: String?
  private let flag: CancellationFlag?

  /// The most bytes of a text: a UTF-16 unit takes at most three bytes of UTF-8.
  private static let textLimit = 3 * TextLimits.textLength

  /// Reads a request.
  ///
  /// - Throws: ``CallError``.
  init(_ pointer: UnsafePointer<at_request>?) throws(CallError) {
    guard let pointer = unsafe pointer else { throw .invalidArgument("'request' is null") }
    // Only the size is read before this check, since the caller's structure may be smaller.
    let (given, size) = unsafe (pointer.pointee.size, MemoryLayout<at_request>.size)
    guard given == size else {
      throw .invalidArgument(
        "the request's size is \(given) and not \(size): set it to sizeof(at_request), "
          + "with the header of this library")
    }
    let request = unsafe pointer.pointee
    let (flags, kind, time) = unsafe (request.flags, request.kind, request.time)
    let (styleHandle, scene) = unsafe (request.style, request.scene)
    let (fontsHandle, cancellation) = unsafe (request.fonts, request.cancellation)
    try check(flags, of: UInt32(AT_FRAMES) | UInt32(AT_STRICT) | UInt32(AT_OPACITY))
    tellsFrames = flags & UInt32(AT_FRAMES) != 0
    isStrict = flags & UInt32(AT_STRICT) != 0
    isOpacity = flags & UInt32(AT_OPACITY) != 0
    let table = HandleTable.shared
    fonts = try fontsHandle == 0 ? Fonts.standard : table.object(fontsHandle)
    flag = cancellation == 0 ? nil : try table.object(cancellation, as: CancellationHandle.self)
    folder = unsafe request.folder.map { unsafe String(cString: $0) } ?? ""
    root = unsafe request.root.map { unsafe String(cString: $0) }
    switch kind {
    case UInt32(AT_TEXT):
      let style = try styleHandle == 0 ? Style.standard : table.object(styleHandle)
      let text = try unsafe bytes(request.text, request.length, "text", limit: Self.textLimit)
      content = .text(text, style)
    case UInt32(AT_JSON):
      content = .json(
        try unsafe bytes(request.text, request.length, "text", limit: JSONLimits.bytes))
    case UInt32(AT_SCENE):
      guard time.isFinite else { throw .invalidArgument("the time is not a finite number") }
      content = .scene(try table.object(scene), time: time)
    default: throw .invalidArgument("there is no kind \(kind) of requests")
    }
  }

  /// The cancellation of the request.
  var cancellation: Cancellation { flag.map { Cancellation(flag: $0) } ?? .never }

  /// A cancellation that is set by the flag of the request or by the job that draws the request.
  func cancellation(within job: Cancellation) -> Cancellation {
    guard let flag else { return job }
    return Cancellation(
      flag: CancellationFlag { both in if flag.isSet || job.isCancelled { both.set() } })
  }

  /// How the caller's documents and scenes are read.
  func environment(_ cancellation: Cancellation) -> PictureEnvironment {
    var options = SceneOptions(folder: folder, imageRoot: root, isStrict: isStrict)
    options.cancellation = cancellation
    let fonts = fonts
    options.fonts = { document in try fonts.collection(for: document) }
    return PictureEnvironment(options)
  }
}
