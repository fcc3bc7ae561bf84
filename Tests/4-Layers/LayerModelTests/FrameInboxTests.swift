// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import LayerCompositing
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerModel

/// The road of frames to the main queue.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct FrameInboxTests {
  private struct Failure: Error, Equatable {
    let number: Int
  }

  private func frame(at time: Double) throws -> Frame {
    try Compositor.frame(
      of: RenderTree(root: RenderNode(), size: Size(width: 4, height: 4), time: time))
  }

  /// The newest frame is there before anything else that came with it is told.
  @Test func oneTurnTakesAllThatHasCome() async throws {
    let host = LayerHost(root: Layer(), size: Size(width: 4, height: 4), clock: ManualClock())
    let first = try await host.settledFrame()
    let inbox = FrameInbox()
    inbox.host = host
    var errors = host.frameErrors.makeAsyncIterator()
    var turns: [Double] = []
    host.didComposeTree = { turns.append(host.frame?.time ?? -1) }
    for number in 1...3 {
      inbox.put(.stopped(Failure(number: number)))
      inbox.put(.composed(try frame(at: Double(number))))
      inbox.put(.ended(.success(nil)))
      inbox.put(.stopped(Failure(number: 10 * number)))
      // Not before the turn is over.
      #expect(host.frame?.time == first.time && host.frameError == nil)
    }
    try await until { host.frameError as? Failure == Failure(number: 30) }
    #expect(turns == [3, 3, 3])
    #expect(host.frame?.time == 3)
    for number in [1, 10, 2, 20, 3, 30] {
      #expect(await errors.next() as? Failure == Failure(number: number))
    }
    host.close()
  }

  @Test func aClosedHostTakesNoFrame() async throws {
    let host = LayerHost(root: Layer(), size: Size(width: 4, height: 4), clock: ManualClock())
    let first = try await host.settledFrame()
    host.close()
    host.take(try frame(at: 9), [.stopped(Failure(number: 1))])
    #expect(host.frame?.time == first.time && host.frameError == nil)
  }
}
