// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ImageCodecs
import Pictures
import StyledDocuments
import Testing

@testable import TextRenderCommand

/// The same request by each entry point: command line, line of a batch, HTTP with the document in
/// the body and in the address, line of an HTTP batch, and the C library. Python's functions, which
/// call the C library, have the same tests in *PythonTests/test_entry_points.py*.
@Suite struct EntryPointTests {
  private static let text = EntryContent.text("Aé x y")
  private static let document = document("Aé x y")
  private static let scene = scene("hé x")
  private static let page = EntryContent.page(
    "<!DOCTYPE html><p id=a style='margin: 4px; font: 16px Noto Sans'>Aé x <b>y</b></p>")
  private static let markdown = EntryContent.markdown("# Aé x **y**")
  #if Markdown
    private static let contents = [text, document, scene, page, markdown]
  #elseif HTML
    private static let contents = [text, document, scene, page]
  #else
    private static let contents = [text, document, scene]
  #endif

  private static func document(_ text: String, style: String = "") -> EntryContent {
    .document(
      #"{"text":"\#(text)","style":{"size":20\#(style)},"width":60,"systemFonts":false,"#
        + #""defaultFonts":true}"#)
  }

  private static func scene(_ text: String, layer: String = "") -> EntryContent {
    .scene(
      #"{"size":[40,30],"layers":[{"type":"text","frame":[5,5,20,20],"backgroundColor":"teal","#
        + #""string":"\#(text)"\#(layer)}]}"#)
  }

  /// No font has its character. Files of a batch have such characters in a chunk of their own.
  private static let missing = "h\u{10FFFD}"

  /// Values of an option; all that are not refused change some picture.
  private static func samples(_ option: PictureOption) -> [EntryOption] {
    switch option {
    case .format: (PictureFormat.builtWords + ["jpe", "bmp"]).map { EntryOption(option, $0) }
    case .quality: ["30", "101"].map { EntryOption(option, $0) }
    case .effort: ["2", "7"].map { EntryOption(option, $0) }
    case .scale:
      [
        EntryOption(option, "1.5"), EntryOption(option, json: #""150%""#, word: "150%"),
        EntryOption(option, "0"),
      ]
    case .padding: ["7", "-1"].map { EntryOption(option, $0) }
    case .background: ["rgb(9 9 9)", "none such"].map { EntryOption(option, $0) }
    case .canvas: ["50,40", "9000000,1"].map { EntryOption(option, $0) }
    case .origin: [EntryOption(option, "3,25")]
    case .anchor: [EntryOption(option, "middle")]
    case .dither: ["ordered", "x"].map { EntryOption(option, $0) }
    case .threshold: ["0.3", "2"].map { EntryOption(option, $0) }
    case .fitInk, .strict, .frames, .oneBit: [EntryOption(option, "true")]
    case .width, .height: ["70", "-1"].map { EntryOption(option, $0) }
    case .css: [EntryOption(option, "none.css")]
    case .paper: ["a5-landscape", "x"].map { EntryOption(option, $0) }
    case .standard: ["a-2u", "x"].map { EntryOption(option, $0) }
    case .media: ["print", "x"].map { EntryOption(option, $0) }
    case .colorScheme: ["dark", "x"].map { EntryOption(option, $0) }
    case .gridFitting: ["none", "x"].map { EntryOption(option, $0) }
    case .time: [EntryOption(option, "0.5")]
    case .imageRoot: [EntryOption(option, "/")]
    }
  }

  /// The options that stand beside an option so that it has an effect.
  private static func companions(_ option: PictureOption) -> [EntryOption] {
    switch option {
    case .origin: [EntryOption(.canvas, "50,40")]
    case .anchor: [EntryOption(.canvas, "50,40"), EntryOption(.origin, "20,25")]
    case .paper, .standard: [EntryOption(.format, "pdf")]
    case .dither, .threshold: [EntryOption(.oneBit, "true")]
    default: []
    }
  }

  // MARK: The matrix

  /// The entry points that refuse an option, or that give another result, and the reason.
  private static func exceptions(
    _ option: PictureOption, _ content: EntryContent
  ) -> [EntryPoint: String] {
    var exceptions: [EntryPoint: String] = [:]
    if !option.contents.contains(content.kind) {
      exceptions[.command] = "it names the command to which the option belongs"
    }
    switch option {
    case .format, .quality, .effort, .paper, .standard:
      exceptions[.library] = "pictures of the library are pixels"
    case .imageRoot:
      for point in [EntryPoint.post, .get, .serviceBatch] {
        exceptions[point] = "the service fixes the folder of pictures"
      }
      if content.isText { exceptions[.library] = "a text has no pictures" }
    case .frames:
      for point in [EntryPoint.post, .get] {
        exceptions[point] = "a picture alone has no room for frames"
      }
    default: break
    }
    return exceptions
  }

  private static func exceptions(
    _ options: [EntryOption], _ content: EntryContent
  ) -> [EntryPoint: String] {
    options.compactMap { PictureOption(rawValue: $0.name) }
      .reduce(into: [:]) { $0.merge(exceptions($1, content)) { first, _ in first } }
  }

  /// The entry points that may give the same.
  private static func points(
    _ content: EntryContent, _ options: [EntryOption]
  ) -> [EntryPoint] {
    let names = Set(options.map(\.name))
    return EntryPoint.allCases.filter { point in
      switch point {
      // The commands of texts have these options as properties of the document.
      case .command: content.kind == .html || names.isDisjoint(with: ["width", "height"])
      // An address has a document or a scene as JSON.
      case .get: content.kind != .html
      // The service reads style sheets from its folder of pictures.
      case .post, .serviceBatch: content.kind != .html || !names.contains("css")
      default: true
      }
    }
  }

  /// Each entry point gives the same bytes, the same notes once each, and the same frames; or
  /// refuses in the same sentence.
  ///
  /// - Parameter others: The entry points that refuse for a reason of their own; those of one reason
  ///   in the same sentence.
  private static func expectTheSame(
    _ content: EntryContent, _ options: [EntryOption] = [], lineMembers: String = "",
    at points: [EntryPoint]? = nil, except others: [EntryPoint: String] = [:]
  ) async throws -> EntryReply {
    var replies: [(point: EntryPoint, reply: EntryReply)] = []
    var refusals: [String: String] = [:]
    for point in points ?? Self.points(content, options) {
      let reply = try await point.reply(to: content, options, lineMembers: lineMembers)
      if let reason = others[point] {
        let refusal = try #require(
          reply.refusal, "\(point) does not refuse \(options): \(reason)")
        #expect(refusals[reason] ?? refusal == refusal, "\(point): \(reason)")
        refusals[reason] = refusal
      } else {
        replies.append((point, reply))
      }
    }
    let hasFrames = options.contains { $0.name == PictureOption.frames.rawValue }
    let first = try #require(replies.first { !hasFrames || $0.point != .command }).reply
    for (point, reply) in replies {
      let what = "\(point): \(content.testDescription) \(options.map(\.testDescription))"
      #expect(reply.refusal == first.refusal, "\(what)")
      #expect(Set(reply.notes).count == reply.notes.count, "\(what): \(reply.notes)")
      #expect(reply.frames == first.frames, "\(what)")
      // The command writes frames in place of a picture, and notes what other options would do.
      let isWithoutPicture = point == .command && hasFrames
      if !isWithoutPicture || options.count == 1 {
        #expect(reply.notes.sorted() == first.notes.sorted(), "\(what)")
      }
      if isWithoutPicture { continue }
      #expect(reply.bytes == first.bytes, "\(what)")
    }
    #expect((first.bytes == nil) == (first.refusal != nil))
    return first
  }

  @Test(arguments: PictureOption.allCases, contents)
  func eachOptionDoesTheSameEverywhere(
    _ option: PictureOption, _ content: EntryContent
  ) async throws {
    for sample in Self.samples(option) {
      let companions = content.kind == .document ? Self.companions(option) : []
      let reply = try await Self.expectTheSame(
        content, companions + [sample], except: Self.exceptions([sample], content))
      if let refusal = reply.refusal { #expect(refusal.hasPrefix("\(option): "), "\(refusal)") }
    }
  }

  @Test(
    arguments: [
      [EntryOption(.anchor, "middle")], [EntryOption(.origin, "3,25")],
      [EntryOption(.canvas, "50,40"), EntryOption(.anchor, "end")],
      [EntryOption(.canvas, "50,40"), EntryOption(.fitInk, "true")],
      [EntryOption(.canvas, "50,40"), EntryOption(.padding, "7")],
      [
        EntryOption(.canvas, "50,40"), EntryOption(.origin, "3,25"), EntryOption(.padding, "7"),
      ],
      [EntryOption(.canvas, "9000,1"), EntryOption(.scale, "2")],
      [EntryOption(.format, "png"), EntryOption(.quality, "30")],
      [EntryOption(.format, "png"), EntryOption(.effort, "2")],
      [EntryOption(.format, "svg"), EntryOption(.gridFitting, "none")],
      [EntryOption(.format, "svg-outlines"), EntryOption(.background, "teal")],
    ], contents)
  func pairsOfOptionsDoTheSameEverywhere(
    _ options: [EntryOption], _ content: EntryContent
  ) async throws {
    let reply = try await Self.expectTheSame(
      content, options, except: Self.exceptions(options, content))
    let isWrong = content.kind != .document || reply.refusal != nil || !reply.notes.isEmpty
    #expect(isWrong || options.map(\.name) == ["canvas", "padding"])
  }

  /// Each option before each other one. Of `frames` and `imageRoot` the service refuses both.
  @Test(arguments: PictureOption.allCases, contents)
  func twoOptionsDoTheSameEverywhere(
    _ option: PictureOption, _ content: EntryContent
  ) async throws {
    for other in PictureOption.allCases
    where other != option && Set([option, other]) != [.frames, .imageRoot] {
      let options = try [option, other].map { try #require(Self.samples($0).first) }
      _ = try await Self.expectTheSame(
        content, options, except: Self.exceptions(options, content))
    }
  }

  // MARK: Unknown keys

  /// Names that are not known are noted once; with `strict` they are refused.
  @Test(arguments: [false, true], contents)
  func misspeltOptionsAreTheSameEverywhere(
    _ isStrict: Bool, _ content: EntryContent
  ) async throws {
    let strict = isStrict ? [EntryOption(.strict, "true")] : []
    let reply = try await Self.expectTheSame(
      content, [EntryOption("scael", json: "2", word: "2")] + strict,
      except: [
        .command: "an unknown word of a command line may be the value of another",
        .get: "a misspelt parameter of an address would stay in caches",
        .post: "a misspelt parameter of an address would stay in caches",
      ])
    let told = reply.refusal ?? reply.notes.joined()
    #expect(told.contains("did you mean scale") && (reply.refusal != nil) == isStrict, "\(told)")
  }

  /// The same for members of lines, of which the C library and the batches have some.
  @Test(arguments: [false, true])
  func misspeltMembersOfLinesAreTheSameEverywhere(_ isStrict: Bool) async throws {
    for content in [Self.document, Self.scene] {
      let reply = try await Self.expectTheSame(
        content, isStrict ? [EntryOption(.strict, "true")] : [],
        lineMembers: #","optoins":{"scale":2}"#, at: [.batch, .serviceBatch, .library])
      let told = reply.refusal ?? reply.notes.joined()
      #expect(told.contains("did you mean options") && (reply.refusal != nil) == isStrict)
    }
  }

  /// The same for keys of styles and of layers. A command line has no JSON of the style of a text.
  @Test(
    arguments: [false, true],
    [
      EntryContent.text("Aé x", style: #""szie":3"#), document("Aé x", style: #","szie":3"#),
      scene("hé", layer: #","bordreWidth":3"#),
    ])
  func misspeltKeysAreTheSameEverywhere(_ isStrict: Bool, _ content: EntryContent) async throws {
    let reply = try await Self.expectTheSame(
      content, isStrict ? [EntryOption(.strict, "true")] : [],
      at: EntryPoint.allCases.filter { $0 != .command || !content.isText })
    let told = reply.refusal ?? reply.notes.joined()
    #expect(told.contains("did you mean") && (reply.refusal != nil) == isStrict, "\(told)")
  }

  // MARK: Formats

  /// A format that this build does not write is refused in one sentence, which differs in the
  /// entry point's name for the option and for formats alone.
  @Test(arguments: [PictureFormat.jpeg, .webp].filter { !$0.isBuilt })
  func aFormatThatIsNotBuiltIsRefusedAlike(_ format: PictureFormat) async throws {
    let reply = try await Self.expectTheSame(
      Self.document, [EntryOption(.format, format.rawValue)],
      except: [.library: "pictures of the library are pixels"])
    var refusals = [try #require(reply.refusal)]
    try ToolRun.withFolder { folder in
      let path = folder + "/a.png"
      let png = ToolRun("render", "--no-system-fonts", "--text", "a").output
      try Data(png).write(to: URL(filePath: path))
      let runs = [
        ToolRun("render", "--text", "a", "--format", format.rawValue),
        ToolRun("render", "--text", "a", "-o", "\(folder)/b.\(format.ending)"),
        ToolRun("tiles", path, "--format", format.rawValue),
        ToolRun("tiles", path, "--format", format.ending),
      ]
      for run in runs {
        #expect(run.status == 1)
        refusals.append(run.errors)
      }
    }
    for refusal in refusals {
      #expect(refusal.contains("this build writes png"), "\(refusal)")
      #expect(refusal.contains(", not \(format.name)"), "\(refusal)")
    }
  }

  /// A format is written with one ending: outlines are an SVG, raw pixels have their own name.
  @Test func filesOfABatchHaveTheEndingOfTheirFormat() throws {
    try ToolRun.withFolder { folder in
      for format in PictureFormat.allCases where format.isBuilt {
        let line =
          #"{"document":\#(Self.document.json),"options":{"format":"\#(format.rawValue)"}}"#
        let run = ToolRun(["batch", "--into", folder], input: Array((line + "\n").utf8))
        let name = try #require(try run.jsonLines().first?["name"] as? String)
        let endings: [PictureFormat: String] = [.jpeg: "jpg", .outlines: "svg"]
        #expect(name.hasSuffix("." + (endings[format] ?? format.rawValue)), "\(name)")
      }
    }
  }

  // MARK: Contents

  /// Contents without options are the same picture everywhere, with the same notes.
  @Test(arguments: [EntryContent.text(missing), document(missing), scene(missing)])
  func nothingIsTheSameEverywhere(_ content: EntryContent) async throws {
    let reply = try await Self.expectTheSame(content)
    #expect(try #require(reply.bytes).count > 100)
    #expect(reply.notes.count { $0.contains("U+10FFFD") } == 1, "\(reply.notes)")
  }

  /// What is wrong with the contents, or not shown as they say, is told alike.
  @Test(
    arguments: [
      EntryContent.document(#"{"text":"a","style":{"size":"x"},"systemFonts":false}"#),
      .document(#"{"width":30}"#), .document(#"{"text":3}"#),
      .document(#"{"text":"a","text":"b","systemFonts":false}"#),
      .document(#"{"text":"a","style":{"family":"No Such"},"systemFonts":false}"#),
      .document(
        #"{"text":"a￼","systemFonts":false,"attachments":[{"at":1,"image":"none.png"}]}"#),
      .document(#"{"text":"a","width":-3}"#), .document(#"{"text":"a","maxLines":"x"}"#),
      .document(#"{"text":"fjord","style":{"slant":"italic","size":50},"systemFonts":false}"#),
      .document(#"{"text":"a b c","style":{"size":500},"systemFonts":false,"width":1e9}"#),
      .scene(#"{"layers":[]}"#), .scene(#"{"size":[4,4],"layers":[{"type":"txt"}]}"#),
      .scene(#"{"size":[4,4],"layers":[{"frame":[0,0,1]}]}"#),
      .scene(#"{"size":[4,4],"size":[5,5],"layers":[]}"#),
      .scene(#"{"size":[4,4],"layers":[{"frame":[0,0,4,4],"contents":{"image":"none.png"}}]}"#),
      .scene(#"{"size":[400000,4],"layers":[]}"#), .scene(#"{"size":[20000,20000]}"#),
    ], [false, true])
  func contentsAreToldAlike(_ content: EntryContent, _ isStrict: Bool) async throws {
    _ = try await Self.expectTheSame(content, isStrict ? [EntryOption(.strict, "true")] : [])
  }

  #if HTML
    /// What of a page has no effect is told alike, and refused with `strict`.
    @Test(
      arguments: [
        EntryContent.page("<p style='colour: red'>x"), .page("<img src=none.png>x"),
        .page("<style>p { width: wide } q:sel() {} @foo;</style><p>x"),
        .page("<link rel=stylesheet href=none.css>x"), .page("x\u{10FFFD}"),
        .page("<p style='height: 90000px'>x"), .page(""),
      ], [false, true])
    func pagesAreToldAlike(_ content: EntryContent, _ isStrict: Bool) async throws {
      let reply = try await Self.expectTheSame(
        content, isStrict ? [EntryOption(.strict, "true")] : [])
      let isEmpty = content.body.isEmpty || content.body.hasPrefix("x")
      #expect(isEmpty || !(reply.notes + [reply.refusal].compactMap(\.self)).isEmpty)
    }
  #endif

  /// The service has its own fonts, and tells no path of its machine.
  @Test func fontsThatAreMissingAreToldAlike() async throws {
    let reason = "the service has its own fonts"
    let reply = try await Self.expectTheSame(
      .document(#"{"text":"a","fonts":["none.ttf"]}"#),
      except: [.post: reason, .get: reason, .serviceBatch: reason])
    #expect(reply.refusal?.hasPrefix("none.ttf: ") == true)
  }

  /// A JSON object without a name of its kind is a scene by its members, wherever it comes from.
  @Test func aSceneWithoutLayersIsAScene() async throws {
    _ = try await Self.expectTheSame(.scene(#"{"size":[40,30],"background":"teal"}"#))
  }

  /// Command lines call an option by its word, also where only drawing finds it wrong.
  @Test func aScaleThatIsTooSmallIsCalledByItsWord() {
    let scene = Array(#"{"size":[4,4],"layers":[]}"#.utf8)
    let runs = [
      ToolRun("render", "a", "--scale", "1e-9", "-o", "/dev/null"),
      ToolRun(["scene", "-", "--scale", "1e-9", "-o", "/dev/null"], input: scene),
    ]
    for run in runs {
      #expect(run.status == 2 && run.errors.hasPrefix("textrender: --scale: "), "\(run.errors)")
    }
  }

  /// Where places are written in place of a picture, what is for pictures alone is noted.
  @Test(arguments: [
    ("--quality", "30"), ("--effort", "2"), ("--format", "png"), ("--format", "svg"),
    ("--background", "teal"),
  ])
  func framesHaveNoPicture(_ option: String, _ value: String) {
    let scene = Array(#"{"size":[4,4],"layers":[]}"#.utf8)
    var runs = [ToolRun("render", "a", "--frames", option, value)]
    if option != "--background" {
      runs.append(ToolRun(["scene", "-", "--frames", option, value], input: scene))
    }
    let note = "\(option): it has no effect on places, only on a picture"
    for run in runs {
      #expect(run.status == 0 && run.errors == "textrender: note: \(note)\n", "\(run.errors)")
    }
  }
}
