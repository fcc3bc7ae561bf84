// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import TextTestSupport

@testable import StyledDocuments

/// Documents of tests.
enum DocumentText {
  /// The folder of the pictures.
  static let folder = Checkout.path + "/Tests/5-Scenes/LayerScenesTests/Scenes"

  /// A reader of documents whose pictures lie in a folder.
  ///
  /// - Parameter root: The folder outside which no file is read; `nil` for no bound.
  static func reader(
    folder: String = folder, root: String? = nil, isStrict: Bool = false
  ) -> StyledDocumentReader {
    StyledDocumentReader(files: DocumentFiles(folder: folder, root: root), isStrict: isStrict)
  }
}
