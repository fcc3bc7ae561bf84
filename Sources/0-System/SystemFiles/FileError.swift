// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The reason why a file or folder cannot be opened, read, written or made.
package enum FileError: Error, Equatable {
  /// An empty name, or one with a zero byte.
  case noName
  /// The file lies outside the folder that bounds names.
  case outside
  /// The name is the name of a folder.
  case folder
  /// A pipe, a device or a socket: reading it may never end.
  case notRegular
  /// The file has more bytes than are read.
  case tooLarge(limit: Int)
  /// The file has fewer bytes than it must have.
  case tooShort
  /// Another process has the file open for writing.
  case inUse
  case system(number: Int32)

  /// The failure of the last system call, from `errno`.
  static var last: FileError { .system(number: errno) }

  /// Whether there is no such file.
  package var isAbsence: Bool {
    switch self {
    case .system(let number): [ENOENT, ENOTDIR, ENAMETOOLONG].contains(number)
    default: false
    }
  }

  /// The system's error number of the same meaning.
  package var number: Int32 {
    switch self {
    case .noName: ENOENT
    case .outside: EACCES
    case .folder: EISDIR
    case .notRegular: EINVAL
    case .tooLarge: EFBIG
    case .tooShort: EINVAL
    case .inUse: EBUSY
    case .system(let number): number
    }
  }

  /// A clause that begins in lower case, such as "it is a folder".
  package var message: String {
    switch self {
    case .noName: "no file has this name"
    case .outside: "it lies outside the folder that files are read from"
    case .folder: "it is a folder"
    case .notRegular: "it is no regular file"
    case .tooShort: "it has fewer bytes than it had"
    case .inUse: "another process is writing it"
    case .tooLarge(let limit): "it has more than \(limit) bytes, the most that is read"
    case .system(let number): SystemMessage.clause(for: number)
    }
  }
}

/// The system's texts for its error numbers.
package enum SystemMessage {
  /// A clause, such as "no such file or directory".
  package static func clause(for number: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard unsafe strerror_r(number, &buffer, buffer.count) == 0 else {  // C call
      return "error \(number)"
    }
    let text = String(
      decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard let first = text.first else { return "error \(number)" }
    return first.lowercased() + text.dropFirst()
  }
}
