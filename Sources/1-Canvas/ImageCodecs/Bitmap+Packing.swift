// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasDrawing
import Dispatch
import SystemFiles
public import SystemLanes

/// Packing on render lanes, for code that awaits. Packing an image of a million pixels takes 5 to
/// 20 ms of a processor, too long for the threads that all tasks of a program share. The functions
/// have the names of the blocking ones, so that `await` with the short name is right. Only among
/// the statements of a `main.swift` does the compiler prefer the blocking ones; there the lanes are
/// named: `try await image.write(to: "a.png", on: .shared)`.
extension Bitmap {
  /// The image as the bytes of a PNG file, packed on a render lane.
  ///
  /// The bytes are those of `pngData(options:)`. Packing is cancelled together with the task: the
  /// lane is free after at most some 2 ms, with levels above 6 after several times that (one part
  /// of rows).
  ///
  /// - Parameters:
  ///   - options: The options of compression.
  ///   - lanes: The lanes on which the image is packed.
  ///   - priority: The priority band in which the packing waits for a lane.
  /// - Throws: `GraphicsError` with `allocationFailed`; `CancellationError`.
  public nonisolated(nonsending) func pngData(
    options: PNGOptions = PNGOptions(), on lanes: RenderLanes = .shared,
    priority: LanePriority = .visible
  ) async throws -> [UInt8] {
    try await lanes.perform(priority: priority) { cancellation in
      guard let bytes = try pngData(options: options, cancellation: cancellation) else {
        throw CancellationError()
      }
      return bytes
    }
  }

  /// Writes the image as a PNG file, packed on a render lane, as `write(to:options:)` does.
  ///
  /// The bytes are written on a queue of its own, since file systems may block. If the task is
  /// cancelled before the packing ends, no file is written.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - options: The options of compression.
  ///   - lanes: The lanes on which the image is packed.
  ///   - priority: The priority band in which the packing waits for a lane.
  /// - Throws: `GraphicsError` with `unsupportedFormat`, `writeFailed` or `allocationFailed`;
  ///   `CancellationError`.
  public nonisolated(nonsending) func write(
    to path: String, options: PNGOptions = PNGOptions(), on lanes: RenderLanes = .shared,
    priority: LanePriority = .visible
  ) async throws {
    try Self.checkEnding(of: path)
    let bytes = try await pngData(options: options, on: lanes, priority: priority)
    try await withCheckedThrowingContinuation { done in
      Self.writes.async { done.resume(with: Result { try Self.write(bytes, to: path) }) }
    }
  }

  private static let writes = DispatchQueue(label: "ImageCodecs.files", qos: .utility)
}
