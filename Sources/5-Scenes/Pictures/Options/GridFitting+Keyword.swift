// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import StyledDocuments
internal import TextModel
internal import TextPainting

extension GridFitting: Keyword {
  var keyword: String {
    switch self {
    case .none: "none"
    case .baselines: "baselines"
    case .heights: "heights"
    }
  }
}
