// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The standard error of the process.
package enum StandardError {
  /// Writes a line in one call, so that lines of several threads do not mix. A failure is ignored.
  package static func write(_ line: [UInt8]) {
    // unsafe: the bytes live through the call.
    _ = unsafe line.withUnsafeBytes { unsafe Glibc.write(2, $0.baseAddress, $0.count) }
  }
}
