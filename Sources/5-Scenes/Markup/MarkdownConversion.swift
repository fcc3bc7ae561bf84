// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Markdown
  internal import CMarkupCMark
  internal import Glibc
  internal import SystemConcurrency

  /// Markdown to HTML, by libcmark-gfm.
  ///
  /// The library renders HTML by the specification, and the reader of HTML reads what is HTML within
  /// Markdown anyway: a second maker of trees from the library's nodes would have to do both again.
  enum MarkdownConversion {
    /// What the HTML begins with: a page without a document type would be one in quirks mode.
    private static let head = Array("<!DOCTYPE html>\n".utf8)

    private static let registered: Void = cmarkdown_register()

    /// Whether a document with strikes is being converted.
    ///
    /// The library keeps the signs of extensions in one table of the process while it reads
    /// documents with them, and takes them out after each: two documents with strikes at a time would
    /// lose some.
    private static let isConvertingStrikes = Mutex(false)

    /// Converts a document.
    ///
    /// - Throws: ``MarkupError``, or `CancellationError`.
    static func html(
      of source: [UInt8], _ limits: MarkupLimits, _ cancellation: Cancellation
    ) throws -> [UInt8] {
      registered
      let strikes = source.contains(UInt8(ascii: "~"))
      if strikes { try waitForStrikes(cancellation) }
      defer { if strikes { isConvertingStrikes.withLock { $0 = false } } }
      var conversion = unsafe cmarkdown_conversion()
      unsafe conversion.left = limits.memory
      unsafe conversion.seconds = limits.seconds
      // The HTML lives until `cmarkdown_end`, and the bytes as long as this scope.
      return try unsafe withUnsafePointer(to: cancellation) { context in
        if !cancellation.isNever {
          unsafe conversion.is_cancelled = Cancellation.poll
          unsafe conversion.context = UnsafeRawPointer(context)
        }
        defer { unsafe cmarkdown_end(&conversion) }
        return try unsafe source.withUnsafeBytes { buffer in
          guard let start = buffer.baseAddress else { return head }
          unsafe cmarkdown_begin(
            &conversion, start.assumingMemoryBound(to: CChar.self), buffer.count, strikes)
          switch unsafe conversion.outcome {
          case CMARKDOWN_CANCELLED: throw CancellationError()
          case CMARKDOWN_MEMORY:
            throw MarkupError(
              code: .outOfMemory,
              description: "The blocks of the document need more than \(limits.memory >> 20) MiB.",
              language: .markdown)
          case CMARKDOWN_TIME:
            throw MarkupError(
              code: .tooSlow,
              description: "The document takes more than \(limits.seconds) seconds to read.",
              language: .markdown)
          default: break
          }
          let html = unsafe UnsafeRawBufferPointer(
            start: conversion.html, count: conversion.count)
          return unsafe head + html
        }
      }
    }

    /// Waits until no other document with strikes is converted, in steps of a millisecond.
    private static func waitForStrikes(_ cancellation: Cancellation) throws {
      while true {
        let isFree = isConvertingStrikes.withLock { isBusy in
          defer { isBusy = true }
          return !isBusy
        }
        if isFree { return }
        try cancellation.check()
        usleep(1000)
      }
    }
  }
#endif
