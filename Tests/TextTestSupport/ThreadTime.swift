// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The processor time of the calling thread, which other work on the machine hardly lengthens.
public enum ThreadTime {
  /// In seconds, since the thread began.
  public static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// The processor time that a body takes, in seconds.
  public static func measure(_ body: () throws -> Void) rethrows -> Double {
    let start = now
    try body()
    return now - start
  }
}
