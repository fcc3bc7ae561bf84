// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import StyledDocuments
internal import VideoLayers

/// The film of a layer of a scene, read while frames are composed.
struct SceneFilm: Sendable {
  let key: DocumentKey
  #if Video
    let file: VideoFile

    /// A note about damaged frames so far, or about a film that cannot be read; `nil` if all is
    /// well.
    var note: String? {
      if let error = file.lastError {
        return key.note("a frame of the film is missing: \(error.message)")
      }
      if file.damagedFrameCount > 0 {
        return key.note("the film has damaged frames, in whose place the ones before them stay")
      }
      return nil
    }
  #else
    var note: String? { nil }
  #endif
}
