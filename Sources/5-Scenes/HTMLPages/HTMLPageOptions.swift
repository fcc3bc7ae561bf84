// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry
// Exported, since an option has a type of it.
@_exported public import Markup
internal import StyleSheets
internal import StyledDocuments
package import SystemConcurrency
public import TextFonts
internal import TextModel

/// The medium on which pages of HTML are shown, and the files that they may read.
public struct HTMLPageOptions: Sendable {
  /// The kind of medium, for `@media` (Media Queries 4, §2.3).
  public enum Medium: String, CaseIterable, Sendable {
    /// A screen.
    case screen
    /// Pages of paper.
    case print
  }

  /// The colours that the reader prefers, for `prefers-color-scheme` (Media Queries 5, §12.5).
  public enum ColorScheme: String, CaseIterable, Sendable {
    /// Dark text on a light page.
    case light
    /// Light text on a dark page.
    case dark
  }

  /// Device pixels per point.
  public var scale: Double
  /// The colour behind the page; `nil` for none.
  public var background: Color?
  /// The kind of medium.
  public var medium: Medium
  /// The colours that the reader prefers.
  public var colorScheme: ColorScheme
  /// The names of files with style sheets that come after those of the page.
  public var styleSheets: [String]
  /// The folder that names of files are relative to; empty for the current folder.
  public var folder: String
  /// The folder outside which no file is read; `nil` for no bound.
  public var imageRoot: String?
  /// The fonts that `font-family` chooses from; `nil` for the default fonts and those of the host.
  public var fonts: FontCollection?
  /// Whether anything that has no effect is an error.
  public var isStrict: Bool
  /// The paper on which the page is printed; `nil` for one picture without sheets.
  public var paper: Paper?
  /// Tells the parts of a block of code (`<pre><code>`) that are highlighted, each of which becomes an
  /// element with classes that a style sheet knows; `nil` leaves code as it is. The language is that
  /// of a class `language-…`, as Markdown has it, or empty. Called on the thread that reads.
  public var highlights: (@Sendable (_ code: String, _ language: String) -> [CodeHighlight])?
  /// Polled while a page is read, styled and laid out.
  package var cancellation = Cancellation.never
  /// Whether file names cannot be used to find out where ``imageRoot`` lies, and pictures cannot be
  /// `data:` URLs.
  package var hidesImageRoot = false

  /// Creates options for a page on a screen.
  public init(
    scale: Double = 1, background: Color? = nil, medium: Medium = .screen,
    colorScheme: ColorScheme = .light, styleSheets: [String] = [], folder: String = "",
    imageRoot: String? = nil, fonts: FontCollection? = nil, isStrict: Bool = false
  ) {
    (self.scale, self.background) = (scale, background)
    (self.medium, self.colorScheme) = (medium, colorScheme)
    (self.styleSheets, self.folder, self.imageRoot) = (styleSheets, folder, imageRoot)
    (self.fonts, self.isStrict) = (fonts, isStrict)
  }

  var files: DocumentFiles {
    DocumentFiles(
      folder: folder, root: imageRoot, isSealed: hidesImageRoot, cancellation: cancellation)
  }

  func environment(_ viewport: Size) -> MediaEnvironment {
    MediaEnvironment(
      viewport: viewport, scale: scale, medium: medium == .print ? .print : .screen,
      colorScheme: colorScheme == .dark ? .dark : .light)
  }
}

extension HTMLPageOptions.Medium: Keyword {}
extension HTMLPageOptions.ColorScheme: Keyword {}
