// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import FoundationEssentials
import TextDefaultFonts

/// A small piece of a workload: what is made ready, and what is counted.
struct Slice {
  let name: String
  /// Makes ready, warms up, and gives the work that is counted; its result depends on all of it.
  let prepare: (Texts) throws -> () -> Int

  @MainActor static let all: [Slice] = [
    Slice(name: "labels-layout") { texts in
      let labels = Sample.labels(texts)
      let warm = try labels.warm()
      return { warm + labels.layOut() }
    },
    drawing("labels-draw", Sample.labels),
    Slice(name: "labels-draw-alpha8") { texts in
      let labels = Sample.labels(texts)
      _ = try labels.warm()
      let layouts = labels.layouts()
      _ = labels.draw(layouts, format: .alpha8)
      return { labels.draw(layouts, format: .alpha8) }
    },
    Slice(name: "labels-new-words") { texts in
      _ = try Sample.labels(texts).warm()
      let strangers = Sample.newWords(texts)
      return { strangers.layOut() }
    },
    Slice(name: "labels-attributed-string") { texts in
      let labels = Sample.labels(texts)
      _ = try labels.warm()
      let strings = labels.items.map { AttributedString($0.text) }
      return { strings.reduce(0) { $0 + AttributedText($1).length } }
    },
    layingOut("cells-layout", Sample.cells),
    drawing("cells-draw", Sample.cells),
    showing("cells-with-letter", { Sample.cells($0).inserting { $0.append("x", style: $1) } }),
    showing(
      "cells-with-icon",
      { texts in
        let icon = Sample.icon()
        return Sample.cells(texts).inserting { $0.append(icon, style: $1) }
      }),
    Slice(name: "cells-press-link") { texts in
      let cells = Sample.cells(texts).linking()
      _ = try cells.warm()
      let layouts = cells.layouts()
      return { cells.draw(layouts.map(Sample.pressed)) }
    },
    Slice(name: "cells-hit-test") { texts in
      let cells = Sample.cells(texts).linking()
      let layouts = cells.layouts()
      return { layouts.reduce(0) { $0 + Sample.hits($1) } }
    },
    layingOut("multilingual-layout", Sample.multilingual),
    drawing("multilingual-draw", Sample.multilingual),
    Slice(name: "document-first-layout") { texts in
      _ = try Sample.labels(texts).warm()
      let document = Sample.document(texts)
      return { document.layOut() }
    },
    Slice(name: "document-layout-again") { texts in
      let document = Sample.document(texts)
      _ = document.layOut()
      return { document.layOut() }
    },
    Slice(name: "document-first-tile") { texts in
      _ = try Sample.labels(texts).warm()
      let item = Sample.document(texts).items[0]
      return { Sample.firstTile(of: item) }
    },
    Slice(name: "document-tile") { texts in
      let item = Sample.document(texts).items[0]
      let layout = try TextLayout(item.text, in: item.container, fonts: .embedded)
      _ = Sample.tile(of: layout)
      return { Sample.tile(of: layout) }
    },
    Slice(name: "relayout") { texts in
      var texts = texts
      let text = AttributedText(texts.sentence(of: 2000), style: TextStyle(size: 14))
      let shaped = try ShapedText(text, fonts: .embedded)
      func lines(_ width: Int) -> Int {
        let layout = try? TextLayout(shaped, in: TextContainer(width: Double(width)))
        return layout?.lines.count ?? 0
      }
      _ = lines(300)
      return { (0..<40).reduce(0) { $0 + lines(200 + 10 * $1) } }
    },
    Slice(name: "headlines-cold") { texts in
      let headlines = Sample.headlines(texts)
      for item in headlines.items.prefix(2) {
        var small = item
        small.text.updateShaping(small.text.range) { $0.size = 20 }
        _ = try small.draw(try small.layout())
      }
      return { headlines.draw(headlines.layouts()) }
    },
    Slice(name: "scene-read") { _ in
      let json = Reading.boxes(1000)
      _ = Reading.layers(of: json)
      return { Reading.layers(of: json) }
    },
    Slice(name: "documents-read") { texts in
      let documents = Reading.labels(200, texts)
      _ = Reading.spans(of: documents)
      return { Reading.spans(of: documents) }
    },
    Slice(name: "png") { texts in
      let cells = Sample.cells(texts)
      let pictures = try cells.items.prefix(4).map { try $0.draw(try $0.layout()) }
      func encode() -> Int { pictures.reduce(0) { $0 + ((try? $1.pngData().count) ?? 0) } }
      _ = encode()
      return encode
    },
  ]

  /// Layout of a sample whose words and glyphs are known.
  private static func layingOut(
    _ name: String, _ make: @escaping (Texts) -> Sample
  ) -> Slice {
    Slice(name: name) { texts in
      let sample = make(texts)
      _ = try sample.warm()
      return { sample.layOut() }
    }
  }

  /// Layout and drawing of a sample whose words and glyphs are known.
  private static func showing(
    _ name: String, _ make: @escaping (Texts) -> Sample
  ) -> Slice {
    Slice(name: name) { texts in
      let sample = make(texts)
      _ = try sample.warm()
      return { sample.draw(sample.layouts()) }
    }
  }

  /// Drawing of a sample that was drawn before.
  private static func drawing(_ name: String, _ make: @escaping (Texts) -> Sample) -> Slice {
    Slice(name: name) { texts in
      let sample = make(texts)
      _ = try sample.warm()
      let layouts = sample.layouts()
      return { sample.draw(layouts) }
    }
  }
}
