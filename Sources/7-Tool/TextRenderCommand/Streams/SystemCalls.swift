// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemFiles

/// System calls with safe parameters; each `unsafe` of this file is one C call.
enum SystemCalls {
  /// Opens a file; -1 on failure, with the reason in `errno`.
  static func open(_ path: String, _ flags: Int32) -> Int32 { unsafe Glibc.open(path, flags) }

  /// Opens a folder again that is open, for reading; -1 on failure, with the reason in `errno`.
  static func openFolder(_ descriptor: Int32) -> Int32 {
    unsafe openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  }

  /// The status of an open file.
  static func status(of descriptor: Int32) -> stat? {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 ? status : nil
  }

  /// Reads at most as many bytes as the buffer has; retries if a signal interrupts the call.
  ///
  /// - Returns: The number of bytes; 0 at the end, -1 on failure, with the reason in `errno`.
  static func read(_ descriptor: Int32, into buffer: inout [UInt8]) -> Int {
    while true {
      let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
      if count >= 0 || errno != EINTR { return count }
    }
  }

  /// A pipe: the reading and the writing end; `nil` if the process has too many open files.
  static func pipe() -> (reading: Int32, writing: Int32)? {
    var ends: (Int32, Int32) = (-1, -1)
    let status = unsafe withUnsafeMutablePointer(to: &ends) { ends in
      unsafe ends.withMemoryRebound(to: Int32.self, capacity: 2) { unsafe Glibc.pipe($0) }
    }
    guard status == 0 else { return nil }
    for end in [ends.0, ends.1] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return ends
  }

  /// The kind of file at a path, such as `S_IFREG`; `nil` if there is none. Links are followed.
  static func kind(of path: String) -> mode_t? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }

  /// Makes a folder unless it is there.
  ///
  /// - Returns: 0, or the number of the error.
  static func makeFolder(_ path: String) -> Int32 {
    if unsafe mkdir(path, 0o777) == 0 { return 0 }
    let number = errno
    var status = stat()
    let isFolder = unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    return isFolder ? 0 : number
  }

  /// The folder of a path, as it is written; `.` if the path names none.
  static func folder(of path: String) -> String {
    // By bytes: a slash and a combining mark are one `Character`.
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The path without links and dots; `nil` if there is no such file.
  static func realPath(_ path: String) -> String? {
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  /// The value of an environment variable.
  static func environmentVariable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// The text for an error number as a clause: "no such file or directory".
  static func message(for code: Int32) -> String {
    SystemMessage.clause(for: code)
  }

  // MARK: Signals

  /// Whether the process ignores a signal.
  static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    // SIG_IGN is the address 1.
    return unsafe sigaction(number, nil, &action) == 0
      && unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }

  /// Blocks signals in this thread and in threads that it creates; they stay pending.
  static func block(_ numbers: [Int32]) {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for number in numbers { unsafe sigaddset(&signals, number) }
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  // MARK: Terminals

  /// The settings of a terminal; `nil` if the descriptor is no terminal.
  static func terminalSettings(of descriptor: Int32) -> termios? {
    var settings = termios()
    return unsafe tcgetattr(descriptor, &settings) == 0 ? settings : nil
  }

  /// Changes the settings of a terminal and discards input that was not read.
  ///
  /// - Returns: Whether it succeeded.
  @discardableResult
  static func setTerminalSettings(_ settings: termios, of descriptor: Int32) -> Bool {
    var settings = settings
    return unsafe tcsetattr(descriptor, TCSAFLUSH, &settings) == 0
  }

  /// Waits until one of some descriptors can be read, or the reading end of one more is closed.
  ///
  /// - Parameters:
  ///   - descriptors: Those that are waited for; negative ones are ignored.
  ///   - output: The one whose reader is looked for.
  /// - Returns: Whether each can be read, and whether the reader has gone.
  static func wait(
    for descriptors: [Int32], output: Int32
  ) -> (readable: [Bool], readerIsGone: Bool) {
    var requests = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    requests.append(pollfd(fd: output, events: 0, revents: 0))
    while unsafe poll(&requests, nfds_t(requests.count), -1) < 0, errno == EINTR {}
    let gone = Int16(POLLERR) | Int16(POLLHUP)
    return (
      requests.dropLast().map { $0.revents != 0 }, requests[descriptors.count].revents & gone != 0
    )
  }

  /// Waits until a descriptor can be written, and returns whether it could within the time.
  static func canWrite(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return unsafe poll(&request, 1, milliseconds) != 0
  }

  /// Waits for input.
  ///
  /// - Returns: Whether there is input, or the end of it, within the time.
  static func waitForInput(_ descriptor: Int32, milliseconds: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&request, 1, milliseconds) == 1
  }
}
