// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import LayerScenes

/// Scenes and documents as JSON, and what reads them: no picture is drawn.
enum Reading {
  /// A scene of plain boxes.
  static func boxes(_ count: Int) -> [UInt8] {
    let layers = (0..<count).map { i in
      let color = String(0x100000 + i * 7919 % 0xEFFFFF, radix: 16)
      return ##"{"frame":[\##(i % 100 * 10).5,\##(i / 100 * 10),8,8],"##
        + ##""backgroundColor":"#\##(color)","cornerRadius":2}"##
    }
    return Array(#"{"size":[1000,1000],"layers":[\#(layers.joined(separator: ","))]}"#.utf8)
  }

  /// Documents of a label each.
  static func labels(_ count: Int, _ texts: Texts) -> [[UInt8]] {
    var texts = texts
    return (0..<count).map { _ in
      let text = texts.sentence(of: 4).filter { $0 != "\"" && $0 != "\\" }
      let json =
        ##"{"text":"\##(text)","width":200,"style":{"size":13,"family":"Noto Sans","##
        + ##""color":"#203040"},"spans":[{"start":0,"end":2,"style":{"weight":700}}]}"##
      return Array(json.utf8)
    }
  }

  /// Reads a scene, and returns the number of its layers.
  static func layers(of json: [UInt8]) -> Int {
    (try? Scene(json: json))?.tree.root.sublayers.count ?? 0
  }

  /// Reads documents, and returns the number of their spans.
  static func spans(of documents: [[UInt8]]) -> Int {
    var count = 0
    for json in documents {
      var reader = StyledDocumentReader()
      count += (try? reader.document(from: json))?.spans.count ?? 0
    }
    return count
  }
}
