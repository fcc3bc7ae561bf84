// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import StyledDocuments
internal import TextAnalysis
internal import TextShaping

extension CommandOption {
  /// The options of results, boundaries, batches and storms, and those of all commands.
  static let results: [CommandOption] = [
    compare, tolerance, explain, schema, man, kind, locale, dictionary,
    jobs, into, maximumCount, maximumSize, inline, resume, checkpoint, fail, failAfter, layers,
    requests, lanes, seconds, seed, mix, scenario, images, tiles, json, output, help,
  ]

  static let compare = CommandOption(
    "compare", .file, .scene, .result,
    "compare with a PNG; if a pixel differs: exit status 1, and the result is the difference")
  static let tolerance = CommandOption(
    "tolerance", .integer, .scene, .result,
    "the difference of a channel, 0 to 255, that --compare accepts (default 0)")
  static let explain = CommandOption(
    "explain", nil, [.paragraphs, .scene], .result,
    "report on standard error which font drew each part, and why")
  static let schema = CommandOption(
    "schema", nil, [.render, .layout, .hit, .scene, .animate, .batch, .segment, .help], .result,
    "print the JSON schema of documents, or of the lines that are read")
  static let man = CommandOption(
    "man", nil, .help, .result, "print the manual page: textrender help --man | man -l -")
  static let kind = CommandOption(
    "kind", .words("KIND", SegmentKind.self), .segment, .segment,
    "the boundaries to find: lines by Unicode \(LibraryVersions.unicodeOfLines), the rest by ICU's")
  static let locale = CommandOption(
    "locale", .language, .segment, .segment, "the locale of the rules, BCP 47 (default: root)")
  static let dictionary = CommandOption(
    "dictionary", .file, .segment, .segment,
    "hyph_*.dic, for --kind hyphen (default: the locale's, embedded or the system's)")
  static let jobs = CommandOption(
    "jobs", .integer, .batch, .batch,
    "the number of commands run at a time (default: the number of cores)")
  static let into = CommandOption(
    "into", .folder, .batch, .batch,
    "write pictures of documents and scenes into it, or into shards if it is named as set-%05d.tar")
  static let maximumCount = CommandOption(
    "maxcount", .integer, .batch, .batch, "the most samples of a shard (default 100000)")
  static let maximumSize = CommandOption(
    "maxsize", .integer, .batch, .batch, "the most bytes of a shard (default 3000000000)")
  static let inline = CommandOption(
    "inline", nil, .batch, .batch,
    "put pictures of documents and scenes into the replies, as base64")
  static let resume = CommandOption(
    "resume", nil, .batch, .batch,
    "draw no PNG again that is there and whole, and go on from --checkpoint")
  static let checkpoint = CommandOption(
    "checkpoint", .file, .batch, .batch,
    "record in this file, every 5 seconds and at the end, how far the input is answered")
  static let fail = CommandOption(
    "fail", nil, .batch, .batch, "answer all requests, and end with status 3 if some of them failed"
  )
  static let failAfter = CommandOption(
    "fail-after", ValueForm("LIMIT", forms: "a number of requests, 100, or a share, 1%"), .batch,
    .batch, "read no further, and end with status 3, once more requests than this have failed")
  package static let layers = CommandOption(
    "layers", .integer, .stress, .stress, "the number of layers (default 500)")
  package static let requests = CommandOption(
    "requests", .integer, [.stress, .serve], .stress,
    "the number of display requests (default 20000)")
  package static let lanes = CommandOption(
    "lanes", .integer, .stress, .stress, "the number of render lanes (default: the number of cores)"
  )
  package static let seconds = CommandOption(
    "seconds", .number, .stress, .stress, "end the storm after this time")
  package static let seed = CommandOption(
    "seed", .integer, .stress, .stress, "the same seed makes the same requests (default 1)")
  package static let mix = CommandOption(
    "mix", ValueForm("LIST", forms: "display:40,text:20,drop:1"), .stress, .stress,
    "the actions with their weights: display:40,text:20,drop:1")
  package static let scenario = CommandOption(
    "scenario", ValueForm("LIST", words: StressScenario.allCases.map(\.rawValue)), .stress, .stress,
    "the scenarios to run (default all)")
  package static let images = CommandOption(
    "images", nil, [.stress, .serve], .stress,
    "only the scenario images: 10000 labels with late pictures, 100000 requests")
  package static let tiles = CommandOption(
    "tiles", nil, .stress, .stress,
    "only the scenario tiles: 100 layers of tiles that come late, 100000 requests")
  package static let json = CommandOption(
    "json", nil, .stress, .result, "write one JSON object instead of a table")
  package static let output = CommandOption(
    "output", .file,
    [
      .render, .layout, .hit, .shape, .scene, .html, .animate, .segment, .batch, .fonts,
      .stress,
      .versions, .completions, .help,
    ], .result, "write the result to a file instead of standard output")
  static let help = CommandOption("help", nil, .all, .result, "explain the command")
}
