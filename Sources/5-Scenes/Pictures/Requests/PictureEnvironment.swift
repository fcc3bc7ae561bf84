// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasGeometry
package import DocumentJSON
package import ImageCodecs
package import LayerScenes
internal import SystemConcurrency
package import SystemLanes

/// The settings that an entry point adds to a request: the places of files and fonts, the lanes
/// that help to draw, and the bound of the memory.
package struct PictureEnvironment: Sendable {
  /// How documents and scenes are read. The request sets scale and time, may make reading strict,
  /// and sets `imageRoot` if it is `nil` here.
  package var reading: SceneOptions
  /// The lanes that help to draw a scene of several bands; `nil` for the calling thread alone.
  package var lanes: RenderLanes?
  /// Admits memory before it is taken; `nil` for no bound.
  package var admission: (any PictureAdmission)?
  /// The entry point's name for an option, in notes and errors.
  package var name: @Sendable (PictureOption) -> String
  /// The entry point's name for a document, in errors about the whole document.
  package var documentName = "document"
  /// The entry point's name for a format, in notes.
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
  case parts(JSONObject, isScene: Bool)
  /// The elements, styles and boxes of a page, with the length of its HTML in bytes.
  case page(Int)
  /// A text that is laid out, with its length in UTF-16 units.
  case text(Int)
  /// The pixels of a picture.
  case pixels(PixelSize, PictureFormat, isScene: Bool)
  /// The outlines of the paths of a scene, in bytes, while it is drawn.
  case paths(Int)
  /// The number of bytes of a result, and the result's name in the refusal.
  case result(Int, String)
}

/// Admits the memory of pictures, before it is taken.
package protocol PictureAdmission: Sendable {
  /// Takes memory.
  ///
  /// - Throws: The refusal of the entry point.
  func take(_ cost: PictureCost) throws
  /// Gives back memory that is no longer used.
  func give(_ cost: PictureCost)
}
