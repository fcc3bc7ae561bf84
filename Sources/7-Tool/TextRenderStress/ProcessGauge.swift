// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemConcurrency
internal import SystemFiles

/// Threads, memory and clocks of this process, as the system reports them.
enum ProcessGauge {
  static var threadCount: Int {
    (FileStatus(path: "/proc/self/task")?.linkCount).map { $0 - 2 } ?? 0
  }

  /// The largest resident size so far, in bytes.
  static var peakMemory: Int {
    var usage = rusage()
    // unsafe: C call that fills `usage`.
    guard unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 else { return 0 }
    return Int(usage.ru_maxrss) * 1024
  }

  /// Processor time of the process, in nanoseconds.
  static var processTime: UInt64 { read(CLOCK_PROCESS_CPUTIME_ID) }
  /// Processor time of the calling thread, in nanoseconds.
  static var threadTime: UInt64 { read(CLOCK_THREAD_CPUTIME_ID) }
  /// Monotonic time, in nanoseconds.
  static var now: UInt64 { read(CLOCK_MONOTONIC) }

  private static func read(_ clock: clockid_t) -> UInt64 {
    var time = timespec()
    // unsafe: C call that fills `time`.
    unsafe clock_gettime(clock, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}

/// Sleeping and busy work of a given duration.
enum SimulatedWork {
  /// Puts the calling thread to sleep.
  static func pause(milliseconds: Int) { pause(microseconds: milliseconds * 1000) }
  /// Puts the calling thread to sleep.
  static func pause(microseconds: Int) { usleep(useconds_t(microseconds)) }

  /// Sleeps and polls a cancellation at least every millisecond.
  ///
  /// - Throws: The cancellation's error.
  static func sleep(microseconds: UInt64, _ cancellation: Cancellation) throws {
    let end = ProcessGauge.now + microseconds * 1000
    while true {
      try cancellation.check()
      let now = ProcessGauge.now
      if now >= end { return }
      pause(microseconds: min(1000, Int(end - now) / 1000 + 1))
    }
  }

  /// Spends processor time and polls a cancellation.
  ///
  /// - Throws: The cancellation's error.
  static func spend(microseconds: UInt64, _ cancellation: Cancellation) throws {
    let end = ProcessGauge.threadTime + microseconds * 1000
    while ProcessGauge.threadTime < end { try cancellation.check() }
  }
}
