// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A source of encoded images: files, a network, an archive.
///
/// An ``ImageStore`` runs each call in a task of its own, at most a fixed number at a time, and
/// cancels the task when all requests for the image are cancelled or the time limit passes.
public protocol ImageLoader: Sendable {
  /// Fetches the bytes of an image file. Must not block its thread: blocking calls belong on a
  /// Dispatch queue.
  ///
  /// - Parameter request: The image.
  /// - Returns: The encoded bytes.
  /// - Throws: `ImageError`, which the store passes on unchanged, or any other error, which it
  ///   passes on as `loaderFailed`.
  func data(for request: ImageRequest) async throws -> [UInt8]
}
