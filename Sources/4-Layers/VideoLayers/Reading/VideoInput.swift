// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Video
  internal import SystemFiles

  /// The open file of a film, shared by all of its readers. Each has its own read position.
  ///
  /// All readers see the same file, even if its name is given to another file meanwhile. FFmpeg
  /// reads through the descriptor and is given no name, so a playlist, or a film that refers to
  /// other files or addresses, cannot make it open any.
  final class VideoInput: Sendable {
    /// The path, for errors.
    let path: String
    private let file: InputFile

    convenience init(path: String) throws(VideoError) {
      let file: InputFile
      do throws(FileError) {
        file = try InputFile(path: path)
      } catch {
        throw VideoError(error, path: path)
      }
      try self.init(file, path: path)
    }

    /// Takes ownership of an open file.
    init(_ file: consuming InputFile, path: String) throws(VideoError) {
      guard file.byteCount > 0 else {
        throw VideoError(.unknownFormat, "The file is empty.", path: path)
      }
      self.file = file
      self.path = path
    }

    /// The number of the open file, valid as long as the object.
    var descriptor: Int32 { file.descriptor }
  }

  extension VideoError {
    fileprivate init(_ error: FileError, path: String) {
      switch error {
      case .noName: self.init(.notFound, "No file has this name.", path: path)
      case .folder, .notRegular: self.init(.notPermitted, "It is no file.", path: path)
      default:
        self.init(
          error.isAbsence ? .notFound : .notPermitted,
          error.isAbsence ? "The file does not exist." : "The file may not be read.", path: path)
      }
    }
  }
#endif
