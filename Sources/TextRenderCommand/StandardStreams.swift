// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The process's own streams, through system calls: nothing is buffered behind the tool's back.
enum StandardStreams {
  /// Makes signals into errors, and sees that 0, 1 and 2 are taken.
  ///
  /// A program started with a closed standard stream would otherwise open a font as its standard
  /// output. The stand-in is opened for reading, so that writing to it still fails.
  static func prepare() {
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) == -1 {
      _ = unsafe open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }

  /// The console of this process.
  static func console() -> CommandConsole {
    CommandConsole(
      read: { () throws(CommandError) in try FileReader.piece(of: 0, name: "standard input") },
      write: { (bytes) throws(CommandError) in
        try FileWriter.write(bytes, to: 1, name: "standard output")
      },
      report: { message in
        try? FileWriter.write(Array(message.utf8), to: 2, name: "standard error")
      },
      environment: { name in
        unsafe getenv(name).map { unsafe String(cString: $0) }
      },
      input: inputKind(), outputIsTerminal: isatty(1) == 1, errorIsTerminal: isatty(2) == 1)
  }

  private static func inputKind() -> CommandConsole.InputKind {
    var status = stat()
    guard unsafe fstat(0, &status) == 0 else { return .none }
    switch status.st_mode & S_IFMT {
    case S_IFIFO, S_IFREG, S_IFSOCK: return .pipe
    default: return isatty(0) == 1 ? .terminal : .none
    }
  }
}

/// What `errno` says, as a clause: "no such file or directory".
func systemMessage(_ code: Int32) -> String {
  var buffer = [CChar](repeating: 0, count: 256)
  let found = unsafe strerror_r(code, &buffer, buffer.count)
  let text = String(
    decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  guard found == 0, let first = text.first else { return "error \(code)" }
  return first.lowercased() + text.dropFirst()
}
