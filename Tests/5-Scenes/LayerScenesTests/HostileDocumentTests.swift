// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import Testing
import TextTestSupport

@testable import LayerScenes
@testable import StyledDocuments

/// Documents whose bytes are damaged are read, or refused with an error of documents.
struct HostileDocumentTests {
  /// A document with every key.
  static let whole = #"""
    {"text":"See \uFFFC, this link,\nann@example.org and \uFFFC 😀 more","systemFonts":false,
     "width":120,"height":70,"insets":[4,4,4,4],"verticalAlign":"middle",
     "trim":"cap alphabetic","minimumScale":0.8,
     "writingMode":"horizontal-tb","maximumScale":2,"shape":{"roundedRect":[0,0,120,70,9],
       "corners":["topLeft"],"rule":"evenodd"},
     "exclusions":[{"circle":[100,60,5],"margin":"0.1em"},{"path":"M0 60h5v5z"}],
     "columns":{"count":1,"gap":3,"balance":false},
     "maxLines":3,"ellipsis":"~","detect":["mail","url"],
     "truncation":{"mode":"middle","token":{"text":"… more","style":{"color":"red"},
       "spans":[{"start":0,"end":2,"style":{"size":9}}],"links":[{"start":0,"end":3,"url":"m"}]}},
     "attachments":[{"at":4,"reserved":"a","size":[20,12],"margins":[1,2,3,4],"alignment":"top",
       "contentMode":"fill","plainText":"p","wrap":"surround","side":"end"},
      {"at":38,"scene":{"frame":[0,0,9,9],"backgroundColor":"red"},"scale":2}],
     "spans":[{"start":0,"end":3,"style":{"size":12},"ruby":{"text":"r","position":"under",
       "align":"start","overhang":"none","scale":0.4}}],
     "links":[{"start":7,"end":16,"url":"x:y","highlight":{"background":"red","cornerRadius":2}}],
     "style":{"size":14,"alignLast":"justify","justify":{"spaces":0.5,"gaps":0.2,"letters":0.1,"kashida":true,
       "shrink":false,"strict":true},"lineHeight":{"min":9,"max":20},
       "textOrientation":"mixed","autospace":"normal","wrap":false,"hangingPunctuation":["first"],
       "textCombine":{"digits":2},"emphasis":"open dot","scriptPosition":"subscript",
       "strut":{"size":20,"family":["Noto Sans"],"weight":700,"forced":true},
       "list":{"marker":"decimal","text":"-","prefix":"(","suffix":")","level":1,"start":3,
        "gap":4,"indent":20},
       "background":{"color":"#eee","cornerRadius":3,"insets":[1,1,1,1],
       "extent":"block","joinsLines":true},"border":{"width":1,"style":"dashed"},
      "stroke":{"width":0.5,"color":"blue"},"caps":"small-caps","textTransform":"capitalize",
      "capsSynthesis":true,"fill":{"gradient":{"colors":["red",null],"type":"radial",
      "locations":[0,1],"startPoint":[0.5,0.5],"endPoint":[1,1]},"over":"run","tile":[4,4]},"shadows":[{"blur":2,"offset":[1,1],"inner":true}],
      "decorations":[{"line":"underline","style":"wavy","thickness":1,"offset":1,"skipInk":true}]}}
    """#

  /// Lays a document out and draws it, as small as a defect would need.
  private static func draw(_ bytes: [UInt8]) throws {
    var reader = StyledDocumentReader()
    let document = try reader.document(from: bytes)
    let fonts = FontCollection(
      given: [], defaultFonts: DefaultFont.linked, includesSystemFonts: false)
    var container = try document.container()
    // What a mutated number asks for is another test's.
    container.width = min(container.width ?? 200, 200)
    let layout = try TextLayout(try document.attributedText(), in: container, fonts: fonts)
    _ = layout.item(at: Point(x: 20, y: 20), slop: 4)
    _ = layout.tokenRect
    for attachment in layout.attachments { #expect(attachment.rect.width.isFinite) }
    guard layout.size.height <= 2000 else { return }
    var canvas = try GraphicsContext(size: Size(width: 200, height: 100), scale: 1)
    try canvas.draw(layout, at: .zero)
  }

  @Test func theWholeDocumentIsRead() throws {
    try Self.draw(Array(Self.whole.utf8))
    var reader = StyledDocumentReader(options: SceneOptions(isStrict: true))
    _ = try reader.document(from: Array(Self.whole.utf8))
    #expect(reader.notes.isEmpty)
    // It has every key, so that mutations reach every reader.
    for key in DocumentMember.keys
    where !["language", "fonts", "defaultFonts", "spans"].contains(key) {
      #expect(Self.whole.contains("\"\(key)\":"), "\(key)")
    }
    for keys in [
      AttachmentMember.keys, LinkMember.keys, TruncationMember.keys, TokenMember.keys,
      BackgroundMember.keys, DecorationMember.keys, TextShadowMember.keys, StrokeMember.keys,
      FillMember.keys, GradientMember.keys,
      ColumnsMember.keys, TextCombineMember.keys, StrutMember.keys, ListMember.keys,
    ] {
      for key in keys where key != "image" { #expect(Self.whole.contains("\"\(key)\":"), "\(key)") }
    }
  }

  @Test(arguments: 0..<8)
  func mutatedBytes(_ seed: UInt64) throws {
    var chance = SeededGenerator(seed: seed)
    let source = Array(Self.whole.utf8)
    let likely = Array("\"{}[],:-0159eE.\\ntx".utf8)
    for _ in 0..<60 {
      var bytes = source
      for _ in 0..<Int.random(in: 1...6, using: &chance) {
        let place = Int.random(in: 0..<bytes.count, using: &chance)
        switch Int.random(in: 0..<4, using: &chance) {
        case 0: bytes.remove(at: place)
        case 1: bytes.insert(likely.randomElement(using: &chance)!, at: place)
        case 2: bytes[place] = UInt8.random(in: 0...255, using: &chance)
        default: bytes[place] = likely.randomElement(using: &chance)!
        }
      }
      do {
        try Self.draw(bytes)
      } catch let error as DocumentError {
        #expect(!error.message.isEmpty)
      } catch let error as GraphicsError {
        #expect(!error.message.isEmpty)
      }
    }
  }
}
