// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import LayerModel

extension HostView {
  /// Whether the view and those inside it take events; by default they do.
  ///
  /// If it is `false`, hit tests skip the view, also those of layers and of the window: what lies
  /// behind the view is hit.
  public var isUserInteractionEnabled: Bool {
    get { !layer.passesHits }
    set { layer.passesHits = !newValue }
  }
}
