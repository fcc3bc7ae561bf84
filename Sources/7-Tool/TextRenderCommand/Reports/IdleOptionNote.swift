// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import StyledDocuments
internal import TextModel

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
    return idle
  }
}
