// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import StyledDocuments

extension CommandOption {
  /// The definition of an option of `serve` alone.
  var serviceDefinition: Definition {
    let folder = ValueForm("DIR", forms: "a folder")
    switch self {
    case .host:
      return Definition(
        ValueForm("ADDRESS", forms: "127.0.0.1"), .serve, .serve,
        "the address to listen at (default 127.0.0.1; 0.0.0.0 for all)")
    case .hostName:
      return Definition(
        .text, .serve, .serve,
        "names by which clients may call the server at a loopback address, with commas between them"
      )
    case .allowOrigin:
      return Definition(
        .text, .serve, .serve,
        "origins, as https://example.com, of pages whose scripts may use the answers, with commas "
          + "between them; * for all")
    case .maxAge:
      return Definition(
        .integer, .serve, .serve,
        "how long caches may use a picture with an address without asking, in seconds "
          + "(default 3600)")
    case .fonts:
      return Definition(
        folder, .serve, .serve,
        "the folder of font files, for documents that name them or their families")
    case .templates:
      return Definition(
        folder, .serve, .serve,
        "the folder of scenes that are drawn by name, with other texts and pictures")
    case .keys:
      return Definition(
        ValueForm("FILE", forms: "a file"), .serve, .serve,
        "the file of keys, one of which every request needs then")
    case .systemFonts:
      return Definition(
        nil, .serve, .serve,
        "search the host's fonts, too, for characters that no other font has")
    case .logLevel:
      return Definition(
        .words("LEVEL", ["debug", "info", "notice", "warning", "error"]), .serve, .serve,
        "the least level of the log on standard error; info has a line a request (default notice)")
    default: return limitDefinition
    }
  }

  /// The definition of a limit of `serve`.
  private var limitDefinition: Definition {
    let (form, summary): (ValueForm, String) =
      switch self {
      case .cache: (.number, "keep finished pictures, up to so many MiB (default 0: none)")
      case .memory:
        (
          .number,
          "the memory that all requests together may take, in MiB (default 256); beyond it 503"
        )
      case .documents:
        (.number, "the memory of documents that are kept for their tiles, in MiB (default 64)")
      case .bodyLimit:
        (.number, "the longest body or line of a batch, in MiB (default 2); beyond it 413")
      case .pixelLimit:
        (.integer, "the most pixels of a picture (default 16777216); beyond them 413")
      case .timeLimit:
        (.number, "the longest time to an answer, in seconds (default 30); beyond it 504")
      case .threads: (.integer, "the threads for connections; pictures have lanes (default 1)")
      case .connections: (.integer, "the most connections at a time (default 16384)")
      case .headTimeout:
        (.number, "the longest time for the first head of a connection, in seconds (default 10)")
      case .idleTimeout:
        (.number, "the longest time between two requests of a connection, in seconds (default 75)")
      case .bodyTimeout:
        (
          .number,
          "the longest time for a body, of a batch between two parts, in seconds (default 30)"
        )
      case .sendTimeout:
        (
          .number,
          "the longest time for sending an answer, of a batch between two parts, in seconds "
            + "(default 30)"
        )
      case .slowestRate:
        (
          .number,
          "--send-timeout grows by a second for each so many bytes of an answer (default 32768)"
        )
      case .drainDelay:
        (.number, "at the end, go on for so many seconds while /health/ready is 503 (default 0)")
      default:
        (.number, "at the end, wait so many seconds for what is under way (default 30)")
      }
    return Definition(form, .serve, .limits, summary)
  }
}
