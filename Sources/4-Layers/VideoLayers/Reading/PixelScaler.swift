// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Video
  internal import CLayerVideo

  /// The conversion between pictures of FFmpeg's and rows of RGBA, by swscale.
  @safe struct PixelScaler: ~Copyable {
    /// The tables of the conversion.
    private var tables: OpaquePointer?
    /// The rows that a conversion gives.
    private var height = 0

    /// The form of pixels.
    struct Form: Equatable {
      var width: Int32
      var height: Int32
      var format: AVPixelFormat
      /// The matrix that makes colours of brightness and differences.
      var matrix: Int32
      /// Whether the values of a byte go from 0 to 255; otherwise from 16 to 235 or 240.
      var isFull: Bool

      /// The form of rows of RGBA.
      static func rgba(width: Int32, height: Int32) -> Form {
        Form(
          width: width, height: height, format: AV_PIX_FMT_RGBA, matrix: SWS_CS_DEFAULT,
          isFull: true)
      }

      /// The matrix of pictures whose file names none: that of BT.709 from 720 rows or 1,280
      /// columns on, that of BT.601 below.
      static func matrix(width: Int32, height: Int32) -> Int32 {
        height >= 720 || width >= 1_280 ? SWS_CS_ITU709 : SWS_CS_ITU601
      }
    }

    deinit { unsafe sws_freeContext(tables) }

    /// Makes the tables; `false` if swscale cannot convert from the one form to the other.
    mutating func prepare(from: Form, to: Form) -> Bool {
      unsafe tables = sws_getCachedContext(
        tables, from.width, from.height, from.format, to.width, to.height, to.format,
        clv_scaling(), nil, nil, nil)
      height = Int(to.height)
      guard let tables = unsafe tables else { return false }
      // The call fails for formats without a colour matrix, which need none.
      _ = unsafe sws_setColorspaceDetails(
        tables, sws_getCoefficients(from.matrix), from.isFull ? 1 : 0,
        sws_getCoefficients(to.matrix), to.isFull ? 1 : 0, 0, 1 << 16, 1 << 16)
      return true
    }

    /// Converts a picture to rows of RGBA.
    ///
    /// - Parameters:
    ///   - rows: Room for a row more than the form has, whose vector code may touch more than it
    ///     writes.
    ///   - bytesPerRow: The bytes from one row to the next.
    /// - Returns: The number of rows.
    func read(
      _ frame: DecodedFrame, to rows: inout MutableSpan<UInt8>, bytesPerRow: Int
    ) -> Int {
      precondition(rows.count >= (height + 1) * bytesPerRow)
      // The C call reads the planes of the frame.
      return unsafe rows.withUnsafeMutableBufferPointer {
        unsafe Int(clv_read_rows(tables, frame.pointer, $0.baseAddress, Int32(bytesPerRow)))
      }
    }

    /// Converts rows of RGBA without padding to a picture of the same size.
    ///
    /// - Returns: The number of rows; less than 0 without memory.
    func write(_ rows: Span<UInt8>, width: Int, to frame: EncodedFrame) -> Int {
      // The C call reads as many rows as the frame has, and writes to the frame's own planes.
      precondition(rows.count >= 4 * width * frame.height)
      return unsafe rows.withUnsafeBufferPointer {
        unsafe Int(clv_write_rows(tables, frame.pointer, $0.baseAddress, Int32(4 * width)))
      }
    }
  }
#endif
