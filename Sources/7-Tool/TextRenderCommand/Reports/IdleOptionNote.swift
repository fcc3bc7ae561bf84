// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import DocumentPictures
internal import StyledDocuments
internal import TextModel
internal import TextTypesetting

/// Notes about options that had no effect.
enum IdleOptionNote {
  /// Notes options that need another option.
  static func write(
    _ arguments: Arguments, _ document: StyledDocument, to console: CommandConsole
  ) {
    for (option, condition) in idle(arguments, document) where arguments.contains(option) {
      console.note("\(option.typed): it has no effect \(condition)")
    }
  }

  /// The options without an effect, with the reason.
  private static func idle(
    _ arguments: Arguments, _ document: StyledDocument
  ) -> [(CommandOption, String)] {
    var idle: [(CommandOption, String)] = []
    if document.maximumLines == 0 { idle.append((.ellipsis, "without --max-lines")) }
    let isVertical = document.writingMode.isVertical
    if !document.isBroken {
      let bound: CommandOption = isVertical ? .height : .width
      let wrapping: [CommandOption] = [.lineBreak, .wordBreak, .overflowWrap, .columns]
      for option in wrapping { idle.append((option, "without \(bound.typed)")) }
      if document.style.alignment == .justify { idle.append((.align, "without \(bound.typed)")) }
    }
    if !isVertical {
      let turning: [CommandOption] = [.textOrientation, .textCombine]
      for option in turning { idle.append((option, "in horizontal lines")) }
    }
    if arguments.command != .render {
      let painting: [CommandOption] = [.color, .underline, .strikethrough]
      for option in painting { idle.append((option, "on a layout, only on a picture")) }
    }
    if !arguments.contains(.noSystemFonts) {
      idle.append((.defaultFonts, "without --no-system-fonts: the fonts are searched anyway"))
    }
    if arguments.contains(.origin) {
      idle.append((.padding, "with --origin"))
    } else {
      idle.append((.anchor, "without --origin"))
    }
    return idle
  }

  /// Notes options that have no effect with `--format svg-picture`.
  static func writeWithoutPixels(_ arguments: Arguments, to console: CommandConsole) {
    if arguments.contains(.gridFitting) {
      console.note("--grid-fitting has no effect on outlines, only on pixels")
    }
  }

  /// Notes the parts of a picture that `--format svg` leaves out.
  static func writeLeftOut(
    of layout: TextLayout, _ arguments: Arguments, to console: CommandConsole
  ) {
    var kinds = OutlineSVG.leftOut(of: layout)
    let ignored: [CommandOption] = [
      .background, .scale, .padding, .canvas, .origin, .anchor, .fitInk, .gridFitting,
    ]
    kinds += ignored.filter(arguments.contains).map(\.typed)
    if kinds.isEmpty { return }
    console.note(
      "--format svg holds outlines alone, without \(kinds.joined(separator: ", ")); "
        + "--format svg-picture, or -o FILE.svg without --format, draws all")
  }
}
