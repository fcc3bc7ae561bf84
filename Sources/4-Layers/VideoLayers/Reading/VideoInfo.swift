// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Video
  public import CanvasGeometry
  public import CanvasDrawing

  /// The properties of a film, from its file.
  public struct VideoInfo: Hashable, Sendable {
    /// The size of its frames, in pixels: turned as the file asks, and widened so that pixels are
    /// square.
    public var pixelSize: PixelSize
    /// The rotation of frames for display, in degrees clockwise: 0, 90, 180 or 270.
    public var rotation: Int
    /// The length in seconds, up to the end of the last frame; 0 if the file does not tell.
    public var duration: Double
    /// Frames a second on average, 0 if unknown. Frames need not lie at even distances.
    public var frameRate: Double
    /// Whether frames may be less than opaque.
    public var hasAlpha: Bool
    /// The name of the codec, such as `h264`.
    public var codec: String

    /// The size of a frame, in points at scale 1.
    public var size: Size {
      Size(width: Double(pixelSize.width), height: Double(pixelSize.height))
    }
  }

  /// A frame of a film.
  public struct VideoFrame: Sendable {
    /// Its picture, premultiplied `rgba8`.
    public let image: Bitmap
    /// The time from which the frame is shown, in seconds of the film. The first frame is shown
    /// before it, too.
    public let start: Double
    /// The time of the next frame, in seconds of the film; infinite for the last frame.
    public let end: Double
  }
#endif
