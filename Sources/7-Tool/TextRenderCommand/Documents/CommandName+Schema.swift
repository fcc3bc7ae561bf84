// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import LayerScenes
internal import Pictures

extension CommandName {
  /// The JSON schema of what a command reads: of a document for `render`, `layout` and `help`, of
  /// a scene, of a line for `batch` and `segment`.
  var schema: [UInt8] {
    switch self {
    case .batch:
      DocumentSchema.object(
        RequestMember.self, "A line that textrender batch reads", nested: "pictureOptions",
        PictureOption.self, "The options of a picture")
    case .segment:
      DocumentSchema.object(SegmentMember.self, "A line that textrender segment reads")
    case .scene, .animate: DocumentSchema.scene
    default: DocumentSchema.document
    }
  }
}
