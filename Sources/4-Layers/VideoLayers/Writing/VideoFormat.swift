// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Video
  public import CanvasGeometry
  internal import CLayerVideo

  /// A format of films that are written.
  public enum VideoFormat: Hashable, Sendable {
    /// MP4 with H.264, or MPEG-4 part 2 where FFmpeg has no x264; without opacity, lossy.
    case mp4
    /// An animated WebP, with opacity.
    case webP(isLossless: Bool)
    /// Matroska with FFV1: every pixel as it is, with opacity; for archives and tests.
    case lossless

    /// The encoder of FFmpeg; `nil` if none is installed.
    var encoder: UnsafePointer<AVCodec>? {
      let names =
        switch self {
        case .mp4: ["libx264", "mpeg4"]
        case .webP: ["libwebp_anim"]
        case .lossless: ["ffv1"]
        }
      return unsafe names.lazy.compactMap { unsafe avcodec_find_encoder_by_name($0) }.first
    }

    /// The name of FFmpeg's format.
    var container: String {
      switch self {
      case .mp4: "mp4"
      case .webP: "webp"
      case .lossless: "matroska"
      }
    }

    /// The form of the pixels as they are encoded.
    var pixelFormat: AVPixelFormat {
      switch self {
      case .mp4: AV_PIX_FMT_YUV420P
      case .webP: AV_PIX_FMT_BGRA
      case .lossless: AV_PIX_FMT_BGRA
      }
    }

    /// Whether frames keep their opacity.
    public var hasAlpha: Bool { self != .mp4 }

    /// Whether the installed FFmpeg can write the format.
    public var isAvailable: Bool { unsafe encoder != nil }
  }

  /// The parameters of a film that is written.
  public struct VideoSettings: Hashable, Sendable {
    /// The format.
    public var format: VideoFormat
    /// The size of all frames, in pixels.
    public var size: PixelSize
    /// Frames a second, as a fraction: 30000/1001.
    public var rate: (numerator: Int32, denominator: Int32) {
      get { (rateNumerator, rateDenominator) }
      set { (rateNumerator, rateDenominator) = newValue }
    }
    private var rateNumerator: Int32
    private var rateDenominator: Int32
    /// The colour behind frames that are not opaque, where the format has no opacity.
    public var background = Color.white
    /// The number of times that an animated WebP is shown, up to 65,535; 0 for ever.
    public var loops = 0

    /// Creates parameters.
    ///
    /// - Parameters:
    ///   - format: The format.
    ///   - size: The size of all frames, in pixels.
    ///   - rate: Frames a second, as a fraction.
    public init(
      _ format: VideoFormat, size: PixelSize, rate: (numerator: Int32, denominator: Int32)
    ) {
      (self.format, self.size) = (format, size)
      (rateNumerator, rateDenominator) = rate
    }
  }
#endif
