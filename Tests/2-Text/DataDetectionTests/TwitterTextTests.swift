// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import DataDetection
import FoundationEssentials
import Testing

/// The public cases of twitter-text for the extraction of URLs; `Cases/README.md` has source and
/// licence.
@Suite struct TwitterTextTests {
  private struct File: Decodable {
    var urls: [WordCase]
    var places: [PlaceCase]
    var directionalPlaces: [PlaceCase]
    var shortURLs: [WordCase]

    enum CodingKeys: String, CodingKey {
      case urls
      case places = "urls_with_indices"
      case directionalPlaces = "urls_with_directional_markers"
      case shortURLs = "tco_urls_with_params"
    }
  }

  private struct WordCase: Decodable {
    var description: String
    var text: String
    var expected: [String]
  }

  private struct PlaceCase: Decodable {
    struct Place: Decodable, Equatable {
      var url: String
      var start: Int
      var end: Int
    }
    var description: String
    var text: String
    var expected: [Place]
  }

  private static let file = Result {
    let path = #filePath.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
    let data = try Data(contentsOf: URL(filePath: path + "/Cases/twitter-text.json"))
    return try JSONDecoder().decode(File.self, from: data)
  }

  private let detector = LinkDetector(kinds: [.url])

  @Test func allURLsAreFound() throws {
    let file = try Self.file.get()
    let cases = file.urls + file.shortURLs
    #expect(cases.count == 92)
    for one in cases {
      #expect(detector.links(in: one.text).map(\.text) == one.expected, "\(one.description)")
    }
  }

  @Test func allPlacesAreRight() throws {
    let file = try Self.file.get()
    let cases = file.places + file.directionalPlaces
    #expect(cases.count == 12)
    for one in cases {
      let found = detector.links(in: one.text).map {
        PlaceCase.Place(url: $0.text, start: $0.range.start, end: $0.range.end)
      }
      #expect(found == one.expected, "\(one.description)")
    }
  }
}
