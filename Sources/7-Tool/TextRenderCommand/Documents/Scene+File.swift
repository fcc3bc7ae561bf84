// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import LayerScenes

extension Scene {
  /// Reads a scene from a file, and notes bytes that are not UTF-8.
  ///
  /// - Parameter file: The name of the file; - for standard input.
  init(
    file: String, _ options: SceneOptions, _ console: CommandConsole
  ) throws(CommandError) {
    let json = try DecodedText.json(file, console)
    do {
      self = try Scene(json: json, options: options)
    } catch {
      throw CommandError.wrapping(error, subject: file == "-" ? "standard input" : file)
    }
  }
}
