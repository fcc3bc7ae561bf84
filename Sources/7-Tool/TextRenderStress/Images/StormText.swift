// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncTextLayer
internal import CanvasGeometry
internal import TextLayers
internal import TextModel

/// A text of the image storm: a link, words, and pictures at known places.
struct StormText: Sendable {
  /// A picture of the text.
  struct Place: Sendable {
    let image: StormImage
    /// The size in points that the text gives; `nil` for the picture's own.
    let size: Size?
  }

  /// The size of a picture for which the text states one.
  private static let knownSize = Size(width: 20, height: 14)
  private static let words = ["Settings", "three unread", "a quick brown fox", "Köln", "ok"]

  let text: AttributedText
  /// The pictures by the offsets of their characters.
  private(set) var places: [Int: Place] = [:]

  /// Creates a text.
  ///
  /// - Parameters:
  ///   - images: The pictures, and whether the text states the size of each.
  ///   - word: A number that chooses the words.
  init(_ images: [(image: StormImage, isSizeKnown: Bool)], word: Int) {
    var style = TextStyle.default
    style.shaping.size = 12
    var text = AttributedText("tap ", style: style)
    text[link: TextRange(0, 3)] = TextLink(
      "https://example.org/\(word)", highlight: TextHighlight(background: .black, color: .white))
    for (index, (image, isSizeKnown)) in images.enumerated() {
      text.append(Self.words[(word + index) % Self.words.count] + " ", style: style)
      let size = isSizeKnown ? Self.knownSize : nil
      places[text.length] = Place(image: image, size: size)
      text.append(
        TextAttachment(
          .image(image.request, placeholder: StormImage.placeholder), size: size,
          contentMode: .fill, plainText: "picture"), style: style)
    }
    self.text = text
  }

  /// Creates a text with one to three pictures: half of them are among the first 64, which many
  /// texts share, the others among all.
  init(_ random: inout StressRandom, imageCount: Int) {
    let images = (0...random.below(3)).map { _ in
      let bound = random.below(2) == 0 ? min(64, imageCount) : imageCount
      return (image: StormImage(random.below(bound)), isSizeKnown: random.below(2) == 0)
    }
    self.init(images, word: random.below(1000))
  }

  /// The number of different pictures.
  var imageCount: Int { Set(places.values.map(\.image)).count }

  /// The number of different pictures whose sizes are known only when they are loaded.
  var lateSizeCount: Int {
    Set(places.values.filter { $0.size == nil }.map(\.image)).count
  }
}
