// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import ImageCodecs
package import SystemConcurrency
package import SystemFiles

/// A loader that reads image files.
///
/// With a root, the name of a request is a path below it: absolute paths and paths with `..` are
/// refused. A file is opened below the root, step by step, so that no link leads outside, also one
/// that changes meanwhile. Only regular files are read.
public struct FileImageLoader: ImageLoader {
  /// The folder outside which no file is read; `nil` for no bound.
  package let root: String?
  /// The largest file, in bytes.
  package let maximumByteCount: Int

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
  /// - Throws: `ImageError` with `notFound`, `notPermitted`, `tooLarge` or `loaderFailed`;
  ///   `CancellationError`.
  public func data(for request: ImageRequest) async throws -> [UInt8] {
    try await Self.reading { cancellation in
      try Self.contents(of: try file(request.name), limit: maximumByteCount, cancellation)
    }
  }

  /// Runs a closure that reads files on a Dispatch queue.
  ///
  /// - Parameter body: Called with the cancellation of the task.
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
  ///   - file: The file; errors have its name.
  ///   - limit: The most bytes.
  ///   - cancellation: Polled every 64 KiB.
  /// - Throws: `ImageError`; `CancellationError`.
  package static func contents(
    of file: ScopedFile, limit: Int, _ cancellation: Cancellation
  ) throws -> [UInt8] {
    try cancellation.check()
    let bytes: [UInt8]?
    do throws(FileError) {
      bytes = try file.open().contents(limit: limit, cancellation)
    } catch {
      throw ImageError(error, name: file.name)
    }
    guard let bytes else { throw CancellationError() }
    return bytes
  }

  /// The file of a name.
  private func file(_ name: String) throws(ImageError) -> ScopedFile {
    guard let root else { return ScopedFile(name) }
    guard name.utf8.first != UInt8(ascii: "/"),
      !name.utf8.split(separator: UInt8(ascii: "/")).contains(where: { $0.elementsEqual("..".utf8) }
      )
    else {
      throw ImageError(
        .notPermitted, name: name, "The path must be relative to the image root, without '..'.")
    }
    let folder = root.isEmpty ? "." : root
    return ScopedFile(name, in: FileScope(folder: folder, root: folder))
  }
}

extension ImageError {
  /// The error of a file that is not opened or not read.
  package init(_ error: FileError, name: String) {
    switch error {
    case .noName: self.init(.notFound, name: name, "No file has this name.")
    case .outside: self.init(.notPermitted, name: name, "The file lies outside the image root.")
    case .folder, .notRegular:
      self.init(.notPermitted, name: name, "This is no regular file.")
    case .tooLarge(let limit):
      self.init(
        .tooLarge, name: name, "The file is over \(limit) bytes, the most that is read.")
    case .tooShort, .inUse, .system:
      let code: Code =
        switch error.number {
        case ENOENT, ENOTDIR, ENAMETOOLONG: .notFound
        case EACCES, EPERM, ELOOP, ENXIO: .notPermitted
        default: .loaderFailed
        }
      self.init(code, name: name, "The file cannot be read: \(error.message).")
    }
  }
}
