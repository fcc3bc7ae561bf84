// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import BoxTrees
internal import CanvasDrawing
internal import DocumentJSON
internal import ImageCodecs
internal import Markup
internal import StyledDocuments
internal import TextFonts

/// The reason why there is no picture. Exit statuses, HTTP statuses and the statuses of the C
/// library are made from its code.
///
/// A cancelled drawing throws `CancellationError` instead.
package struct PictureError: Error, Hashable, CustomStringConvertible {
  /// The kind of failure.
  package enum Code: String, CaseIterable, Sendable {
    /// JSON is not valid, a key is missing, or a value is not of its form.
    case malformed
    /// A key is not known.
    case unknownKey
    /// A value, a kind of layer or a format that this build or this entry point does not have.
    case unsupported
    /// A named file cannot be read, or lies outside the folder `imageRoot`.
    case unreadable
    /// A text, a picture or a number of layers is over a limit.
    case tooLarge
    /// There is no font at all.
    case noFonts
    /// There is no memory for the pixels.
    case outOfMemory
    /// A text cannot be laid out, or a layer cannot be drawn; the message says why.
    case failed
    /// The engine failed; the message is for developers.
    case engine
  }

  package let code: Code
  /// The key, the option or the file that the failure is about; `nil` if it is about the whole
  /// request.
  package let subject: String?
  /// The offset of the value in the JSON, in bytes; `nil` if the failure has no place in the JSON.
  package var offset: Int?
  /// A sentence for the user.
  package let message: String

  package init(_ code: Code, _ subject: String? = nil, offset: Int? = nil, _ message: String) {
    (self.code, self.subject, self.offset, self.message) = (code, subject, offset, message)
  }

  /// Converts the error of another module; `nil` for `CancellationError`.
  package init?(_ error: any Error) {
    switch error {
    case let error as PictureError: self = error
    case is CancellationError: return nil
    case let error as DocumentError:
      if error.code == .cancelled { return nil }
      self.init(Self.code(of: error), error.keyPath, offset: error.offset, error.message)
    case let error as JSONError: self.init(DocumentError(error))
    case let error as GraphicsError where error.code == .tooLarge || error.code == .badSize:
      self.init(.tooLarge, nil, error.message)
    case let error as GraphicsError where error.code == .allocationFailed:
      self.init(.outOfMemory, nil, error.message)
    case let error as ImageError where error.code == .unknownFormat:
      self.init(.unsupported, nil, error.message)
    case let error as MarkupError:
      self.init(
        error.code == .unavailable ? .unsupported : .tooLarge, error.language.rawValue,
        error.description)
    case let error as BoxLayoutError: self.init(.tooLarge, "html", error.description)
    case let error as FontError: self.init(Self.code(of: error), error.file, error.message)
    default: self.init(.engine, nil, String(describing: error))
    }
  }

  private static func code(of error: DocumentError) -> Code {
    switch error.code {
    case .malformed: .malformed
    case .unknownKey: .unknownKey
    case .unsupported: .unsupported
    case .unreadable: .unreadable
    case .tooLarge: .tooLarge
    default: .failed
    }
  }

  private static func code(of error: FontError) -> Code {
    switch error.code {
    case .tooLarge: .tooLarge
    case .noFonts: .noFonts
    case .outOfMemory: .outOfMemory
    default: .unreadable
    }
  }

  /// The subject and the message.
  package var description: String { subject.map { "\($0): \(message)" } ?? message }
}
