// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry
public import SystemLanes

/// A request for an image.
///
/// Requests that differ only in their priority share one fetch and one bitmap.
public struct ImageRequest: Hashable, Sendable {
  /// A path or another name that the loader understands.
  public var name: String
  /// The resolution of the image, in pixels a point.
  public var scale: Double
  /// The most columns and rows of the bitmap. A larger image is reduced, and keeps its aspect
  /// ratio. `nil` for the image's own size.
  public var maximumSize: PixelSize?
  /// How soon the image is fetched and decoded, among others that wait.
  public var priority: LanePriority

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - name: A path or another name that the loader understands.
  ///   - scale: The resolution of the image, in pixels a point.
  ///   - maximumSize: The most columns and rows of the bitmap; sides below 1 count as 1.
  ///   - priority: How soon the image is fetched and decoded, among others that wait.
  public init(
    _ name: String, scale: Double = 1, maximumSize: PixelSize? = nil,
    priority: LanePriority = .visible
  ) {
    self.name = name
    self.scale = scale
    self.maximumSize = maximumSize
    self.priority = priority
  }

  /// The size in points of an image of this request.
  ///
  /// - Parameter pixels: The size of the bitmap, in pixels.
  package func size(ofPixels pixels: PixelSize) -> Size {
    Size(width: Double(pixels.width) / usedScale, height: Double(pixels.height) / usedScale)
  }

  /// The scale; 1 if it is not finite or not positive.
  private var usedScale: Double { scale.isFinite && scale > 0 ? scale : 1 }

  /// The request as a key, which is equal for all requests that share one bitmap. It is equal to
  /// itself even if the scale is not a number.
  var key: ImageRequest {
    var key = self
    key.priority = .visible
    key.scale = usedScale
    key.maximumSize = maximumSize.map {
      PixelSize(width: max(1, $0.width), height: max(1, $0.height))
    }
    return key
  }
}

extension ImageRequest: ExpressibleByStringLiteral {
  /// Creates a request for a name at scale 1.
  public init(stringLiteral name: String) { self.init(name) }
}

extension ImageRequest: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, scale, maximumWidth, maximumHeight, priority
  }

  /// Decodes a request; all members but `name` may be absent.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init(try members.decode(String.self, forKey: .name))
    scale = try members.decodeIfPresent(Double.self, forKey: .scale) ?? 1
    let width = try members.decodeIfPresent(Int.self, forKey: .maximumWidth)
    let height = try members.decodeIfPresent(Int.self, forKey: .maximumHeight)
    if let width, let height { maximumSize = PixelSize(width: width, height: height) }
    if let band = try members.decodeIfPresent(UInt8.self, forKey: .priority) {
      guard let priority = LanePriority(rawValue: band) else {
        throw DecodingError.dataCorruptedError(
          forKey: .priority, in: members,
          debugDescription: "The priority is 0 (visible), 1 (near) or 2 (idle), not \(band).")
      }
      self.priority = priority
    }
  }

  /// Encodes the request; members that have their defaults are left out.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(name, forKey: .name)
    if scale != 1 { try members.encode(scale, forKey: .scale) }
    try members.encodeIfPresent(maximumSize?.width, forKey: .maximumWidth)
    try members.encodeIfPresent(maximumSize?.height, forKey: .maximumHeight)
    if priority != .visible { try members.encode(priority.rawValue, forKey: .priority) }
  }
}
