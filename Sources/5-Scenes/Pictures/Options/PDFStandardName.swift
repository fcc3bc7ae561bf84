// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import PDFPictures
internal import TextModel

/// The names of the standards of PDF that a file can follow: one, or both.
enum PDFStandardName: String, CaseIterable, Keyword {
  case archive = "a-2u"
  case accessible = "ua-1"
  case both = "a-2u+ua-1"

  var standards: Set<PDFWriter.Standard> {
    switch self {
    case .archive: [.archive]
    case .accessible: [.accessible]
    case .both: [.archive, .accessible]
    }
  }
}
