// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import BoxTrees
import FoundationEssentials
import Testing

@testable import DocumentJSON
@testable import LayerScenes
@testable import StyledDocuments

/// The member `layout`: its values, and what is said of wrong ones.
struct BoxReaderTests {
  private func read(_ json: String) throws -> (layout: BoxLayout, item: BoxItem) {
    var reader = SceneReader(SceneOptions(isStrict: true))
    let (object, _) = try JSONReader.object(of: Array(json.utf8), depth: 9)
    return try reader.box(object, DocumentKey("layout"))
  }

  private func error(_ json: String) throws -> DocumentError {
    do {
      _ = try read(json)
    } catch let error as DocumentError {
      return error
    }
    Issue.record("nothing was thrown for \(json)")
    return DocumentError(.failed, nil, "nothing")
  }

  @Test func theDefaultsAreCSSs() throws {
    let (layout, item) = try read("{}")
    #expect(layout == BoxLayout() && item == BoxItem())
    #expect(try read(#"{"width":null}"#).item == BoxItem())
  }

  /// What people write who know CSS.
  @Test func nearMissesAreUnderstood() throws {
    let (layout, item) = try read(
      #"{"justify-content":"space-between","padding":"8px 12px","flex":1,"gap":"4px 6px","#
        + #""max-width":"none","margin":"0 auto","overflow":"hidden visible"}"#)
    #expect(layout.justifyContent == .spaceBetween)
    #expect(layout.padding == BoxSides(vertical: 8, horizontal: 12))
    #expect((layout.rowGap, layout.columnGap) == (4, 6))
    #expect((layout.overflowX, layout.overflowY) == (.hidden, .visible))
    #expect((item.flexGrow, item.flexShrink, item.flexBasis) == (1, 1, .length(0)))
    #expect(item.maxWidth == .auto && item.margin == BoxSides(vertical: 0, horizontal: .auto))
  }

  @Test(arguments: [
    ("1", 1.0, 1.0, BoxItem.FlexBasis.length(0)), ("\"auto\"", 1, 1, .length(.auto)),
    ("\"none\"", 0, 0, .length(.auto)), ("\"initial\"", 0, 1, .length(.auto)),
    ("\"2 0 30px\"", 2, 0, .length(30)), ("\"2 10%\"", 2, 1, .length(.percent(10))),
    ("[3, 2]", 3, 2, .length(0)), ("\"content\"", 1, 1, .content), ("\"0 0 0\"", 0, 0, .length(0)),
  ])
  func flexInOneWord(
    _ value: String, _ grow: Double, _ shrink: Double, _ basis: BoxItem.FlexBasis
  ) throws {
    let item = try read("{\"flex\":\(value)}").item
    #expect((item.flexGrow, item.flexShrink, item.flexBasis) == (grow, shrink, basis))
  }

  @Test func oneSideCountsMoreThanAllWhateverTheOrder() throws {
    let (layout, item) = try read(
      #"{"marginLeft":3,"margin":[1,2],"paddingTop":"5%","padding":4,"bottom":7,"inset":1,"#
        + #""columnGap":9,"gap":2,"gridRowEnd":"span 2","gridRow":3,"flexGrow":5,"flex":1}"#)
    #expect(item.margin == BoxSides(top: 1, right: 2, bottom: 1, left: 3))
    #expect(layout.padding == BoxSides(top: .percent(5), right: 4, bottom: 4, left: 4))
    #expect(item.inset == BoxSides(top: 1, right: 1, bottom: 7, left: 1))
    #expect((layout.rowGap, layout.columnGap) == (2, 9))
    #expect(item.gridRow == GridPlacement(.line(3), .span(2)) && item.flexGrow == 5)
  }

  @Test func tracks() throws {
    func columns(_ value: String) throws -> GridTemplate {
      try read("{\"gridTemplateColumns\":\(value)}").layout.gridTemplateColumns
    }
    let all: [GridTrack] = [
      .points(120), .fr(1), .percent(20), .auto, GridTrack(.minContent),
      .minmax(.points(10), .fraction(2)), GridTrack(.fitContent(.points(100))),
    ]
    let words =
      #""1fr","20%","auto","min-content","minmax(10, 2fr)","fit-content(100px)""#
    #expect(try columns("[120,\(words)]").tracks == all)
    #expect(
      try columns(#""120px 1fr 20% auto min-content minmax( 10px , 2fr ) fit-content(100)""#)
        .tracks == all)
    #expect(
      try columns(#""repeat(2, 10 1fr) 5""#).tracks
        == [10, 1, 10, 1, 5].enumerated().map {
          $0.offset % 2 == 1 && $0.offset < 4 ? .fr($0.element) : .points($0.element)
        })
    let filled = try columns(#"[5,"repeat(auto-fit, minmax(40, 1fr))",6]"#)
    #expect(filled.tracks == [.points(5), .points(6)])
    #expect(
      filled.repeating
        == GridTemplate.Repeating(
          [.minmax(.points(40), .fraction(1))], position: 1, collapsesEmpty: true))
    #expect(try columns(#""none""#) == GridTemplate())
    // The greatest size below the least one is no error, as in CSS.
    #expect(try columns(#"["minmax(90, 10)"]"#).tracks == [.minmax(.points(90), .points(10))])
  }

  @Test func alignments() throws {
    func items(_ value: String) throws -> BoxAlignment {
      try read("{\"alignItems\":\"\(value)\"}").layout.alignItems
    }
    #expect(try items("first baseline") == .baseline && items("baseline") == .baseline)
    #expect(try items("last baseline") == BoxAlignment(.lastBaseline))
    #expect(try items("safe center") == BoxAlignment(.center, isSafe: true))
    let unsafe = try items("unsafe end")
    #expect(unsafe.position == .end && unsafe.isUnsafe && !unsafe.isSafe)
    for position in BoxAlignment.Position.allCases {
      #expect(try items(position.keyword) == BoxAlignment(position))
    }
  }

  /// CSS Values 4, §5.8: a ratio of which a side is 0 is degenerate, and acts as `auto`.
  @Test(arguments: ["0", "\"auto\"", "\"0 / 3\"", "\"3 / 0\"", "\"0 / 0\""])
  func ratiosWithoutASide(_ ratio: String) throws {
    #expect(try read("{\"aspectRatio\":\(ratio)}").item.aspectRatio == nil)
  }

  @Test(arguments: [
    (#"{"justifyContent":"centre"}"#, "layout.justifyContent", "did you mean center?"),
    (#"{"display":"inline"}"#, "layout.display", "flex, grid, block, none"),
    (#"{"width":"12em"}"#, "layout.width", "write 120, \"50%\""),
    (#"{"width":-1}"#, "layout.width", "at least 0"),
    (#"{"padding":[1,-2]}"#, "layout.padding[1]", "at least 0"),
    (#"{"padding":"auto"}"#, "layout.padding", "write 12"),
    (#"{"margin":[1,2,3,4,5]}"#, "layout.margin", "not 5"),
    (#"{"margin":"max-content"}"#, "layout.margin", "write 12"),
    (#"{"flexGrow":-1}"#, "layout.flexGrow", "below 0"),
    (#"{"flex":"1 2 3 4"}"#, "layout.flex", "write 1"),
    (#"{"flex":"wide"}"#, "layout.flex", "write 120"),
    (#"{"aspectRatio":-1}"#, "layout.aspectRatio", "not below 0"),
    (#"{"aspectRatio":"1/-2"}"#, "layout.aspectRatio", "not below 0"),
    (#"{"order":1.5}"#, "layout.order", "whole"),
    (#"{"gridRow":0}"#, "layout.gridRow", "counted from 1"),
    (#"{"gridRow":"span 0"}"#, "layout.gridRow", "write 2"),
    (#"{"gridColumn":"1 / 2 / 3"}"#, "layout.gridColumn", "write 2"),
    (#"{"gridColumn":"main"}"#, "layout.gridColumn", "write 2"),
    (#"{"gridTemplateRows":["1fr","minmax(1fr, 2)"]}"#, "layout.gridTemplateRows[1]", "least size"),
    (#"{"gridTemplateRows":"repeat(2, 1fr"}"#, "layout.gridTemplateRows", "write [120"),
    (#"{"gridTemplateRows":[-5]}"#, "layout.gridTemplateRows[0]", "-5 is not possible"),
    (#"{"gridTemplateRows":"[main] 1fr"}"#, "layout.gridTemplateRows", "write [120"),
    (#"{"gridAutoRows":"repeat(auto-fill, 10)"}"#, "layout.gridAutoRows", "of a template only"),
    (#"{"overflow":"clip"}"#, "layout.overflow", "write hidden"),
    (#"{"left":true}"#, "layout.left", "a number or a string is wanted"),
    (#"{"width":1e999}"#, "layout.width", "too large"),
  ])
  func wrongValuesNameTheKey(_ json: String, _ path: String, _ message: String) throws {
    let error = try error(json)
    #expect(error.keyPath == path && error.message.contains(message), "\(error)")
    #expect(error.code == .malformed && error.offset != nil)
  }

  @Test(arguments: [
    #"{"gridTemplateRows":"repeat(1000000, 1fr)"}"#,
    #"{"gridTemplateRows":"repeat(9000, 1fr) repeat(9000, 1fr)"}"#,
    #"{"gridTemplateRows":"repeat(5001, 1fr 2fr)"}"#,
  ])
  func tooManyTracksAreRefused(_ json: String) throws {
    let error = try error(json)
    #expect(error.code == .tooLarge && error.message.contains("10000 tracks"))
  }

  @Test(arguments: [
    (#"{"flexflow":"row"}"#, "flexDirection"), (#"{"place-items":"center"}"#, "alignItems"),
    (#"{"justifycontent":"center"}"#, "justifyContent"), (#"{"spacing":3}"#, "gap"),
    (#"{"widht":3}"#, "width"),
  ])
  func unknownKeysGetAHint(_ json: String, _ hint: String) throws {
    let error = try error(json)
    #expect(
      error.code == .unknownKey && error.message.contains("did you mean \(hint)?"), "\(error)")
  }

  @Test func keysOfBoxesBesideLayoutGetAHint() throws {
    let scene = try SceneText.read(#"{"size":[9,9],"layers":[{"flex-direction":"column"}]}"#)
    #expect(scene.notes.contains { $0.contains("did you mean layout.flexDirection?") })
  }

  @Test func boxesThatLieTooDeepAreRefused() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: #"{"layout":{},"sublayers":["#, count: depth)
        + String(repeating: "]}", count: depth)
    }
    func scene(_ layers: String) -> String { #"{"size":[9,9],"layers":[\#(layers)]}"# }
    _ = try SceneText.read(scene(nested(200)))
    do {
      _ = try SceneText.read(scene(nested(300)))
      Issue.record("nothing was thrown")
    } catch let error as DocumentError {
      #expect(error.code == .tooLarge)
    }
    // A million rows that items cover.
    let item = #"{"layout":{"gridRow":"1 / span 9000"}}"#
    let grid =
      #"{"layout":{"display":"grid"},"sublayers":["#
      + Array(repeating: item, count: 200).joined(separator: ",") + "]}"
    do {
      _ = try SceneText.read(scene("{}," + grid))
      Issue.record("nothing was thrown")
    } catch let error as DocumentError {
      #expect(error.code == .tooLarge && error.keyPath == "layers[1]", "\(error)")
    }
  }
}
