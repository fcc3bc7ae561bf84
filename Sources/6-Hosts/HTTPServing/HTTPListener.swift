// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Server
  internal import NIOCore

  /// The place at which a server accepts connections; see `HTTPThreads.listen`.
  package final class HTTPListener: Sendable {
    private let channel: any Channel

    /// The address that the listener is bound to.
    package let address: String
    /// The port that the listener is bound to.
    package let port: Int

    init(channel: any Channel, address: String, port: Int) {
      self.channel = channel
      self.address = channel.localAddress?.ipAddress ?? address
      self.port = channel.localAddress?.port ?? port
    }

    /// Accepts no more connections, and returns when nothing listens. Open connections stay open.
    package func close() async { try? await channel.close().get() }
  }
#endif
