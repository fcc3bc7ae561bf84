// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import SystemConcurrency

extension Hyphenator {
  /// The hyphenation of a language that texts have without a dictionary of their own: the embedded
  /// one, or, for a language that has none, the system's.
  ///
  /// Any thread may call it; the first call for a language reads it.
  ///
  /// - Parameters:
  ///   - language: A BCP 47 tag, such as `de-AT`.
  ///   - cancellation: Polled while it is read.
  /// - Throws: ``HyphenationError``, with `notInstalled` if there is none, or `CancellationError`.
  public static func `default`(
    for language: String, cancellation: Cancellation = .never
  ) throws -> Hyphenator {
    try embedded(language: language, cancellation: cancellation)
      ?? system(language: language, cancellation: cancellation)
  }

  /// The hyphenation of a language as ``default(for:cancellation:)`` gives it; `nil` if there is
  /// none or it cannot be read, so that words are not divided.
  ///
  /// - Throws: `CancellationError`.
  package static func available(
    language: String, _ cancellation: Cancellation
  ) throws -> Hyphenator? {
    do {
      return try EmbeddedDictionaries.shared.dictionary(of: language, cancellation)
        ?? SystemDictionaries.shared.dictionary(of: language, cancellation)
    } catch let error as CancellationError {
      throw error
    } catch {
      return nil
    }
  }
}
