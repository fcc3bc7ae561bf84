// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import Testing
import TextModel
import TextTypesetting

@testable import StyledDocuments

/// Directions, shapes, exclusions and columns of documents.
struct DocumentContainerTests {
  private func document(_ members: String) throws -> StyledDocument {
    var reader = DocumentText.reader()
    let document = try reader.document(from: Array(#"{"text":"a",\#(members)}"#.utf8))
    #expect(reader.unknownKeys.isEmpty && reader.notes.isEmpty, "\(members)")
    return document
  }

  @Test("The container has what the document says; lengths in em are those of its style")
  func container() throws {
    let container = try document(
      #"""
      "writingMode":"vertical-lr","width":"10em","height":300,"maximumScale":2.5,
      "shape":{"ellipse":[1,2,30,40],"rule":"evenodd"},
      "exclusions":[{"circle":[10,20,5],"margin":"0.5em"},{"path":"M0 0H9V9Z"}],
      "columns":{"count":3,"gap":"2em","balance":true},"style":{"size":20}
      """#
    ).container()
    var expected = TextContainer(width: 200, height: 300, truncation: .none, ellipsis: "")
    expected.writingMode = .verticalLR
    expected.maximumScale = 2.5
    expected.shape = .path(
      Path(ellipseIn: Rect(x: 1, y: 2, width: 30, height: 40)), rule: .evenOdd)
    var triangle = Path()
    triangle.move(to: .zero)
    triangle.addLine(to: Point(x: 9, y: 0))
    triangle.addLine(to: Point(x: 9, y: 9))
    triangle.closeSubpath()
    expected.exclusions = [
      Exclusion(Path(ellipseIn: Rect(x: 5, y: 15, width: 10, height: 10)), margin: 10),
      Exclusion(triangle),
    ]
    expected.columns = TextColumns(count: 3, gap: 40, isBalanced: true)
    #expect(container == expected)
  }

  @Test("A document that says nothing of them has the container that it had")
  func defaults() throws {
    let container = try document(#""width":200"#).container()
    #expect(container == TextContainer(width: 200, truncation: .none, ellipsis: ""))
    #expect(try document(#""shape":null,"columns":null,"exclusions":[]"#).container().width == nil)
  }

  @Test(
    "A shape is path data or one of the shapes of layers",
    arguments: [
      (#""M0 0H8V8H0Z""#, Path(rect: Rect(x: 0, y: 0, width: 8, height: 8)).bounds),
      (#"{"path":"M1 0H8V8H0Z"}"#, Rect(x: 0, y: 0, width: 8, height: 8)),
      (#"{"circle":[10,20,5]}"#, Rect(x: 5, y: 15, width: 10, height: 10)),
      (#"{"ellipse":[1,2,3,4]}"#, Rect(x: 1, y: 2, width: 3, height: 4)),
      (#"{"rect":[1,2,3,4]}"#, Rect(x: 1, y: 2, width: 3, height: 4)),
      (
        #"{"roundedRect":[1,2,30,40,5],"corners":["topLeft"]}"#,
        Rect(x: 1, y: 2, width: 30, height: 40)
      ),
    ])
  func shapes(_ json: String, _ bounds: Rect) throws {
    guard case .path(let path, let rule) = try document(#""shape":\#(json)"#).shape else {
      Issue.record("no path")
      return
    }
    #expect(path.bounds == bounds && rule == .nonZero)
  }

  @Test("A number of columns has the gap of CSS: 1em")
  func columns() throws {
    let columns = try document(#""columns":2,"style":{"size":24}"#).container().columns
    #expect(columns == TextColumns(count: 2, gap: 24))
  }

  @Test("Combined text: words, the words of CSS, and an object")
  func combinedText() throws {
    let values: [(String, TextCombine)] = [
      (#""none""#, .none), (#""all""#, .all), (#""digits""#, .digits(2)),
      (#""digits 3""#, .digits(3)), (#"{"digits":4}"#, .digits(4)),
    ]
    for (json, expected) in values {
      let text = try document(#""style":{"textCombine":\#(json),"size":9}"#).attributedText()
      #expect(text.shaping.value(at: 0).textCombine == expected, "\(json)")
    }
    // A span that changes something else keeps both.
    let spans = try document(
      #""style":{"textCombine":"all","textOrientation":"upright"},"#
        + #""spans":[{"start":0,"end":1,"style":{"size":30}}]"#
    ).attributedText().shaping.value(at: 0)
    #expect(spans.size == 30 && spans.textCombine == .all && spans.textOrientation == .upright)
  }

  @Test("Damaged path data is used as far as it goes, with a note")
  func damagedPaths() throws {
    var line = Path()
    line.move(to: .zero)
    line.addLine(to: Point(x: 10, y: 10))
    var reader = DocumentText.reader()
    let document = try reader.document(
      from: Array(#"{"text":"a","shape":"M0 0 L10 10 L?"}"#.utf8))
    #expect(document.shape == .path(line))
    #expect(reader.notes.count == 1 && reader.notes[0].hasPrefix("shape: the path data ends"))
  }

  @Test("Beyond the limits nothing is read")
  func limits() throws {
    let areas = [String](repeating: #"{"rect":[0,0,1,1]}"#, count: 10_001).joined(separator: ",")
    for json in [
      #"{"text":"a","exclusions":[\#(areas)]}"#, #"{"text":"a","columns":1001}"#,
      #"{"text":"a","columns":{"count":1001}}"#,
    ] {
      var reader = DocumentText.reader()
      #expect {
        try reader.document(from: Array(json.utf8))
      } throws: {
        ($0 as? DocumentError)?.code == .tooLarge && ($0 as? DocumentError)?.offset != nil
      }
    }
  }

  @Test("The words of CSS and of other libraries are known as such")
  func hints() throws {
    var reader = DocumentText.reader()
    _ = try reader.document(
      from: Array(
        #"""
        {"text":"a","writing-mode":"vertical-rl","columnCount":2,"shape-inside":"","maxScale":2,
        "exclusionPaths":[],"shape":{"rect":[0,0,1,1],"fillRule":"nonzero"},
        "columns":{"count":2,"column-gap":3},
        "style":{"text-combine-upright":"all","orientation":"upright"}}
        """#.utf8))
    #expect(
      reader.unknownKeys.map(\.hint) == [
        "writingMode", "columns", "shape", "maximumScale", "exclusions", "rule", "gap",
        "textCombine", "textOrientation",
      ])
  }

  @Test(
    "Wrong values are errors with the key and its offset",
    arguments: [
      (#"{"text":"a","maximumScale":0.5}"#, "maximumScale", 27),
      (#"{"text":"a","maximumScale":65}"#, "maximumScale", 27),
      (#"{"text":"a","writingMode":"vertical"}"#, "writingMode", 26),
      (#"{"text":"a","shape":7}"#, "shape", 20),
      (#"{"text":"a","shape":{}}"#, "shape", 20),
      (#"{"text":"a","shape":{"rule":"evenodd"}}"#, "shape", 20),
      (#"{"text":"a","shape":{"circle":[1,2,3],"rect":[1,2,3,4]}}"#, "shape", 20),
      (#"{"text":"a","shape":{"circle":[1,2]}}"#, "shape.circle", 30),
      (#"{"text":"a","shape":{"path":"M0 0","rule":"odd"}}"#, "shape.rule", 42),
      (
        #"{"text":"a","shape":{"corners":["left"],"roundedRect":[0,0,1,1,1]}}"#, "shape.corners[0]",
        32
      ),
      (#"{"text":"a","exclusions":{}}"#, "exclusions", 25),
      (#"{"text":"a","exclusions":["M0 0"]}"#, "exclusions[0]", 26),
      (#"{"text":"a","exclusions":[{"rect":[0,0,9,9]},{"margin":2}]}"#, "exclusions[1]", 45),
      (#"{"text":"a","exclusions":[{"rect":[0,0,9,9],"margin":-1}]}"#, "exclusions[0].margin", 53),
      (#"{"text":"a","columns":0}"#, "columns", 22),
      (#"{"text":"a","columns":1.5}"#, "columns", 22),
      (#"{"text":"a","columns":true}"#, "columns", 22),
      (#"{"text":"a","columns":{"count":0}}"#, "columns.count", 31),
      (#"{"text":"a","columns":{"gap":3}}"#, "columns", 22),
      (#"{"text":"a","columns":{"count":2,"gap":-1}}"#, "columns.gap", 39),
      (#"{"text":"a","style":{"textOrientation":"turned"}}"#, "style.textOrientation", 39),
      (#"{"text":"a","style":{"textCombine":"digits 5"}}"#, "style.textCombine", 35),
      (#"{"text":"a","style":{"textCombine":2}}"#, "style.textCombine", 35),
      (#"{"text":"a","style":{"textCombine":{}}}"#, "style.textCombine", 35),
      (#"{"text":"a","style":{"textCombine":{"digits":1}}}"#, "style.textCombine.digits", 45),
    ])
  func wrongValues(_ json: String, _ path: String, _ offset: Int) throws {
    var reader = DocumentText.reader()
    #expect {
      try reader.document(from: Array(json.utf8))
    } throws: {
      guard let error = $0 as? DocumentError else { return false }
      return error.code == .malformed && error.keyPath == path && error.offset == offset
    }
  }
}
