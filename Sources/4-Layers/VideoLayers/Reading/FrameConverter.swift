// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Video
  internal import CanvasGeometry
  internal import CLayerVideo
  internal import CanvasDrawing

  /// Converts decoded pictures to premultiplied RGBA of one size, turned for display.
  ///
  /// Colours are converted by the matrix and the range that the frame names; without a matrix by
  /// that of BT.709 from 720 rows or 1,280 columns on, below by that of BT.601. Transfer curves
  /// stay as they are.
  @safe final class FrameConverter {
    /// The size before the turn, in pixels.
    private let size: PixelSize
    private let orientation: VideoOrientation
    private let pool: BitmapPool
    private var scaler: OpaquePointer?
    private var settings: Settings?

    /// The parameters that the tables of the scaler were made for.
    private struct Settings: Equatable {
      var width: Int32
      var height: Int32
      var format: Int32
      var matrix: Int32
      var isFull: Bool
    }

    /// Columns and rows that vector code may touch beyond the picture.
    private static let margin = 32

    init(size: PixelSize, orientation: VideoOrientation, pool: BitmapPool) {
      (self.size, self.orientation, self.pool) = (size, orientation, pool)
    }

    deinit { unsafe sws_freeContext(scaler) }

    /// Whether a format has opacity.
    static func hasAlpha(_ format: Int32) -> Bool {
      guard let form = unsafe av_pix_fmt_desc_get(AVPixelFormat(format)) else { return false }
      return unsafe form.pointee.flags & UInt64(AV_PIX_FMT_FLAG_ALPHA | AV_PIX_FMT_FLAG_PAL) != 0
    }

    /// Converts a picture; one of another size than the film's is stretched to it.
    func bitmap(of frame: UnsafeMutablePointer<AVFrame>) throws(VideoError) -> Bitmap {
      try unsafe prepare(for: frame)
      do throws(GraphicsError) {
        var scratch = try BitmapBuffer(
          width: size.width + Self.margin, height: size.height + 1, pool: pool, zeroed: false)
        let row = scratch.bytesPerRow
        let height = unsafe frame.pointee.height
        // The C call reads the planes of the frame; the target has room for each row and more.
        let rows = unsafe scratch.withUnsafeMutableBytes { bytes in
          var target: [UnsafeMutablePointer<UInt8>?] = unsafe [
            bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), nil, nil, nil,
          ]
          var targetRows: [Int32] = [Int32(row), 0, 0, 0]
          return unsafe withUnsafePointer(to: &frame.pointee.data) { data in
            unsafe data.withMemoryRebound(to: UnsafePointer<UInt8>?.self, capacity: 8) { data in
              unsafe withUnsafePointer(to: &frame.pointee.linesize) { lines in
                unsafe lines.withMemoryRebound(to: Int32.self, capacity: 8) { lines in
                  unsafe sws_scale(scaler, data, lines, 0, height, &target, &targetRows)
                }
              }
            }
          }
        }
        guard rows == Int32(size.height) else {
          throw GraphicsError(.allocationFailed, "A picture cannot be converted.")
        }
        return try finish(scratch, hasAlpha: Self.hasAlpha(unsafe frame.pointee.format))
      } catch {
        let code: VideoError.Code = error.code == .tooLarge ? .tooLarge : .allocationFailed
        throw VideoError(code, error.message)
      }
    }

    /// Sets the scaler up, unless the last picture had the same form.
    private func prepare(for frame: UnsafeMutablePointer<AVFrame>) throws(VideoError) {
      let (width, height) = unsafe (frame.pointee.width, frame.pointee.height)
      var matrix = unsafe clv_matrix(frame.pointee.colorspace)
      if matrix == 0 { matrix = height >= 720 || width >= 1_280 ? SWS_CS_ITU709 : SWS_CS_ITU601 }
      let format = unsafe frame.pointee.format
      let settings = Settings(
        width: width, height: height, format: format, matrix: matrix,
        isFull: unsafe frame.pointee.color_range == AVCOL_RANGE_JPEG)
      if settings == self.settings { return }
      guard Int(width) <= VideoLimits.side, Int(height) <= VideoLimits.side,
        Int(width) * Int(height) <= VideoLimits.pixels
      else { throw VideoError(.tooLarge, "A picture of the film is over the limit of 8K.") }
      self.settings = nil
      unsafe scaler = sws_getCachedContext(
        scaler, width, height, AVPixelFormat(format), Int32(size.width), Int32(size.height),
        AV_PIX_FMT_RGBA, clv_scaling(), nil, nil, nil)
      guard let scaler = unsafe scaler else {
        throw VideoError(.unsupported, "FFmpeg cannot convert the pictures of the film.")
      }
      // The call fails for formats without a colour matrix, which need none.
      _ = unsafe sws_setColorspaceDetails(
        scaler, sws_getCoefficients(matrix), settings.isFull ? 1 : 0,
        sws_getCoefficients(SWS_CS_DEFAULT), 1, 0, 1 << 16, 1 << 16)
      self.settings = settings
    }

    /// Turns a picture and multiplies it by its opacity.
    private func finish(
      _ scratch: borrowing BitmapBuffer, hasAlpha: Bool
    ) throws(GraphicsError) -> Bitmap {
      let (columns, rows) = (size.width, size.height)
      let swaps = orientation.swapsSides
      let (width, height) = swaps ? (rows, columns) : (columns, rows)
      var result = try BitmapBuffer(width: width, height: height, pool: pool, zeroed: false)
      let (from, to) = (scratch.bytesPerRow, result.bytesPerRow)
      let orientation = orientation
      // Each pixel of the result is read from its place before the turn.
      unsafe scratch.withUnsafeBytes { source in
        unsafe result.withUnsafeMutableBytes { target in
          for y in 0..<height {
            let line = orientation.mirrorsY ? height - 1 - y : y
            let out = unsafe UnsafeMutableRawBufferPointer(rebasing: target[y * to..<(y + 1) * to])
            if orientation.isIdentity {
              unsafe out.copyMemory(
                from: UnsafeRawBufferPointer(rebasing: source[y * from..<y * from + width * 4]))
            } else {
              for x in 0..<width {
                let column = orientation.mirrorsX ? width - 1 - x : x
                let place = swaps ? column * from + line * 4 : line * from + column * 4
                unsafe out.storeBytes(
                  of: source.loadUnaligned(fromByteOffset: place, as: UInt32.self),
                  toByteOffset: x * 4, as: UInt32.self)
              }
            }
            if hasAlpha {
              var pixels = unsafe UnsafeMutableRawBufferPointer(rebasing: out[..<(width * 4)])
                .assumingMemoryBound(to: UInt8.self).mutableSpan
              StraightPixels.premultiply(&pixels)
            }
          }
        }
      }
      return result.freeze()
    }
  }
#endif
