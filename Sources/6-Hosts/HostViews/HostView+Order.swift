// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The order of the views inside a view. To move a view is to insert it again with
/// ``HostView/insertSubview(_:at:)``: it leaves its window and enters it again.
extension HostView {
  /// Moves a subview in front of its siblings; does nothing for any other view.
  public func bringSubviewToFront(_ view: HostView) {
    if view.superview === self { insertSubview(view, at: subviews.count) }
  }

  /// Moves a subview behind its siblings; does nothing for any other view.
  public func sendSubviewToBack(_ view: HostView) {
    if view.superview === self { insertSubview(view, at: 0) }
  }

  /// Puts a view just behind another one.
  ///
  /// - Precondition: `sibling` lies in this view and is not `view`.
  public func insertSubview(_ view: HostView, belowSubview sibling: HostView) {
    insertSubview(view, at: place(of: sibling, beside: view))
  }

  /// Puts a view just in front of another one.
  ///
  /// - Precondition: `sibling` lies in this view and is not `view`.
  public func insertSubview(_ view: HostView, aboveSubview sibling: HostView) {
    insertSubview(view, at: place(of: sibling, beside: view) + 1)
  }

  private func place(of sibling: HostView, beside view: HostView) -> Int {
    guard sibling !== view, let index = subviews.firstIndex(where: { $0 === sibling }) else {
      preconditionFailure("the sibling is another view, and lies in this one")
    }
    return index
  }
}
