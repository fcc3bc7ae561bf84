// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if JPEG
  import CImageJPEG
  import Glibc
  import CanvasDrawing

  /// JPEG files of any kind, for the tests of the reader.
  enum JPEGFile {
    /// Packs a bitmap, its opacity ignored.
    ///
    /// - Parameters:
    ///   - orientation: The orientation of Exif that is stated; `nil` for no Exif.
    ///   - isCMYK: Whether the four channels are taken for inverted CMYK.
    ///   - hasAdobeMarker: Whether a CMYK file has Adobe's marker.
    ///   - isGray: Whether brightness alone is stored.
    static func bytes(
      _ bitmap: Bitmap, quality: Int32 = 95, isProgressive: Bool = false,
      orientation: UInt8? = nil, isCMYK: Bool = false,
      hasAdobeMarker: Bool = true, isGray: Bool = false
    ) throws -> [UInt8] {
      var errors = jpeg_error_mgr()
      var info = jpeg_compress_struct()
      var memory: UnsafeMutablePointer<UInt8>?
      var count: UInt = 0
      return withUnsafeMutablePointer(to: &errors) { errors in
        info.err = jpeg_std_error(errors)
        jpeg_CreateCompress(&info, JPEG_LIB_VERSION, MemoryLayout<jpeg_compress_struct>.size)
        jpeg_mem_dest(&info, &memory, &count)
        info.image_width = JDIMENSION(bitmap.width)
        info.image_height = JDIMENSION(bitmap.height)
        info.input_components = 4
        info.in_color_space = isCMYK ? JCS_CMYK : JCS_EXT_RGBX
        jpeg_set_defaults(&info)
        if isGray { jpeg_set_colorspace(&info, JCS_GRAYSCALE) }
        jpeg_set_quality(&info, quality, 1)
        // No subsampling: pixels are about what they were.
        info.comp_info[0].h_samp_factor = 1
        info.comp_info[0].v_samp_factor = 1
        if isCMYK { info.write_Adobe_marker = hasAdobeMarker ? 1 : 0 }
        if isProgressive { jpeg_simple_progression(&info) }
        jpeg_start_compress(&info, 1)
        if let orientation {
          let segment: [UInt8] =
            Array("Exif\0\0MM\0*".utf8)
            + [0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
          jpeg_write_marker(&info, JPEG_APP0 + 1, segment, UInt32(segment.count))
        }
        bitmap.withUnsafeBytes { bytes in
          for y in 0..<bitmap.height {
            var row: UnsafeMutablePointer<UInt8>? = UnsafeMutableRawPointer(
              mutating: bytes.baseAddress.unsafelyUnwrapped + y * bitmap.bytesPerRow
            ).assumingMemoryBound(to: UInt8.self)
            jpeg_write_scanlines(&info, &row, 1)
          }
        }
        jpeg_finish_compress(&info)
        jpeg_destroy_compress(&info)
        defer { free(memory) }
        return Array(UnsafeBufferPointer(start: memory, count: Int(count)))
      }
    }
  }
#endif
