// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import DocumentJSON

/// A document of the gallery, which shows one feature.
struct GalleryDocument: Sendable {
  /// The name of the picture, without its ending.
  let name: String
  /// A sentence about the picture, for the documentation.
  let shows: String
  let json: [UInt8]

  /// The files with documents, which are compiled into the tool. Each is an object of entries
  /// `"name":{"shows":"…","document":{…}}`.
  private static let files = [
    PackageResources.fonts_json, PackageResources.scripts_json, PackageResources.paragraphs_json,
    PackageResources.fitting_json, PackageResources.elements_json,
    PackageResources.decorations_json,
    PackageResources.effects_json, PackageResources.boxes_json, PackageResources.vertical_json,
    PackageResources.columns_json, PackageResources.bubble_json, PackageResources.around_json,
    PackageResources.lists_json,
  ]

  static func all() throws(CommandError) -> [GalleryDocument] {
    var documents: [GalleryDocument] = []
    for file in files {
      let entries: JSONObject
      do {
        entries = try JSONReader.object(of: file).object
      } catch {
        throw CommandError(.failed, "gallery", error.description)
      }
      for entry in entries.members {
        guard case .object(let parts) = entry.value, let document = parts.member("document"),
          case .string(let shows)? = parts["shows"]
        else { throw CommandError(.failed, entry.name, "is no entry of the gallery") }
        documents.append(
          GalleryDocument(name: entry.name, shows: shows, json: Array(file[document.bytes])))
      }
    }
    return documents
  }
}
