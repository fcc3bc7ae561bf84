// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Browser
  /// The thread of a server and what is confined to it.
  final class BrowserLoop: Sendable {
    let address = BrowserAddress(address: "", port: 0, page: "")

    static func start(
      source: any BrowserSource, configuration: BrowserConfiguration
    ) async throws -> BrowserLoop {
      throw BrowserError(.cannotListen, "Not there yet.")
    }

    func stop() async {}

    func statistics() async -> BrowserStatistics { BrowserStatistics() }
  }
#endif
