// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import Markup
import SystemConcurrency
import Testing

@testable import StyleSheets

#if HTML
  /// A document with its styles.
  struct Styled {
    let styled: StyledTree

    init(
      _ source: String, viewport: Size = Size(width: 800, height: 600),
      load: StyleSheet.Loader = { _ in nil }, change: (inout MediaEnvironment) -> Void = { _ in }
    ) throws {
      let tree = try MarkupTree(source)
      var environment = MediaEnvironment(viewport: viewport)
      change(&environment)
      let sheets = try StyleSheet.sheets(of: tree, load: load)
      styled = try Cascade(author: sheets, environment: environment).styled(tree)
    }

    /// The node of an identifier.
    func node(_ id: String) throws -> Int {
      try #require(styled.tree.nodes.indices.first { styled.tree.attribute("id", of: $0) == id })
    }

    /// The style of the element of an identifier.
    subscript(id: String) -> ComputedStyle {
      get throws { styled[try node(id)] }
    }

    var notes: [String] { styled.notes.map(\.description) }
  }

  extension ComputedStyle {
    /// The style of an element with some declarations.
    static func of(_ declarations: String, in parent: String = "") throws -> ComputedStyle {
      let styled = try Styled(
        "<!doctype html><div style='\(parent)'><p id=a style='\(declarations)'>")
      #expect(styled.notes.isEmpty)
      return try styled["a"]
    }
  }
#endif
