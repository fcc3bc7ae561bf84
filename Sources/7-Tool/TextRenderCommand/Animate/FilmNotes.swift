// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import LayerCompositing
internal import SystemConcurrency

/// Collects the notes of the frames of a film, each once. The result does not depend on the order
/// in which lanes draw the frames.
final class FilmNotes: Sendable {
  private struct Place: Comparable {
    let frame: Int
    let index: Int

    static func < (a: Place, b: Place) -> Bool { (a.frame, a.index) < (b.frame, b.index) }
  }

  /// The first frame that has each note, and the note's place in it.
  private let places = Mutex<[String: Place]>([:])

  /// Adds the notes of a frame.
  func add(_ notes: [FrameNote], of frame: Int) {
    places.withLock { places in
      for (index, note) in notes.enumerated() {
        let place = Place(frame: frame, index: index)
        let text = note.description
        places[text] = places[text].map { min($0, place) } ?? place
      }
    }
  }

  /// The notes in the order of the frames that have them first.
  var all: [String] {
    places.withLock { $0 }.sorted { $0.value < $1.value }.map(\.key)
  }
}
