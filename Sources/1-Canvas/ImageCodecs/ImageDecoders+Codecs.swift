// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

extension ImageDecoders {
  /// The decoders of PNG and GIF, and of the formats whose package traits are enabled: `JPEG`,
  /// `WebP`.
  public static var withCodecs: ImageDecoders {
    var decoders = ImageDecoders.standard
    #if JPEG
      decoders = decoders.adding(JPEGImageDecoder())
    #endif
    #if WebP
      decoders = decoders.adding(WebPImageDecoder())
    #endif
    return decoders
  }
}
