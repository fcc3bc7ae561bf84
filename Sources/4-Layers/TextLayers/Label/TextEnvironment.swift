// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry
import TextModel

/// Settings that change how a text is shown, but not the text itself: appearance, text size,
/// language.
///
/// ```swift
/// label.environment = TextEnvironment(
///   textScale: 1.25, language: "de", colors: [.black: .white, link: lightLink])
/// ```
public struct TextEnvironment: Hashable, Codable, Sendable {
  /// The factor of all lengths in the text: font sizes, spacings, indents and attachments; 1
  /// changes nothing.
  ///
  /// A factor that is not finite or not above 0 counts as 1.
  public var textScale: Double
  /// The language of text that has none, as a BCP 47 tag.
  public var language: String
  /// Replacements of colours, for example in a dark appearance: a colour of the styles that is a
  /// key is shown as its value.
  public var colors: [Color: Color]

  /// Creates an environment; without arguments, one that changes nothing.
  public init(textScale: Double = 1, language: String = "", colors: [Color: Color] = [:]) {
    self.textScale = textScale
    self.language = language
    self.colors = colors
  }

  /// An environment that changes nothing.
  public static let standard = TextEnvironment()

  private var isStandard: Bool { factor == 1 && language.isEmpty && colors.isEmpty }

  private var factor: Double { textScale > 0 && textScale.isFinite ? textScale : 1 }

  /// The text as it is shown in the environment.
  ///
  /// - Complexity: O(length + runs) unless nothing changes.
  func applied(to text: AttributedText) -> AttributedText {
    if isStandard { return text }
    var result = factor == 1 ? text : text.scaled(by: factor)
    if !language.isEmpty {
      result.updateShaping(result.range) { if $0.language.isEmpty { $0.language = language } }
    }
    if !colors.isEmpty {
      result.updatePaint(result.range) { $0.mapColors { colors[$0] ?? $0 } }
    }
    return result
  }
}
