// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A card of the gallery: a scene in which box layout places the layers, by their contents.
struct GalleryCard: Sendable {
  /// The name of the picture, without its ending.
  let name: String
  /// A sentence about the picture, for the documentation.
  let shows: String
  let json: [UInt8]

  /// The cards, which are compiled into the tool. The article "Cards without coordinates" explains
  /// them.
  static let all = [
    GalleryCard(
      name: "card-article",
      shows: "An article: a title of two lines between its site and its author.",
      json: PackageResources.article_json),
    GalleryCard(
      name: "card-quote", shows: "A quotation, as high as its words.",
      json: PackageResources.quote_json),
    GalleryCard(
      name: "card-product", shows: "A product: a badge in a corner, and prices on one baseline.",
      json: PackageResources.product_json),
    GalleryCard(
      name: "card-code", shows: "Code: a grid of line numbers and lines.",
      json: PackageResources.code_json),
    GalleryCard(
      name: "card-chart", shows: "The label of a chart: shares that grow, and a grid of amounts.",
      json: PackageResources.chart_json),
    GalleryCard(
      name: "card-event", shows: "An event in Arabic, from right to left.",
      json: PackageResources.event_json),
  ]
}
