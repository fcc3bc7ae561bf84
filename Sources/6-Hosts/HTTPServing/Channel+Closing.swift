// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Server
  package import NIOCore

  extension Channel {
    /// Closes the sending side now, and the connection when the other side closes it, after a
    /// second at the latest. If the connection were closed at once while received bytes are unread,
    /// the system would reset it, and the other side could lose the end of the answer.
    package func closeGently() {
      close(mode: .output, promise: nil)
      eventLoop.scheduleTask(in: .seconds(1)) { self.close(promise: nil) }
    }
  }
#endif
