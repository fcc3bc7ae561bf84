// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The calls of the C library that open, look at, read, write, name or remove files.
enum FileCalls {
  private static let names = """
    open openat creat fopen read pread readv write pwrite writev realpath stat fstat lstat fstatat \
    statfs rename renameat fsync fdatasync sync syncfs unlink unlinkat remove mkdir mkdirat rmdir \
    opendir readdir readlink readlinkat link linkat symlink strerror strerror_r utimensat futimens \
    truncate ftruncate mkstemp mkdtemp access chmod fchmod mkfifo mknod fdopen freopen preadv \
    pwritev scandir utimes openat2 sendfile copy_file_range
    """

  /// What brings them into a file.
  private static let imports = """
    ^\\s*(?:(?:public|package|internal|private) )?import \
    (?:(?:func|var|let|struct|enum|class|typealias|protocol) )?(?:Glibc|Musl|Darwin|CSystemCalls|Dispatch|Foundation\\w*)\\b|^#include <(?:unistd|fcntl|dirent|sys/stat)\\.h>
    """

  /// The names of the functions that a source file calls. A method of such a name is known by its
  /// receiver, by a label, or because the file declares it.
  static func names(in source: String) -> Set<String> {
    guard !matches(imports, in: source).isEmpty else { return [] }
    let code = source.replacing(#"//[^\n]*|"(?:[^"\\\n]|\\.)*""#, with: "")
    let own = Set(matches(#"func (\w+)"#, in: code).map { $0[1] })
    let call =
      #"(func )?(?<![.\w])((?:Glibc|Musl|Darwin)\.)?("#
      + names.split(separator: " ").joined(separator: "|") + #")\((?!\)|[^()\n]*\w:)"#
    return Set(
      matches(call, in: code)
        .filter { $0[1].isEmpty && (!$0[2].isEmpty || !own.contains($0[3])) }.map { $0[3] })
  }

  /// The groups of each match, empty where one took no part.
  private static func matches(_ pattern: String, in text: String) -> [[String]] {
    let expression = try? NSRegularExpression(pattern: pattern, options: .anchorsMatchLines)
    let whole = NSRange(text.startIndex..., in: text)
    return (expression?.matches(in: text, range: whole) ?? []).map { match in
      (0..<match.numberOfRanges).map { group in
        Range(match.range(at: group), in: text).map { String(text[$0]) } ?? ""
      }
    }
  }
}

extension String {
  fileprivate func replacing(_ pattern: String, with other: String) -> String {
    replacingOccurrences(of: pattern, with: other, options: .regularExpression)
  }
}
