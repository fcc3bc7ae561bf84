// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import LayerScenes

extension CommandName {
  /// The JSON schema of what a command reads: of a document for `render`, `layout` and `help`, of
  /// a scene, of a line for `batch` and `segment`.
  var schema: [UInt8] {
    switch self {
    case .batch: DocumentSchema.object(BatchMember.self, "A line that textrender batch reads")
    case .segment:
      DocumentSchema.object(SegmentMember.self, "A line that textrender segment reads")
    case .scene, .animate: DocumentSchema.scene
    default: DocumentSchema.document
    }
  }
}
