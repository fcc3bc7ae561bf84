// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import HostViews
import Testing

@Suite("HostView: order and interaction")
@MainActor
struct HostViewOrderTests {
  private let above = HostView(frame: Rect(width: 100, height: 100))
  private let views = (0..<3).map { _ in HostView(frame: Rect(width: 100, height: 100)) }

  init() { for view in views { above.addSubview(view) } }

  /// The numbers of the views from back to front; the layers lie in the same order.
  private var order: [Int] {
    let order = above.subviews.map { view in views.firstIndex { $0 === view } ?? -1 }
    #expect(above.layer.sublayers.map(\.id) == above.subviews.map(\.layer.id))
    return order
  }

  @Test("To the front and to the back; a view from elsewhere stays there")
  func frontAndBack() {
    above.bringSubviewToFront(views[0])
    #expect(order == [1, 2, 0])
    above.sendSubviewToBack(views[2])
    #expect(order == [2, 1, 0])
    above.bringSubviewToFront(HostView())
    above.sendSubviewToBack(HostView())
    #expect(order == [2, 1, 0])
  }

  @Test("Below and above a sibling, from both sides of it")
  func besideSiblings() {
    above.insertSubview(views[0], belowSubview: views[2])
    #expect(order == [1, 0, 2])
    above.insertSubview(views[2], belowSubview: views[1])
    #expect(order == [2, 1, 0])
    above.insertSubview(views[2], aboveSubview: views[1])
    #expect(order == [1, 2, 0])
    above.insertSubview(views[0], aboveSubview: views[1])
    #expect(order == [1, 0, 2])
  }

  @Test("Hits pass through a view without interaction, and those inside it")
  func interaction() {
    let inner = HostView(frame: Rect(width: 100, height: 100))
    views[2].addSubview(inner)
    let point = Point(x: 50, y: 50)
    #expect(above.hitTest(point) === inner)
    views[2].isUserInteractionEnabled = false
    #expect(!views[2].isUserInteractionEnabled && inner.isUserInteractionEnabled)
    #expect(above.hitTest(point) === views[1])
    #expect(views[2].hitTest(point) == nil)
    views[2].isUserInteractionEnabled = true
    #expect(above.hitTest(point) === inner)
  }
}
