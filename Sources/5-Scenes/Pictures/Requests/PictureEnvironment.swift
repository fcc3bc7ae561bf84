// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasGeometry
package import DocumentJSON
package import ImageCodecs
package import LayerScenes
internal import SystemConcurrency
package import SystemLanes

/// What an entry point adds to a request: the places of files and fonts, the lanes that help to
/// draw, and the bound of the memory.
package struct PictureEnvironment: Sendable {
  /// How documents and scenes are read. Scale, time and strictness come from the request, and so
  /// does the root of files where this has none.
  package var reading: SceneOptions
  /// The lanes that help to draw a scene of several bands; `nil` for the calling thread alone.
  package var lanes: RenderLanes?
  /// Admits memory before it is taken; `nil` for no bound.
  package var admission: (any PictureAdmission)?
  /// How the entry point calls an option, in notes and errors.
  package var name: @Sendable (PictureOption) -> String
  /// How the entry point calls a document, in errors about the whole of it.
  package var documentName = "document"
  /// How the entry point calls a format, in notes.
  package var formatName: @Sendable (PictureFormat) -> String = { $0.rawValue }

  package init(
    _ reading: SceneOptions, lanes: RenderLanes? = nil, admission: (any PictureAdmission)? = nil,
    name: @escaping @Sendable (PictureOption) -> String = { $0.rawValue }
  ) {
    (self.reading, self.lanes, self.admission, self.name) = (reading, lanes, admission, name)
  }

  var cancellation: Cancellation { reading.cancellation }
}

/// The memory that a picture needs at one step.
package enum PictureCost: Sendable {
  /// The layers, boxes and spans of a document or a scene.
  case parts(JSONObject)
  /// A text of so many UTF-16 units that is laid out.
  case text(Int)
  /// The pixels of a picture.
  case pixels(PixelSize, PictureFormat, isScene: Bool)
  /// The outlines of the paths of a scene, in bytes, while it is drawn.
  case paths(Int)
  /// The bytes of a result.
  case result(Int, String)
}

/// Admits the memory of pictures, before it is taken.
package protocol PictureAdmission: Sendable {
  /// Takes memory.
  ///
  /// - Throws: The refusal of the entry point.
  func take(_ cost: PictureCost) throws
  /// Gives memory back that is free again.
  func give(_ cost: PictureCost)
}
