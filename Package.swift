// swift-tools-version:6.2
import PackageDescription

/// Warnings are errors where the project itself is tested: `Scripts/test` sets the variable. For
/// others, whose libraries may deprecate what is used here, they stay warnings.
let warnings: [SwiftSetting] =
  Context.environment["WARNINGS_AS_ERRORS"] == nil ? [] : [.treatAllWarnings(as: .error)]

/// The settings of every Swift target that ships.
let strict: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + warnings

/// Tests: the same language, without the marks of unsafe expressions.
let testing: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
  ] + warnings

let package = Package(
  name: "AsyncTextLayer",
  products: [
    .library(name: "AsyncTextLayer", targets: ["AsyncTextLayer"]),
    .library(name: "TextDefaultFonts", targets: ["TextDefaultFonts"]),
    .library(name: "AsyncDisplayMetrics", targets: ["AsyncDisplayMetrics"]),
    .library(name: "ImageLoading", targets: ["ImageLoading"]),
    .library(name: "ImageCodecs", targets: ["ImageCodecs"]),
    .library(name: "LayerScenes", targets: ["LayerScenes"]),
    .library(name: "HostViews", targets: ["HostViews"]),
    .library(name: "BrowserHost", targets: ["BrowserHost"]),
    .library(name: "SDLHost", targets: ["SDLHost"]),
    .library(name: "GLLayers", targets: ["GLLayers"]),
    .library(name: "VideoLayers", targets: ["VideoLayers"]),
    .library(name: "TextDetection", targets: ["TextDetection"]),
    .library(name: "TextRenderCommand", targets: ["TextRenderCommand"]),
    .executable(name: "textrender", targets: ["textrender"]),
  ],
  traits: [
    .trait(name: "Metrics", description: "AsyncDisplayMetrics forwards counters to swift-metrics."),
    .trait(name: "JPEG", description: "ImageCodecs reads and writes JPEG with libjpeg-turbo."),
    .trait(name: "WebP", description: "ImageCodecs reads and writes WebP with libwebp."),
    .trait(name: "GL", description: "GLLayers draws with OpenGL ES by EGL."),
    .trait(name: "Video", description: "VideoLayers plays and writes films with FFmpeg."),
    .trait(name: "Browser", description: "BrowserHost shows layers in a browser, with SwiftNIO."),
    .trait(name: "SDL", description: "SDLHost shows layers in a window, with SDL 2."),
  ],
  dependencies: [
    // Each is fetched only with its trait.
    .package(url: "https://github.com/apple/swift-metrics", from: "2.5.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.81.0"),
  ],
  targets: [
    // Floor 0: the C libraries behind their fences, and the pixel loops.
    .systemLibrary(
      name: "CTextHarfBuzz", pkgConfig: "harfbuzz", providers: [.apt(["libharfbuzz-dev"])]),
    .systemLibrary(
      name: "CTextFreeType", pkgConfig: "freetype2", providers: [.apt(["libfreetype-dev"])]),
    .systemLibrary(
      name: "CTextFontconfig", pkgConfig: "fontconfig", providers: [.apt(["libfontconfig1-dev"])]),
    .systemLibrary(
      name: "CTextICULibrary", pkgConfig: "icu-uc", providers: [.apt(["libicu-dev"])]),
    // Foundation has an ICU of its own: no header of ICU's is in a module that others see.
    .target(name: "CTextICU", dependencies: ["CTextICULibrary"]),
    .systemLibrary(name: "CTextPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    // Used only with the traits of the same names.
    .systemLibrary(
      name: "CImageJPEG", pkgConfig: "libjpeg", providers: [.apt(["libjpeg-dev"])]),
    .systemLibrary(
      name: "CImageWebP", pkgConfig: "libwebp", providers: [.apt(["libwebp-dev"])]),
    .systemLibrary(
      name: "CLayerGL", pkgConfig: "egl", providers: [.apt(["libegl-dev", "libgles-dev"])]),
    .systemLibrary(
      name: "CLayerVideo", pkgConfig: "libavformat",
      providers: [.apt(["libavformat-dev", "libavcodec-dev", "libswscale-dev"])]),
    .systemLibrary(name: "CHostSDL", pkgConfig: "sdl2", providers: [.apt(["libsdl2-dev"])]),
    .systemLibrary(name: "CTextSystem"),
    .target(name: "CTextKernels"),
    .target(name: "CTextLinkedFonts"),

    // Floor ½: locks, pools, cancellation: what knows nothing of text and pixels.
    .target(name: "TextRuntime", swiftSettings: strict),
    // Opening of files, below a folder where there is a bound.
    .target(name: "SystemFiles", dependencies: ["TextRuntime"], swiftSettings: strict),

    // Floors 1 to 6: how text becomes pixels.
    .target(name: "TextModel", swiftSettings: strict),
    .target(
      name: "TextDetection", dependencies: ["TextModel", "TextRuntime"], swiftSettings: strict),
    .target(
      name: "TextGraphics",
      dependencies: ["TextModel", "TextRuntime", "SystemFiles", "CTextKernels", "CTextPNG"],
      swiftSettings: strict),
    .target(
      name: "TextFonts",
      dependencies: [
        "TextModel", "TextRuntime", "SystemFiles", "TextGraphics", "CTextHarfBuzz", "CTextFreeType",
        "CTextFontconfig", "CTextLinkedFonts",
      ],
      swiftSettings: strict),
    .target(
      name: "TextShaping",
      dependencies: [
        "TextModel", "TextRuntime", "TextGraphics", "TextFonts", "CTextHarfBuzz", "CTextICU",
      ],
      swiftSettings: strict),
    .target(
      name: "TextTypesetting",
      dependencies: ["TextModel", "TextRuntime", "TextGraphics", "TextFonts", "TextShaping"],
      swiftSettings: strict),
    .target(
      name: "TextPainting",
      dependencies: [
        "TextModel", "TextRuntime", "TextGraphics", "TextFonts", "TextShaping", "TextTypesetting",
      ],
      swiftSettings: strict),

    // Floor 2½: when and where work runs.
    .target(
      name: "AsyncDisplay", dependencies: ["TextModel", "TextRuntime", "TextGraphics"],
      swiftSettings: strict),

    // Floor 2⅝: pictures that arrive later. The codecs are empty without their traits.
    .target(
      name: "ImageLoading",
      dependencies: ["TextModel", "TextRuntime", "SystemFiles", "TextGraphics", "AsyncDisplay"],
      swiftSettings: strict),
    .target(
      name: "ImageCodecs",
      dependencies: [
        "ImageLoading", "AsyncDisplay", "TextModel", "TextRuntime", "TextGraphics",
        .target(name: "CImageJPEG", condition: .when(traits: ["JPEG"])),
        .target(name: "CImageWebP", condition: .when(traits: ["WebP"])),
      ],
      swiftSettings: strict),

    // Floor 2¾: trees of layers as values, and their pictures.
    .target(
      name: "LayerRendering", dependencies: ["TextModel", "TextRuntime", "TextGraphics"],
      swiftSettings: strict),

    // Empty without the trait.
    .target(
      name: "AsyncDisplayMetrics",
      dependencies: [
        "AsyncDisplay", "TextModel", "TextRuntime",
        .product(
          name: "CoreMetrics", package: "swift-metrics", condition: .when(traits: ["Metrics"])),
      ],
      swiftSettings: strict),

    // Floors 7 and 8: the layers, and where the two staircases meet.
    .target(
      name: "LayerTree",
      dependencies: ["AsyncDisplay", "LayerRendering", "TextModel", "TextRuntime", "TextGraphics"],
      swiftSettings: strict),
    .target(
      name: "AsyncTextLayer",
      dependencies: [
        "TextModel", "TextRuntime", "SystemFiles", "TextGraphics", "TextFonts", "TextShaping",
        "TextTypesetting",
        "TextPainting",
        "TextDetection", "AsyncDisplay", "ImageLoading", "LayerRendering", "LayerTree",
      ],
      swiftSettings: strict),

    // Beside floor 8: layers drawn by OpenGL ES and by FFmpeg. Empty without their traits.
    .target(
      name: "GLLayers",
      dependencies: [
        "AsyncDisplay", "LayerRendering", "LayerTree", "TextModel", "TextRuntime", "TextGraphics",
        .target(name: "CLayerGL", condition: .when(traits: ["GL"])),
      ],
      swiftSettings: strict),
    .target(
      name: "VideoLayers",
      dependencies: [
        "AsyncDisplay", "LayerRendering", "LayerTree", "TextModel", "TextRuntime", "SystemFiles",
        "TextGraphics",
        .target(name: "CLayerVideo", condition: .when(traits: ["Video"])),
      ],
      swiftSettings: strict),

    // Floor 8½: scenes and documents as JSON.
    .target(
      name: "LayerScenes",
      dependencies: [
        "AsyncTextLayer", "TextModel", "TextRuntime", "SystemFiles", "TextGraphics", "TextFonts",
        "TextShaping",
        "TextTypesetting", "TextPainting", "TextDetection", "LayerRendering", "LayerTree",
        "ImageLoading", "ImageCodecs", "GLLayers", "VideoLayers", "CTextHarfBuzz",
      ],
      swiftSettings: strict),

    // Floor 8¾: views, and where layers are shown. The hosts are empty without their traits.
    .target(
      name: "HostViews",
      dependencies: [
        "AsyncTextLayer", "LayerTree", "LayerRendering", "AsyncDisplay", "TextTypesetting",
        "TextModel", "TextRuntime", "TextGraphics",
      ],
      swiftSettings: strict),
    .target(
      name: "BrowserHost",
      dependencies: [
        "HostViews", "AsyncDisplay", "LayerTree", "LayerRendering", "LayerScenes", "TextModel",
        "TextRuntime", "TextGraphics",
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Browser"])),
        .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["Browser"])),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["Browser"])),
        .product(
          name: "NIOWebSocket", package: "swift-nio", condition: .when(traits: ["Browser"])),
      ],
      resources: [.embedInCode("Page")],
      swiftSettings: strict),
    .target(
      name: "SDLHost",
      dependencies: [
        "HostViews", "LayerTree", "LayerRendering", "TextModel", "TextRuntime", "TextGraphics",
        .target(name: "CHostSDL", condition: .when(traits: ["SDL"])),
      ],
      swiftSettings: strict),

    // The default fonts, linked only if a product names them.
    .target(
      name: "CTextDefaultFonts", dependencies: ["CTextLinkedFonts"], path: "Fonts",
      exclude: ["files", "licences", "test", "README.md"],
      sources: ["fonts.c"], publicHeadersPath: "include"),
    .target(
      name: "TextDefaultFonts",
      dependencies: ["CTextDefaultFonts", "TextFonts", "TextModel", "TextRuntime"],
      swiftSettings: strict),

    // Floor 9: the stress harness, the tool as a library, and the program.
    .target(
      name: "TextRenderStress",
      dependencies: [
        "AsyncTextLayer", "TextModel", "TextRuntime", "TextGraphics", "TextFonts",
        "TextTypesetting", "TextPainting", "AsyncDisplay", "ImageLoading", "LayerTree",
        "TextDefaultFonts",
      ],
      swiftSettings: strict),
    .target(
      name: "TextRenderCommand",
      dependencies: [
        "AsyncTextLayer", "LayerScenes", "LayerRendering", "TextModel", "TextRuntime",
        "SystemFiles",
        "TextGraphics", "TextFonts", "TextShaping", "TextTypesetting", "TextPainting",
        "AsyncDisplay", "TextDefaultFonts", "TextRenderStress", "ImageLoading", "ImageCodecs",
        "LayerTree", "GLLayers", "VideoLayers", "HostViews", "BrowserHost", "SDLHost",
        "CTextHarfBuzz", "CTextFreeType", "CTextSystem",
      ],
      resources: [.embedInCode("Gallery/Documents")],
      swiftSettings: strict),
    .executableTarget(
      name: "textrender", dependencies: ["TextRenderCommand"], swiftSettings: strict),

    // Tests.
    .target(
      name: "TextTestSupport",
      dependencies: ["TextModel", "TextRuntime", "TextGraphics", "TextFonts", "TextDefaultFonts"],
      path: "Tests/TextTestSupport", swiftSettings: testing),
    .testTarget(
      name: "TextModelTests", dependencies: ["TextModel"], swiftSettings: testing),
    .testTarget(
      name: "TextRuntimeTests", dependencies: ["TextRuntime", "TextTestSupport"],
      swiftSettings: testing),
    .testTarget(
      name: "SystemFilesTests", dependencies: ["SystemFiles", "TextRuntime"],
      swiftSettings: testing),
    .testTarget(
      name: "TextDetectionTests",
      dependencies: ["TextDetection", "TextModel", "TextRuntime", "TextTestSupport"],
      exclude: ["Cases"], swiftSettings: testing),
    .testTarget(
      name: "TextGraphicsTests",
      dependencies: [
        "TextGraphics", "TextRuntime", "SystemFiles", "TextTestSupport", "CTextKernels",
        "CTextFreeType",
      ],
      exclude: ["Goldens"], swiftSettings: testing),
    .testTarget(
      name: "TextFontsTests",
      dependencies: [
        "TextFonts", "TextRuntime", "SystemFiles", "TextGraphics", "TextTestSupport",
        "TextDefaultFonts",
        "CTextFontconfig",
      ],
      exclude: ["Goldens"], swiftSettings: testing),
    .testTarget(
      name: "TextShapingTests",
      dependencies: ["TextShaping", "TextRuntime", "TextTestSupport", "CTextICU"],
      swiftSettings: testing),
    .testTarget(
      name: "TextTypesettingTests",
      dependencies: ["TextTypesetting", "TextRuntime", "TextTestSupport"],
      swiftSettings: testing),
    .testTarget(
      name: "TextPaintingTests",
      dependencies: [
        "TextPainting", "TextRuntime", "SystemFiles", "TextTypesetting", "TextTestSupport",
        "CTextFreeType",
      ],
      exclude: ["Goldens"], swiftSettings: testing),
    .testTarget(
      name: "AsyncDisplayTests", dependencies: ["AsyncDisplay", "TextRuntime", "TextTestSupport"],
      swiftSettings: testing),
    .testTarget(
      name: "ImageLoadingTests",
      dependencies: [
        "ImageLoading", "ImageCodecs", "AsyncDisplay", "TextGraphics", "TextModel", "TextRuntime",
        "TextTestSupport",
        .target(name: "CImageJPEG", condition: .when(traits: ["JPEG"])),
        .target(name: "CImageWebP", condition: .when(traits: ["WebP"])),
      ],
      swiftSettings: testing),
    .testTarget(
      name: "AsyncDisplayMetricsTests",
      dependencies: [
        "AsyncDisplayMetrics", "AsyncDisplay", "TextModel", "TextRuntime", "TextGraphics",
        .product(
          name: "CoreMetrics", package: "swift-metrics", condition: .when(traits: ["Metrics"])),
        .product(
          name: "MetricsTestKit", package: "swift-metrics", condition: .when(traits: ["Metrics"])),
      ],
      swiftSettings: testing),
    .testTarget(
      name: "LayerRenderingTests",
      dependencies: [
        "LayerRendering", "TextModel", "TextGraphics", "TextRuntime", "TextTestSupport",
      ],
      exclude: ["Timing/chromium-timings.json"], swiftSettings: testing),
    .testTarget(
      name: "LayerTreeTests",
      dependencies: [
        "LayerTree", "LayerRendering", "AsyncDisplay", "TextRuntime", "TextTestSupport",
      ],
      swiftSettings: testing),
    .testTarget(
      name: "AsyncTextLayerTests",
      dependencies: ["AsyncTextLayer", "TextRuntime", "TextTestSupport"],
      exclude: ["Goldens"], swiftSettings: testing),
    .testTarget(
      name: "LayerScenesTests",
      dependencies: [
        "LayerScenes", "AsyncTextLayer", "LayerRendering", "TextTestSupport", "TextModel",
        "TextGraphics", "TextFonts", "ImageCodecs",
      ],
      exclude: ["Scenes"], swiftSettings: testing),
    .testTarget(
      name: "GLLayersTests",
      dependencies: [
        "GLLayers", "LayerScenes", "AsyncTextLayer", "LayerTree", "LayerRendering", "AsyncDisplay",
        "TextModel", "TextGraphics", "TextRuntime", "TextTestSupport",
        .target(name: "CLayerGL", condition: .when(traits: ["GL"])),
      ],
      swiftSettings: testing),
    .testTarget(
      name: "VideoLayersTests",
      dependencies: [
        "VideoLayers", "LayerScenes", "AsyncTextLayer", "LayerTree", "LayerRendering",
        "AsyncDisplay", "TextModel", "TextGraphics", "TextRuntime", "TextTestSupport",
        .target(name: "CLayerVideo", condition: .when(traits: ["Video"])),
      ],
      swiftSettings: testing),
    .testTarget(
      name: "HostViewsTests",
      dependencies: [
        "HostViews", "AsyncTextLayer", "LayerTree", "LayerRendering", "AsyncDisplay", "TextModel",
        "TextGraphics", "TextRuntime", "TextTestSupport",
      ],
      swiftSettings: testing),
    .testTarget(
      name: "BrowserHostTests",
      dependencies: [
        "BrowserHost", "HostViews", "LayerScenes", "AsyncTextLayer", "LayerTree", "LayerRendering",
        "TextModel", "TextGraphics", "TextRuntime", "TextTestSupport",
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Browser"])),
        .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["Browser"])),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["Browser"])),
        .product(
          name: "NIOWebSocket", package: "swift-nio", condition: .when(traits: ["Browser"])),
      ],
      swiftSettings: testing),
    .testTarget(
      name: "SDLHostTests",
      dependencies: [
        "SDLHost", "HostViews", "LayerTree", "LayerRendering", "TextModel", "TextGraphics",
        "TextRuntime", "TextTestSupport",
        .target(name: "CHostSDL", condition: .when(traits: ["SDL"])),
      ],
      swiftSettings: testing),
    .testTarget(
      name: "TextRenderStressTests",
      dependencies: [
        "TextRenderStress", "TextModel", "TextGraphics", "AsyncDisplay", "ImageLoading",
      ],
      swiftSettings: testing),
    .testTarget(
      name: "TextRenderCommandTests",
      dependencies: [
        "TextRenderCommand", "LayerScenes", "LayerRendering", "AsyncDisplay", "TextRenderStress",
        "ImageCodecs", "ImageLoading", "TextTestSupport", "TextModel", "TextRuntime", "SystemFiles",
        "TextGraphics", "TextFonts", "TextTypesetting", "AsyncTextLayer", "LayerTree", "HostViews",
        "BrowserHost", "SDLHost",
      ],
      swiftSettings: testing),
  ],
  cLanguageStandard: .c2x
)

// A run of some tests, such as those under a sanitizer, need not build the others: their targets
// are named here, separated by commas.
if let chosen = Context.environment["TEST_TARGETS"]?.split(separator: ",").map(String.init) {
  package.targets.removeAll { $0.type == .test && !chosen.contains($0.name) }
}
