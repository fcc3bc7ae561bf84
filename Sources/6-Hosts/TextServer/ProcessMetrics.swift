// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Server
  internal import Glibc
  internal import SystemFiles

  /// Gauges of the process in the text format of Prometheus.
  enum ProcessMetrics {
    static func text(connections: Int, refused: Int) -> String {
      """
      # HELP textrender_connections Connections that are open.
      # TYPE textrender_connections gauge
      textrender_connections \(connections)
      # HELP textrender_refused_connections_total Connections beyond the limit.
      # TYPE textrender_refused_connections_total counter
      textrender_refused_connections_total \(refused)
      # HELP process_resident_memory_bytes Memory of the process.
      # TYPE process_resident_memory_bytes gauge
      process_resident_memory_bytes \(residentBytes)
      # HELP process_open_fds Descriptors of the process.
      # TYPE process_open_fds gauge
      process_open_fds \(descriptorCount)

      """
    }

    private static var residentBytes: Int {
      guard let file = try? InputFile(path: "/proc/self/statm") else { return 0 }
      var bytes = [UInt8](repeating: 0, count: 256)
      let count = (try? file.read(into: &bytes)) ?? 0
      let pages = bytes.prefix(count).split(separator: 0x20).dropFirst().first ?? []
      return (Int(String(decoding: pages, as: UTF8.self)) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
    }

    private static var descriptorCount: Int { Folder("/proc/self/fd").names()?.count ?? 0 }
  }
#endif
