// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CSystemCalls
internal import Glibc

/// System calls with safe parameters; each `unsafe` of this file is one C call.
enum SystemCalls {
  /// Opens `/dev/null`; -1 on failure. All other files are opened by `SystemFiles`, which opens no
  /// devices.
  static func openDevice(_ path: String, _ flags: Int32) -> Int32 { unsafe open(path, flags) }

  /// A pipe: the reading and the writing end; `nil` if the process has too many open files.
  static func pipe() -> (reading: Int32, writing: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard unsafe Glibc.pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// Makes the allocator keep memory that is freed, about 8 MB for each thread.
  ///
  /// By default the allocator returns the buffers of each request to the system, under a lock for
  /// which other threads wait, and the next request has to get new pages from the system.
  static func keepFreedMemory() { csc_keep_freed_memory() }

  /// The value of an environment variable.
  static func environmentVariable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  // MARK: Signals

  /// Whether the process ignores a signal.
  static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    // The handler SIG_IGN has the address 1.
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

  // MARK: Waiting

  /// Waits until one of some descriptors can be read, or the reading end of an output is closed.
  ///
  /// - Parameters:
  ///   - descriptors: The descriptors to read from; negative ones are ignored.
  ///   - output: The descriptor of the output.
  /// - Returns: Whether each descriptor can be read, and whether the reader of the output has gone.
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
}
