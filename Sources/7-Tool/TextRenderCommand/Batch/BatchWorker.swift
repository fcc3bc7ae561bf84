// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
internal import DocumentJSON
internal import ImageCodecs
internal import LayerScenes
internal import Pictures
internal import StyledDocuments
import SystemFiles
internal import TextFonts
import TextLayers

/// Answers requests of a batch. Any thread may use it.
struct BatchWorker: Sendable {
  /// The keyword of the PNG text chunk that lists the characters that no font has. The reply about
  /// a reused picture reads them from this chunk, so that it is the same as the first reply.
  private static let missingKeyword = "Missing characters"

  private let settings: BatchSettings
  private let names: RequestNames
  private let folder: ResultFolder
  private let filesystems: WrittenFilesystems?

  init(
    _ settings: BatchSettings, _ names: RequestNames, _ folder: ResultFolder,
    _ filesystems: WrittenFilesystems?
  ) {
    (self.settings, self.names) = (settings, names)
    (self.folder, self.filesystems) = (folder, filesystems)
  }

  /// - Parameter number: The number of the request in the input, from 0.
  func answer(_ line: LineReader.Line, number: Int) -> BatchAnswer {
    var id = Array("null".utf8)
    let streams = CapturedStreams(input: nil, filesystems)
    let request: BatchRequest
    do {
      guard case .text(let bytes) = line else {
        throw CommandError(
          .tooLarge, "the line", "has more than \(RequestQueue.lineLimit >> 20) MiB")
      }
      let (object, flaws) = try Self.object(of: bytes)
      // The id is read first, so that the reply to an invalid request has it.
      if let member = object.member(RequestMember.id.rawValue) {
        id = Array(String(decoding: bytes[member.bytes], as: UTF8.self).utf8)
      }
      request = try BatchRequest(object)
      for note in request.notes { streams.console.note(note) }
      flaws.note("the line", to: streams.console)
      DecodedText.reportLine(bytes, to: streams.console)
    } catch {
      return BatchAnswer(id: id, CommandError.wrapping(error), errors: "", hasOutput: true)
    }
    switch request.work {
    case .command(let arguments, let input):
      return run(arguments, input: input, id: id, notes: streams.captured.errors)
    case .picture(let line, let into):
      do throws(CommandError) {
        let picture = try self.picture(line, into: into, streams.console)
        let sample = try settings.shards.map { _ throws(CommandError) in
          ShardSample(
            number, in: try ResultFolder.subfolder(into), picture, id: id,
            text: ShardSample.text(of: line))
        }
        return BatchAnswer(
          id: id, picture, isInline: settings.isInline, errors: streams.captured.errors,
          sample: sample)
      } catch {
        return BatchAnswer(id: id, error, errors: streams.captured.errors, hasOutput: false)
      }
    }
  }

  private static func object(
    of line: [UInt8]
  ) throws(CommandError) -> (JSONObject, JSONFlaws) {
    do {
      // A request nests its scene one level deeper than a scene file does.
      return try JSONReader.object(of: line, depth: JSONLimits.sceneDepth + 1)
    } catch {
      throw .usage(nil, error.description)
    }
  }

  // MARK: - Commands

  private func run(
    _ arguments: [String], input: [UInt8]?, id: [UInt8], notes: String
  ) -> BatchAnswer {
    let streams = CapturedStreams(input: input, filesystems)
    let error = TextRenderTool().error(of: arguments, on: streams.console, inBatch: true)
    // The command does not say which fonts it used, so host fonts count as used.
    names.useSystemFonts()
    let (output, errors) = streams.captured
    if let error {
      return BatchAnswer(id: id, error, errors: notes + errors, hasOutput: true)
    }
    return BatchAnswer(id: id, output: output, errors: notes + errors)
  }

  // MARK: - Pictures

  private func picture(
    _ line: PictureLine, into: String?, _ console: CommandConsole
  ) throws(CommandError) -> BatchAnswer.Picture {
    var path: String?
    var isReusable = false
    let format = line.options.format ?? .png
    if settings.shards != nil {
      // Only a checkpoint asks which fonts and files the pictures of shards are made of.
      if settings.checkpoint != nil { _ = names.name(of: line) }
    } else if into != nil || settings.folder != nil {
      let name = names.name(of: line)
      path = try folder.path(of: name.text, ending: format.ending, into: into)
      // Only PNG has checksums that show whether a picture is whole, and room for a list of its
      // missing characters.
      isReusable = name.isReusable && settings.resumes && format == .png
    } else if !settings.isInline {
      throw .usage(
        RequestMember.into.rawValue,
        "is missing: a folder for the picture; or give \(CommandOption.into.typed), or "
          + "\(CommandOption.inline.typed)")
    }
    let request = line.request()
    if isReusable, let path, var found = existing(path) {
      // A later checkpoint relies on this picture, so it synchronizes the file system, too.
      try folder.keep(path)
      if line.options.tellsFrames {
        found.frames = try wrapping(line) { try request.open(in: Self.environment).frames() }
      }
      return found
    }
    let open = try wrapping(line) { try request.open(in: Self.environment) }
    for note in open.notes { console.note(note) }
    let drawn = try wrapping(line) { try open.draw() }
    var bytes = try wrapping(line) { try drawn.bytes() }
    for note in try wrapping(line, { try drawn.notes() }) { console.note(note) }
    let missing = drawn.missing.map(MissingCharacters.codePoint)
    if !missing.isEmpty, format == .png, settings.shards == nil {
      PNGChunks.add(missing.joined(separator: " "), keyword: Self.missingKeyword, to: &bytes)
    }
    if let path { try folder.write(bytes, to: path) }
    return BatchAnswer.Picture(
      path: path, bytes: bytes, format: format, hash: SHA256.hexadecimal(SHA256.digest(of: bytes)),
      size: [drawn.size.width, drawn.size.height], missing: missing, isReused: false,
      frames: drawn.frames)
  }

  /// The environment of all pictures: relative file names start at the current folder.
  private static var environment: PictureEnvironment {
    var reading = SceneOptions()
    reading.fonts = { try FontCache.shared.collection(for: $0) }
    return PictureEnvironment(reading)
  }

  /// Runs a body, and converts its errors to those of the line's contents.
  private func wrapping<R>(_ line: PictureLine, _ body: () throws -> R) throws(CommandError) -> R {
    try CommandError.wrapping(
      subject: line.member.name, body)
  }

  /// The PNG picture at a path; `nil` if there is none that is whole.
  private func existing(_ path: String) -> BatchAnswer.Picture? {
    guard let bytes = folder.contents(of: path), let file = PNGChunks(bytes) else { return nil }
    let missing = file.text(of: Self.missingKeyword)?.split(separator: " ").map(String.init) ?? []
    return BatchAnswer.Picture(
      path: path, bytes: bytes, format: .png, hash: SHA256.hexadecimal(SHA256.digest(of: bytes)),
      size: [file.size.width, file.size.height], missing: missing, isReused: true)
  }
}
