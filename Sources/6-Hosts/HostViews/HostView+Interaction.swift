// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import LayerModel

extension HostView {
  /// Whether the view and those inside it take events; by default they do.
  ///
  /// Otherwise every hit test passes them over, those of layers and of the window, too: what lies
  /// behind is hit.
  public var isUserInteractionEnabled: Bool {
    get { !layer.passesHits }
    set { layer.passesHits = !newValue }
  }
}
