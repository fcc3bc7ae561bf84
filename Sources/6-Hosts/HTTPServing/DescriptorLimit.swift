// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The descriptors that a process may have open, and the connections that they are enough for.
package enum DescriptorLimit {
  /// The descriptors that are kept for files, fonts and films.
  package static let reserve = 128

  /// Raises the soft limit of the process for connections, as far as its hard limit lets it.
  ///
  /// - Parameter connections: The connections that are wanted.
  /// - Returns: The number of connections for which there are descriptors, at least 1.
  package static func raise(for connections: Int) -> Int {
    var limits = rlimit()
    guard unsafe getrlimit(resource, &limits) == 0 else { return max(1, connections) }
    let (soft, hard) = (count(limits.rlim_cur), count(limits.rlim_max))
    let wanted = softLimit(for: connections, soft: soft, hard: hard)
    if wanted > soft {
      limits.rlim_cur = rlim_t(wanted)
      // If the system refuses the new limit, the old one stays.
      if unsafe setrlimit(resource, &limits) != 0 {
        return Self.connections(connections, soft: soft)
      }
    }
    return Self.connections(connections, soft: wanted)
  }

  /// The soft limit that is wanted, never less than the present one.
  static func softLimit(for connections: Int, soft: Int, hard: Int) -> Int {
    let (sum, isOver) = max(1, connections).addingReportingOverflow(reserve)
    return max(soft, min(isOver ? .max : sum, hard))
  }

  /// The connections that a soft limit is enough for, at least 1.
  static func connections(_ wanted: Int, soft: Int) -> Int { max(1, min(wanted, soft - reserve)) }

  /// A limit as a number; the largest number for no limit.
  private static func count(_ limit: rlim_t) -> Int { Int(clamping: limit) }

  private static var resource: __rlimit_resource_t { .init(RLIMIT_NOFILE.rawValue) }
}
