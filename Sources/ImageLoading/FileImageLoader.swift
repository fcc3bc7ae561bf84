// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import TextRuntime

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A loader that reads picture files.
///
/// With a root, the name of a request is a path below it: absolute paths, paths with `..` and links
/// that lead outside are refused. The place of a file is checked after it is opened, so that a link
/// that changes meanwhile does not lead outside either. Only regular files are read.
public struct FileImageLoader: ImageLoader {
  /// The folder outside which no file is read; `nil` for no bound.
  public let root: String?
  /// The largest file, in bytes.
  public let maximumByteCount: Int

  /// Creates a loader.
  ///
  /// - Parameters:
  ///   - root: The folder that paths are relative to; `nil` for any path of the file system.
  ///   - maximumByteCount: The largest file, in bytes; 64 MiB by default.
  public init(root: String?, maximumByteCount: Int = 64 << 20) {
    self.root = root
    self.maximumByteCount = max(0, maximumByteCount)
  }

  /// Reads the file of a request on a Dispatch queue.
  ///
  /// - Throws: ``ImageError`` with `notFound`, `notPermitted`, `tooLarge` or `loaderFailed`;
  ///   `CancellationError`.
  public func data(for request: ImageRequest) async throws -> [UInt8] {
    try await Self.reading { cancellation in
      try Self.contents(
        of: path(of: request.name), name: request.name, below: root, limit: maximumByteCount,
        cancellation)
    }
  }

  /// Runs a closure that reads files on a Dispatch queue.
  ///
  /// - Parameter body: Is given the cancellation of the task.
  package static func reading<Result: Sendable>(
    _ body: @escaping @Sendable (Cancellation) throws -> Result
  ) async throws -> Result {
    let flag = CancellationFlag()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        FileQueues.shared.async {
          continuation.resume(with: Swift.Result { try body(Cancellation(flag: flag)) })
        }
      }
    } onCancel: {
      flag.set()
    }
  }

  /// Reads a regular file, on the calling thread.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - name: The name in errors.
  ///   - root: The folder outside which no file is read; `nil` for no bound.
  ///   - limit: The most bytes.
  ///   - cancellation: Polled every 64 KiB.
  /// - Throws: ``ImageError``; `CancellationError`.
  package static func contents(
    of path: String, name: String, below root: String?, limit: Int, _ cancellation: Cancellation
  ) throws -> [UInt8] {
    try cancellation.check()
    let file = try PictureFile(path: path, name: name)
    if let root, !file.lies(below: root) {
      throw ImageError(.notPermitted, name: name, "The file lies outside the image root.")
    }
    return try file.contents(limit: limit, cancellation)
  }

  /// The path of a name below the root.
  private func path(of name: String) throws(ImageError) -> String {
    guard !name.isEmpty, !name.utf8.contains(0) else {
      throw ImageError(.notFound, name: name, "No file has this name.")
    }
    guard let root else { return name }
    guard !name.hasPrefix("/"), !name.split(separator: "/").contains("..") else {
      throw ImageError(
        .notPermitted, name: name, "The path must be relative to the image root, without '..'.")
    }
    return root.isEmpty ? "./\(name)" : "\(root)/\(name)"
  }
}
