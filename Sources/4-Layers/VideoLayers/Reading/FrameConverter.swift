// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Video
  internal import CanvasDrawing
  internal import CanvasGeometry
  internal import CLayerVideo
  internal import ImageCodecs
  internal import SystemConcurrency

  /// Converts decoded pictures to premultiplied RGBA of one size, turned for display.
  ///
  /// Colours are converted by the matrix and the range that the frame names; without a matrix by
  /// that of BT.709 from 720 rows or 1,280 columns on, below by that of BT.601. Transfer curves
  /// stay as they are.
  final class FrameConverter {
    /// The size before the turn, in pixels.
    private let size: PixelSize
    private let orientation: ImageOrientation
    private let pool: BitmapPool
    private var scaler = PixelScaler()
    /// The form of the pictures that the scaler is prepared for.
    private var form: PixelScaler.Form?

    /// Columns and rows that vector code may touch beyond the picture.
    private static let margin = 32

    init(size: PixelSize, orientation: ImageOrientation, pool: BitmapPool) {
      (self.size, self.orientation, self.pool) = (size, orientation, pool)
    }

    /// Converts a picture; one of another size than the film's is stretched to it.
    func bitmap(of frame: DecodedFrame) throws(VideoError) -> Bitmap {
      try prepare(for: frame)
      do throws(GraphicsError) {
        var scratch = try BitmapBuffer(
          width: size.width + Self.margin, height: size.height + 1, pool: pool, zeroed: false)
        let bytesPerRow = scratch.bytesPerRow
        let rows = scratch.withMutableBytes {
          scaler.read(frame, to: &$0, bytesPerRow: bytesPerRow)
        }
        guard rows == size.height else {
          throw GraphicsError(.allocationFailed, "A picture cannot be converted.")
        }
        return try finish(scratch.freeze(), hasAlpha: frame.hasAlpha)
      } catch {
        let code: VideoError.Code = error.code == .tooLarge ? .tooLarge : .allocationFailed
        throw VideoError(code, error.message)
      }
    }

    /// Sets the scaler up, unless the last picture had the same form.
    private func prepare(for frame: DecodedFrame) throws(VideoError) {
      let form = frame.form
      if form == self.form { return }
      guard Int(form.width) <= VideoLimits.side, Int(form.height) <= VideoLimits.side,
        Int(form.width) * Int(form.height) <= VideoLimits.pixels
      else { throw VideoError(.tooLarge, "A picture of the film is over the limit of 8K.") }
      self.form = nil
      guard
        scaler.prepare(
          from: form, to: .rgba(width: Int32(size.width), height: Int32(size.height)))
      else {
        throw VideoError(.unsupported, "FFmpeg cannot convert the pictures of the film.")
      }
      self.form = form
    }

    /// Turns a picture and multiplies it by its opacity.
    private func finish(_ scratch: Bitmap, hasAlpha: Bool) throws(GraphicsError) -> Bitmap {
      let shown = orientation.size(of: size)
      var result = try BitmapBuffer(
        width: shown.width, height: shown.height, pool: pool, zeroed: false)
      let bytesPerRow = result.bytesPerRow
      result.withMutableBytes { target in
        scratch.withBytes { source in
          _ = orientation.copy(
            0..<shown.height, of: source, size, bytesPerRow: scratch.bytesPerRow, to: &target,
            bytesPerRow: bytesPerRow, cancellation: .never)
        }
      }
      if hasAlpha { _ = result.premultiply(.never) }
      return result.freeze()
    }
  }
#endif
