// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import DocumentJSON
internal import LayerCompositing
internal import StyledDocuments
internal import VideoLayers

extension SceneReader {
  /// Reads the film of a layer.
  ///
  /// - Parameter members: The members of the layer.
  mutating func player(
    _ members: LayerMembers, _ key: DocumentKey
  ) throws(DocumentError) -> NodeContents {
    #if Video
      var (rate, time, gravity) = (1.0, 0.0, VideoGravity.resizeAspect)
      if let member = members[.rate] { rate = try key.at(member).number(member.value) }
      if let member = members[.time] { time = try key.at(member).number(member.value) }
      if let member = members[.videoGravity] {
        gravity = try key.at(member).keyword(member.value)
      }
      guard let member = members[.video] else {
        throw key.error("its video is missing: the file of a film")
      }
      let place = key.at(member)
      let file = try files.film(try place.string(member.value), place)
      add(SceneFilm(key: place, file: file))
      var contents = VideoContents(file, time: time, rate: rate)
      contents.gravity = gravity
      return .vector(contents)
    #else
      return .none
    #endif
  }
}
