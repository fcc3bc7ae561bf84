// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Video
  internal import CLayerVideo

  /// A picture of FFmpeg's, in the form that an encoder takes.
  @safe final class EncodedFrame {
    let pointer: UnsafeMutablePointer<AVFrame>

    /// Takes memory for a picture of an open encoder; `nil` if there is none.
    init?(_ codec: UnsafePointer<AVCodecContext>) {
      guard let frame = unsafe clv_new_picture(codec) else { return nil }
      unsafe pointer = frame
    }

    deinit {
      var frame: UnsafeMutablePointer<AVFrame>? = unsafe pointer
      unsafe av_frame_free(&frame)
    }

    /// The rows of the picture.
    var height: Int { unsafe Int(pointer.pointee.height) }

    /// The time of the picture, in frames.
    var ticks: Int64 {
      get { unsafe pointer.pointee.pts }
      set { unsafe pointer.pointee.pts = newValue }
    }
  }
#endif
