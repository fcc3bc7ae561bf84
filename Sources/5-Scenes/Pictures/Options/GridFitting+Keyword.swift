// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import StyledDocuments
internal import TextModel
internal import TextPainting

extension GridFitting: ListedKeyword {
  static let list = ["none", "baselines", "heights"]
}
