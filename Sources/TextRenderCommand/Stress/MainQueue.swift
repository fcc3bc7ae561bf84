// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Glibc
internal import TextModel
internal import TextRuntime

/// The main queue, seen from a thread that may block.
enum MainQueue {
  private static let key = DispatchSpecificKey<Bool>()

  private final class Body: Sendable {
    let run: @Sendable () -> Int32
    init(_ run: @escaping @Sendable () -> Int32) { self.run = run }
  }

  /// Serves the main queue, runs a body on a thread of its own, and ends the process with its status.
  static func serve(_ body: @escaping @Sendable () -> Int32) -> Never {
    let box = unsafe Unmanaged.passRetained(Body(body))
    var thread = pthread_t()
    let made = unsafe pthread_create(
      &thread, nil,
      { context in
        guard let context = unsafe context else { exit(1) }
        exit(unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run())
      }, box.toOpaque())
    if made != 0 {
      StandardStreams.console().report("textrender: stress: no thread can be made\n")
      exit(1)
    }
    dispatchMain()
  }

  /// Whether the caller is what serves the main queue, so that waiting for it would never end.
  static var isHere: Bool {
    mark()
    return isCurrent
  }

  /// Whether the caller runs on the main queue.
  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }

  /// Lets ``isCurrent`` tell the main queue.
  static func mark() { DispatchQueue.main.setSpecific(key: key, value: true) }

  /// Runs a body on the main queue and waits for it.
  static func run<R: Sendable>(_ body: @escaping @MainActor @Sendable () -> R) -> R {
    let reply = Reply<R>()
    DispatchQueue.main.async {
      let value = MainActor.assumeIsolated(body)
      reply.value.withLock { $0 = value }
      reply.done.signal()
    }
    reply.done.wait()
    guard let value = reply.value.withLock({ $0.take() }) else { preconditionFailure("no reply") }
    return value
  }

  /// Runs a body on the main queue some time.
  static func later(_ body: @escaping @MainActor @Sendable () -> Void) {
    DispatchQueue.main.async { MainActor.assumeIsolated(body) }
  }

  private final class Reply<R: Sendable>: Sendable {
    let done = DispatchSemaphore(value: 0)
    let value = Mutex<R?>(nil)
  }
}

/// What the system says about this process.
enum ProcessGauge {
  /// The threads there are.
  static var threadCount: Int {
    var status = stat()
    guard unsafe stat("/proc/self/task", &status) == 0 else { return 0 }
    // A directory has two links of its own and one for each directory in it.
    return Int(status.st_nlink) - 2
  }

  /// The most memory that was ever resident, in bytes.
  static var peakMemory: Int {
    var usage = rusage()
    guard unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 else { return 0 }
    return Int(usage.ru_maxrss) * 1024
  }

  /// Nanoseconds of processor time of the process.
  static var processTime: UInt64 { read(CLOCK_PROCESS_CPUTIME_ID) }
  /// Nanoseconds of processor time of the calling thread.
  static var threadTime: UInt64 { read(CLOCK_THREAD_CPUTIME_ID) }
  /// Nanoseconds of a clock that never goes back.
  static var now: UInt64 { read(CLOCK_MONOTONIC) }

  private static func read(_ clock: clockid_t) -> UInt64 {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Lets time pass on the calling thread, which then does nothing.
  static func pause(milliseconds: Int) { pause(microseconds: milliseconds * 1000) }
  /// The same in finer steps.
  static func pause(microseconds: Int) { usleep(useconds_t(microseconds)) }
}
