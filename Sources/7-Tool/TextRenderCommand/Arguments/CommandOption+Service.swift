// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import StyledDocuments

extension CommandOption {
  /// The options of `show` and `serve`.
  static let services: [CommandOption] = [
    port, listen, token, host, hostName, allowOrigin, maxAge, fonts, templates, keys, cache, memory,
    documents, bodyLimit, pixelLimit, timeLimit, threads, connections, headTimeout, idleTimeout,
    bodyTimeout, sendTimeout, slowestRate, drainDelay, drainLimit, systemFonts, logLevel, window,
    feed,
  ]

  static let port = CommandOption(
    "port", .integer, [.show, .serve], .show,
    "the port of the page, 1 to 65535 (default 0: any that is free)")
  static let listen = CommandOption(
    "listen", .address, .show, .show,
    "the address to listen at (default 127.0.0.1); any but a loopback one needs --token")
  static let token = CommandOption(
    "token", .text, .show, .show,
    "what viewers must know, as ?token= of the page; 16 characters or more")
  static let host = CommandOption(
    "host", .address, .serve, .serve,
    "the address to listen at (default 127.0.0.1; 0.0.0.0 for all)")
  static let hostName = CommandOption(
    "host-name", .text, .serve, .serve,
    "names by which clients may call the server at a loopback address, with commas between them")
  static let allowOrigin = CommandOption(
    "allow-origin", .text, .serve, .serve,
    "origins, as https://example.com, of pages whose scripts may use the answers, with commas between them; * for all"
  )
  static let maxAge = CommandOption(
    "max-age", .integer, .serve, .serve,
    "how long caches may use a picture with an address without asking, in seconds (default 3600)")
  static let fonts = CommandOption(
    "fonts", .folder, .serve, .serve,
    "the folder of font files, for documents that name them or their families")
  static let templates = CommandOption(
    "templates", .folder, .serve, .serve,
    "the folder of scenes that are drawn by name, with other texts and pictures")
  static let keys = CommandOption(
    "keys", ValueForm("FILE", forms: "a file"), .serve, .serve,
    "the file of keys, one of which every request needs then")
  static let cache = CommandOption(
    "cache", .number, .serve, .limits, "keep finished pictures, up to so many MiB (default 0: none)"
  )
  static let memory = CommandOption(
    "memory", .number, .serve, .limits,
    "the memory that all requests together may take, in MiB (default 256); beyond it 503")
  static let documents = CommandOption(
    "documents", .number, .serve, .limits,
    "the memory of documents that are kept for their tiles, in MiB (default 64)")
  static let bodyLimit = CommandOption(
    "body-limit", .number, .serve, .limits,
    "the longest body or line of a batch, in MiB (default 2); beyond it 413")
  static let pixelLimit = CommandOption(
    "pixel-limit", .integer, .serve, .limits,
    "the most pixels of a picture (default 16777216); beyond them 413")
  static let timeLimit = CommandOption(
    "time-limit", .number, .serve, .limits,
    "the longest time to an answer, in seconds (default 30); beyond it 504")
  static let threads = CommandOption(
    "threads", .integer, .serve, .limits,
    "the threads for connections; pictures have lanes (default 1)")
  static let connections = CommandOption(
    "connections", .integer, .serve, .limits, "the most connections at a time (default 16384)")
  static let headTimeout = CommandOption(
    "head-timeout", .number, .serve, .limits,
    "the longest time for the first head of a connection, in seconds (default 10)")
  static let idleTimeout = CommandOption(
    "idle-timeout", .number, .serve, .limits,
    "the longest time between two requests of a connection, in seconds (default 75)")
  static let bodyTimeout = CommandOption(
    "body-timeout", .number, .serve, .limits,
    "the longest time for a body, of a batch between two parts, in seconds (default 30)")
  static let sendTimeout = CommandOption(
    "send-timeout", .number, .serve, .limits,
    "the longest time for sending an answer, of a batch between two parts, in seconds (default 30)")
  static let slowestRate = CommandOption(
    "slowest-rate", .number, .serve, .limits,
    "--send-timeout grows by a second for each so many bytes of an answer (default 32768)")
  static let drainDelay = CommandOption(
    "drain-delay", .number, .serve, .limits,
    "at the end, go on for so many seconds while /health/ready is 503 (default 0)")
  static let drainLimit = CommandOption(
    "drain-limit", .number, .serve, .limits,
    "at the end, wait so many seconds for what is under way (default 30)")
  static let systemFonts = CommandOption(
    "system-fonts", nil, .serve, .serve,
    "search the host's fonts, too, for characters that no other font has")
  static let logLevel = CommandOption(
    "log-level", .words("LEVEL", ["debug", "info", "notice", "warning", "error"]), .serve, .serve,
    "the least level of the log on standard error; info has a line a request (default notice)")
  static let window = CommandOption(
    "window", nil, .show, .show, "show a window of the desktop instead of a page")
  static let feed = CommandOption(
    "feed", nil, .show, .show,
    "instead of a file, a feed of 10000 labels, with and without cancellation")
}
