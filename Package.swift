// swift-tools-version:6.2
import PackageDescription

// MARK: Modules

/// The layers of modules from the bottom up, and the modules of each from the bottom up. A module imports
/// only modules above it in this table; `ArchitectureTests` compares the table with the imports of all
/// files.
///
/// A module lies in `Sources/LAYER/NAME`, its tests, where it has some, in
/// `Tests/LAYER/NAMETests`.
let architecture = [
  ModuleLayer(
    "0-System",
    [
      Module(c: "CSystemCalls"),
      Module("SystemConcurrency", tests: []),
      Module("SystemFiles", uses: ["CSystemCalls", "SystemConcurrency"], tests: []),
      Module(
        "SystemLanes", uses: ["SystemConcurrency"],
        tests: ["CanvasGeometry", "CanvasDrawing", "AsyncDisplay"]),
    ]),
  ModuleLayer(
    "1-Canvas",
    [
      Module(c: "CCanvasKernels"),
      Module(library: "CImagePNG", "libpng", apt: "libpng-dev"),
      // Without libdeflate zlib packs, which libpng brings.
      Module(library: "CImageDeflate", "libdeflate", apt: "libdeflate-dev"),
      Module(library: "CImageJPEG", "libjpeg", apt: "libjpeg-dev"),
      Module(library: "CImageWebP", "libwebp", apt: "libwebp-dev"),
      Module("CanvasGeometry", tests: []),
      Module(
        "BoxTrees", uses: ["SystemConcurrency", "CanvasGeometry"], tests: [], testFiles: ["Cases"]),
      Module(
        "CanvasDrawing", uses: ["SystemConcurrency", "CCanvasKernels", "CanvasGeometry"],
        tests: ["ImageCodecs", "CTextFreeType"], testFiles: ["Goldens"]),
      Module(
        "ImageCodecs",
        uses: [
          "SystemConcurrency", "SystemFiles", "SystemLanes", "CCanvasKernels", "CImagePNG",
          "CImageDeflate", "CImageJPEG", "CImageWebP", "CanvasGeometry", "CanvasDrawing",
        ], tests: [], isProduct: true),
    ]),
  ModuleLayer(
    "2-Text",
    [
      Module(library: "CTextHarfBuzz", "harfbuzz", apt: "libharfbuzz-dev"),
      Module(library: "CTextSubset", "harfbuzz-subset", apt: "libharfbuzz-dev"),
      Module(library: "CTextFreeType", "freetype2", apt: "libfreetype-dev"),
      // Debian's libfreetype-dev brings it.
      Module(library: "CTextBrotli", "libbrotlidec", apt: "libbrotli-dev"),
      Module(library: "CTextFontconfig", "fontconfig", apt: "libfontconfig1-dev"),
      Module(library: "CTextICULibrary", "icu-uc", apt: "libicu-dev"),
      // Foundation has an ICU of its own: no header of ICU's is in a module that others see.
      Module(c: "CTextICU", uses: ["CTextICULibrary"]),
      Module(c: "CTextLinkedFonts"),
      Module(
        c: "CTextHyphenationPatterns", embeds: ["files", "licences", "README.md", "table.inc"]),
      Module(
        "TextHyphenation", uses: ["SystemConcurrency", "SystemFiles", "CTextHyphenationPatterns"],
        tests: []),
      Module("TextModel", uses: ["CanvasGeometry", "TextHyphenation"], tests: []),
      Module(
        "DataDetection", uses: ["SystemConcurrency", "TextModel"], tests: [], testFiles: ["Cases"],
        isProduct: true),
      Module("TextDetection", uses: ["DataDetection"], isProduct: true),
      Module(
        "TextAnalysis",
        uses: ["SystemConcurrency", "SystemFiles", "CTextICU", "TextHyphenation", "TextModel"],
        tests: []),
      Module(
        "TextFonts",
        uses: [
          "SystemConcurrency", "SystemFiles", "CImageDeflate", "CanvasGeometry", "CanvasDrawing",
          "CTextHarfBuzz", "CTextSubset", "CTextFreeType", "CTextBrotli", "CTextFontconfig",
          "CTextLinkedFonts", "TextModel", "TextAnalysis",
        ], tests: ["TextDefaultFonts"], testFiles: ["Goldens"]),
      Module(
        "TextShaping",
        uses: [
          "SystemConcurrency", "SystemFiles", "CanvasGeometry", "CTextHarfBuzz", "CTextICU",
          "TextHyphenation", "TextModel", "TextAnalysis", "TextFonts",
        ], tests: ["TextDefaultFonts"]),
      Module(
        "TextTypesetting",
        uses: [
          "SystemConcurrency", "CanvasGeometry", "CanvasDrawing", "TextModel", "TextAnalysis",
          "TextFonts", "TextShaping",
        ], tests: ["TextHyphenation"], testFiles: ["Cases", "Paragraphs"]),
      Module(
        "TextPainting",
        uses: [
          "SystemConcurrency", "CanvasGeometry", "CanvasDrawing", "ImageCodecs", "TextModel",
          "TextFonts", "TextShaping", "TextTypesetting",
        ], tests: ["SystemFiles", "CTextFreeType"], testFiles: ["Goldens"]),
      // The embedded fonts, linked only if a product names them.
      Module(
        c: "CTextDefaultFonts", uses: ["CTextLinkedFonts"], path: "Fonts",
        embeds: ["files", "licences", "README.md", "table.inc", "test"]),
      Module("TextDefaultFonts", uses: ["TextFonts", "CTextDefaultFonts"], isProduct: true),
    ]),
  ModuleLayer(
    "3-Display",
    [
      Module(
        "AsyncDisplay",
        uses: ["SystemConcurrency", "SystemLanes", "CanvasGeometry", "CanvasDrawing"], tests: []),
      Module(
        "AsyncDisplayMetrics", uses: ["SystemConcurrency", "AsyncDisplay", "CoreMetrics"],
        tests: ["SystemLanes", "CanvasGeometry", "CanvasDrawing", "MetricsTestKit"], isProduct: true
      ),
      Module(
        "ImageLoading",
        uses: [
          "SystemConcurrency", "SystemFiles", "SystemLanes", "CanvasGeometry", "CanvasDrawing",
          "ImageCodecs",
        ], tests: ["CImageJPEG", "CImageWebP"], isProduct: true),
    ]),
  ModuleLayer(
    "4-Layers",
    [
      Module(library: "CLayerGL", "egl", apt: "libegl-dev", "libgles-dev"),
      Module(
        library: "CLayerVideo", "libavformat",
        apt: "libavformat-dev", "libavcodec-dev", "libswscale-dev"),
      Module(
        "LayerCompositing",
        uses: [
          "SystemConcurrency", "SystemFiles", "SystemLanes", "CanvasGeometry", "BoxTrees",
          "CanvasDrawing", "ImageCodecs", "ImageLoading",
        ], tests: ["TextLayers"], testFiles: ["Timing/chromium-timings.json"]),
      Module(
        "LayerModel",
        uses: [
          "SystemConcurrency", "SystemLanes", "CanvasGeometry", "BoxTrees", "CanvasDrawing",
          "AsyncDisplay", "LayerCompositing",
        ], tests: ["ImageCodecs", "ImageLoading"]),
      Module(
        "TextLayers",
        uses: [
          "SystemConcurrency", "SystemLanes", "CanvasGeometry", "BoxTrees", "CanvasDrawing",
          "ImageCodecs", "TextModel", "TextFonts", "TextShaping", "TextTypesetting", "TextPainting",
          "AsyncDisplay", "ImageLoading", "LayerCompositing", "LayerModel",
        ], tests: ["TextDefaultFonts"], testFiles: ["Goldens"]),
      Module(
        "AsyncTextLayer",
        uses: [
          "SystemConcurrency", "SystemLanes", "CanvasGeometry", "BoxTrees", "CanvasDrawing",
          "ImageCodecs", "TextHyphenation", "TextModel", "DataDetection", "TextAnalysis",
          "TextFonts", "TextShaping", "TextTypesetting", "TextPainting", "AsyncDisplay",
          "ImageLoading", "LayerCompositing", "LayerModel", "TextLayers",
        ], tests: ["TextDefaultFonts"], isProduct: true),
      Module(
        "GLLayers",
        uses: [
          "SystemConcurrency", "CanvasGeometry", "CanvasDrawing", "AsyncDisplay", "CLayerGL",
          "LayerModel",
        ], tests: ["LayerCompositing", "AsyncTextLayer", "LayerScenes"], isProduct: true),
      Module(
        "VideoLayers",
        uses: [
          "SystemConcurrency", "SystemFiles", "CanvasGeometry", "CanvasDrawing", "ImageCodecs",
          "CLayerVideo", "LayerCompositing", "LayerModel",
        ], tests: ["AsyncTextLayer", "LayerScenes"], isProduct: true),
    ]),
  ModuleLayer(
    "5-Scenes",
    [
      Module(library: "CMarkupGumbo", "gumbo", apt: "libgumbo-dev"),
      Module(
        library: "CMarkupCMark", "libcmark-gfm",
        apt: "libcmark-gfm-dev", "libcmark-gfm-extensions-dev"),
      Module(
        "Markup", uses: ["SystemConcurrency", "CMarkupGumbo", "CMarkupCMark"], tests: [],
        testFiles: ["Specification"]),
      Module(
        "StyleSheets", uses: ["SystemConcurrency", "CanvasGeometry", "Markup"], tests: []),
      Module(
        "DocumentJSON", uses: ["SystemConcurrency", "LayerCompositing"],
        tests: []),
      Module(
        "SVGPictures",
        uses: [
          "SystemConcurrency", "CanvasGeometry", "CanvasDrawing", "LayerCompositing", "Markup",
          "StyleSheets",
        ], tests: []),
      Module(
        "StyledDocuments",
        uses: [
          "SystemConcurrency", "SystemFiles", "CanvasGeometry", "CanvasDrawing", "ImageCodecs",
          "CTextHarfBuzz", "TextHyphenation", "TextModel", "DataDetection", "TextAnalysis",
          "TextFonts", "TextShaping", "TextTypesetting", "TextPainting", "TextLayers", "Markup",
          "StyleSheets", "DocumentJSON", "SVGPictures",
        ], tests: ["AsyncTextLayer"]),
      Module(
        "MarkdownTexts",
        uses: [
          "SystemConcurrency", "CanvasGeometry", "TextModel", "Markup", "DocumentJSON",
          "StyledDocuments",
        ], tests: ["CanvasDrawing", "TextFonts", "TextTypesetting", "TextLayers"],
        testFiles: ["Goldens"], isProduct: true),
      Module(
        "HTMLPages",
        uses: [
          "SystemConcurrency", "SystemFiles", "SystemLanes", "CanvasGeometry", "BoxTrees",
          "CanvasDrawing", "TextModel", "TextAnalysis", "TextFonts", "TextShaping",
          "TextTypesetting",
          "LayerCompositing", "TextLayers", "Markup", "StyleSheets", "SVGPictures",
          "DocumentJSON", "StyledDocuments",
        ], tests: ["TextDefaultFonts"], testFiles: ["Cards", "Goldens"], isProduct: true),
      Module(
        "LayerScenes",
        uses: [
          "SystemConcurrency", "SystemFiles", "CanvasGeometry", "BoxTrees", "CanvasDrawing",
          "ImageCodecs", "TextModel", "TextFonts", "TextShaping", "TextTypesetting",
          "LayerCompositing", "LayerModel", "TextLayers", "GLLayers", "VideoLayers", "DocumentJSON",
          "SVGPictures", "StyledDocuments",
        ], tests: ["AsyncTextLayer"], testFiles: ["Goldens", "Scenes"], isProduct: true),
      Module(
        "PDFFiles",
        uses: ["SystemFiles", "CanvasGeometry", "CanvasDrawing", "ImageCodecs", "DocumentJSON"],
        tests: []),
      Module(
        "PDFPictures",
        uses: [
          "SystemConcurrency", "SystemFiles", "CanvasGeometry", "CanvasDrawing", "TextModel",
          "TextFonts", "TextTypesetting", "TextPainting", "LayerCompositing", "TextLayers",
          "HTMLPages", "PDFFiles",
        ], tests: ["TextDefaultFonts"], isProduct: true),
      Module(
        "Pictures",
        uses: [
          "SystemConcurrency", "SystemLanes", "CanvasGeometry", "BoxTrees", "CanvasDrawing",
          "ImageCodecs", "CTextFreeType", "TextModel", "TextAnalysis", "TextFonts", "TextShaping",
          "TextTypesetting",
          "TextPainting", "LayerCompositing", "TextLayers", "DocumentJSON", "StyledDocuments",
          "Markup", "HTMLPages", "LayerScenes", "PDFPictures",
        ], tests: []),
      Module(
        "TextService",
        uses: [
          "SystemConcurrency", "SystemFiles", "SystemLanes", "CanvasGeometry", "CanvasDrawing",
          "ImageCodecs", "TextModel", "TextFonts", "TextTypesetting",
          "TextLayers", "Markup", "DocumentJSON", "StyledDocuments", "HTMLPages", "LayerScenes",
          "Pictures",
        ], tests: [], embeds: ["Pages"], isProduct: true),
    ]),
  ModuleLayer(
    "6-Hosts",
    [
      Module(library: "CHostSDL", "sdl2", apt: "libsdl2-dev"),
      Module(
        "HostViews",
        uses: [
          "SystemLanes", "CanvasGeometry", "CanvasDrawing", "TextTypesetting", "LayerCompositing",
          "LayerModel", "TextLayers", "AsyncTextLayer",
        ], tests: [], isProduct: true),
      Module(
        "HTTPServing", uses: ["SystemConcurrency", "NIOCore", "NIOPosix", "NIOHTTP1"], tests: []),
      Module(
        "BrowserHost",
        uses: [
          "SystemConcurrency", "SystemFiles", "SystemLanes", "CanvasGeometry", "CanvasDrawing",
          "ImageCodecs", "LayerCompositing", "DocumentJSON", "HostViews", "NIOCore", "NIOHTTP1",
          "NIOWebSocket", "HTTPServing",
        ], tests: ["LayerModel", "AsyncTextLayer", "LayerScenes"], embeds: ["Page"],
        isProduct: true),
      Module(
        "TextServer",
        uses: [
          "SystemConcurrency", "SystemFiles", "DocumentJSON", "TextService", "NIOCore", "NIOHTTP1",
          "ServiceLifecycle", "UnixSignals", "Logging", "CoreMetrics", "HTTPServing",
        ], tests: ["SystemLanes", "CanvasDrawing", "ImageCodecs"], isProduct: true),
      // The C library `libasynctext`, and its header.
      Module(c: "CAsyncText"),
      Module(
        "AsyncTextC",
        uses: [
          "SystemConcurrency", "SystemLanes", "CanvasDrawing", "ImageCodecs", "TextModel",
          "TextFonts", "TextDefaultFonts", "DocumentJSON",
          "StyledDocuments", "LayerScenes", "Pictures", "CAsyncText",
        ], tests: [], library: "asynctext"),
      Module(
        "SDLHost",
        uses: [
          "SystemConcurrency", "CanvasGeometry", "CanvasDrawing", "LayerCompositing", "LayerModel",
          "CHostSDL", "HostViews",
        ], tests: [], isProduct: true),
    ]),
  ModuleLayer(
    "7-Tool",
    [
      Module(
        "TextRenderCommand",
        uses: [
          "CSystemCalls", "SystemConcurrency", "SystemFiles", "SystemLanes", "CanvasGeometry",
          "CanvasDrawing", "ImageCodecs", "TextHyphenation", "TextModel", "TextAnalysis",
          "TextFonts", "TextShaping", "TextTypesetting", "TextDefaultFonts",
          "AsyncDisplay", "LayerCompositing", "LayerModel", "TextLayers", "AsyncTextLayer",
          "GLLayers",
          "VideoLayers", "Markup", "DocumentJSON", "StyledDocuments", "LayerScenes", "Pictures",
          "HostViews", "BrowserHost", "TextService", "TextServer", "Logging", "SDLHost",
        ], tests: ["AsyncTextC", "CAsyncText"], embeds: ["Gallery/Documents", "Gallery/Cards"],
        isProduct: true),
      Module(
        "TextRenderStress",
        uses: [
          "SystemConcurrency", "SystemFiles", "SystemLanes", "CanvasGeometry", "CanvasDrawing",
          "ImageCodecs", "TextModel", "TextFonts", "TextTypesetting", "TextPainting",
          "TextDefaultFonts", "AsyncDisplay", "ImageLoading", "LayerCompositing", "LayerModel",
          "TextLayers",
          "AsyncTextLayer", "DocumentJSON", "TextRenderCommand",
        ], tests: []),
      Module("textrender", uses: ["TextRenderCommand", "TextRenderStress"], isProgram: true),
    ]),
]

/// What is imported only with a trait: `JPEG` brings `CImageJPEG`. A target is in the package
/// either way, and empty without its trait. Several traits may bring one module. A trait that
/// enables others brings what they bring.
let traits: [(name: String, description: String, brings: [String], enables: Set<String>)] = [
  (
    "Metrics", "AsyncDisplayMetrics forwards counters to swift-metrics.",
    ["CoreMetrics", "MetricsTestKit"], []
  ),
  ("JPEG", "ImageCodecs reads and writes JPEG with libjpeg-turbo.", ["CImageJPEG"], []),
  ("WebP", "ImageCodecs reads and writes WebP with libwebp.", ["CImageWebP"], []),
  ("HTML", "Markup reads HTML with libgumbo.", ["CMarkupGumbo"], []),
  ("Markdown", "Markup reads Markdown with libcmark-gfm.", ["CMarkupCMark"], ["HTML"]),
  ("GL", "GLLayers draws with OpenGL ES by EGL.", ["CLayerGL"], []),
  ("Video", "VideoLayers plays and writes films with FFmpeg.", ["CLayerVideo"], []),
  (
    "Server", "TextServer answers HTTP requests for pictures of text, with SwiftNIO.",
    [
      "NIOCore", "NIOPosix", "NIOHTTP1", "ServiceLifecycle", "UnixSignals", "Logging",
      "CoreMetrics",
    ], []
  ),
  (
    "Browser", "BrowserHost shows layers in a browser, with SwiftNIO.", ["NIOWebSocket"],
    ["Server"]
  ),
  ("SDL", "SDLHost shows layers in a window, with SDL 2.", ["CHostSDL"], []),
]

/// The packages of others, each fetched only with a trait that brings one of its products. SwiftPM
/// fetches those that no target names, whatever the traits; they are left out below.
let packages: [(url: String, from: Version, products: [String])] = [
  ("https://github.com/apple/swift-metrics", "2.5.0", ["CoreMetrics", "MetricsTestKit"]),
  (
    "https://github.com/apple/swift-nio", "2.81.0",
    ["NIOCore", "NIOPosix", "NIOHTTP1", "NIOWebSocket"]
  ),
  (
    "https://github.com/swift-server/swift-service-lifecycle", "2.6.0",
    ["ServiceLifecycle", "UnixSignals"]
  ),
  ("https://github.com/apple/swift-log", "1.6.0", ["Logging"]),
]

// MARK: Settings

/// Warnings are errors where the project itself is tested: `Scripts/test` sets the variable. For
/// others, whose libraries may deprecate what is used here, they stay warnings.
let warnings: [SwiftSetting] =
  Context.environment["WARNINGS_AS_ERRORS"] == nil ? [] : [.treatAllWarnings(as: .error)]

/// The settings of tests: the language of what ships, without the marks of unsafe expressions.
let testing: [SwiftSetting] =
  [.swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny")] + warnings

/// The settings of every Swift target that ships.
let strict: [SwiftSetting] =
  testing + [
    .strictMemorySafety(),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]

// MARK: The loop

/// A folder of `Sources`.
struct ModuleLayer {
  let name: String
  let modules: [Module]

  init(_ name: String, _ modules: [Module]) { (self.name, self.modules) = (name, modules) }
}

/// A row of the table.
struct Module {
  enum Kind {
    case swift, c, program
    case library(pkgConfig: String, packages: [String])
  }

  let name: String
  let kind: Kind
  var uses: [String] = []
  /// What the tests import besides the module, what it uses and the tests' support; `nil`: no
  /// tests.
  var tests: [String]?
  /// What lies beside the tests and is no source.
  var testFiles: [String] = []
  /// The folders whose files are compiled into the module. Of a C module also what else lies beside
  /// its sources: licences, and tables that the sources include.
  var embedded: [String] = []
  /// The folder of a C module that does not lie below `Sources`.
  var path: String?
  var isProduct = false
  /// The name of the shared library that the module becomes.
  var library: String?

  init(
    _ name: String, uses: [String] = [], tests: [String]? = nil, testFiles: [String] = [],
    embeds embedded: [String] = [], isProduct: Bool = false, isProgram: Bool = false,
    library: String? = nil
  ) {
    (self.name, kind, self.uses) = (name, isProgram ? .program : .swift, uses)
    (self.tests, self.testFiles, self.embedded) = (tests, testFiles, embedded)
    (self.isProduct, self.library) = (isProduct, library)
  }

  init(
    c name: String, uses: [String] = [], path: String? = nil, embeds embedded: [String] = []
  ) {
    (self.name, kind, self.uses) = (name, .c, uses)
    (self.path, self.embedded) = (path, embedded)
  }

  init(library name: String, _ pkgConfig: String, apt packages: String...) {
    (self.name, kind) = (name, .library(pkgConfig: pkgConfig, packages: packages))
  }

  func target(in layer: ModuleLayer) -> Target {
    let path = path ?? "Sources/\(layer.name)/\(name)"
    switch kind {
    case .library(let pkgConfig, let packages):
      return .systemLibrary(
        name: name, path: path, pkgConfig: pkgConfig, providers: [.apt(packages)])
    case .c:
      return .target(
        name: name, dependencies: dependencies(on: uses), path: path, exclude: embedded)
    case .swift:
      return .target(
        name: name, dependencies: dependencies(on: uses), path: path,
        resources: embedded.map { .embedInCode($0) }, swiftSettings: strict)
    case .program:
      return .executableTarget(
        name: name, dependencies: dependencies(on: uses), path: path, swiftSettings: strict)
    }
  }

  func testTarget(in layer: ModuleLayer) -> Target? {
    tests.map {
      .testTarget(
        name: "\(name)Tests",
        dependencies: dependencies(on: ["TextTestSupport", name] + uses + $0),
        path: "Tests/\(layer.name)/\(name)Tests", exclude: testFiles, swiftSettings: testing)
    }
  }
}

/// The dependencies of these names, each with the traits that bring it: any of them is enough.
func dependencies(on names: [String]) -> [Target.Dependency] {
  names.map { name in
    let bringing = Set(traits.filter { $0.brings.contains(name) }.map(\.name))
    let condition = bringing.isEmpty ? nil : TargetDependencyCondition.when(traits: bringing)
    guard let package = packages.first(where: { $0.products.contains(name) }) else {
      return .target(name: name, condition: condition)
    }
    let identity = package.url.split(separator: "/").last.map(String.init) ?? package.url
    return .product(name: name, package: identity, condition: condition)
  }
}

let modules = architecture.flatMap(\.modules)

/// What the modules and their tests depend on.
let named = Set(modules.flatMap { $0.uses + ($0.tests ?? []) })

let package = Package(
  name: "AsyncTextLayer",
  products: modules.filter(\.isProduct).map { .library(name: $0.name, targets: [$0.name]) }
    + modules.compactMap { module in
      module.library.map { .library(name: $0, type: .dynamic, targets: [module.name]) }
    }
    + [.executable(name: "textrender", targets: ["textrender"])],
  traits: Set(
    traits.map {
      .trait(name: $0.name, description: $0.description, enabledTraits: $0.enables)
    }),
  dependencies: packages.filter { !named.isDisjoint(with: $0.products) }
    .map { .package(url: $0.url, from: $0.from) },
  targets: architecture.flatMap { layer in layer.modules.map { $0.target(in: layer) } }
    + architecture.flatMap { layer in layer.modules.compactMap { $0.testTarget(in: layer) } }
    + [
      .target(
        name: "TextTestSupport",
        dependencies: dependencies(on: [
          "SystemConcurrency", "SystemLanes", "CanvasGeometry", "CanvasDrawing", "ImageCodecs",
          "TextFonts", "TextDefaultFonts", "LayerCompositing", "NIOCore", "NIOPosix",
        ]),
        path: "Tests/TextTestSupport", swiftSettings: testing),
      .testTarget(
        name: "ArchitectureTests", path: "Tests/ArchitectureTests", swiftSettings: testing),
    ],
  cLanguageStandard: .c2x
)

// A run of some tests, such as those under a sanitizer, need not build the others: their targets
// are named here, separated by commas.
if let chosen = Context.environment["TEST_TARGETS"]?.split(separator: ",").map(String.init) {
  package.targets.removeAll { $0.type == .test && !chosen.contains($0.name) }
}

#if compiler(<6.3)
  // Functions of a C header are written in Swift since 6.3: without it there is no C library.
  package.targets.removeAll { $0.name.hasPrefix("AsyncTextC") }
  package.products.removeAll { $0.name == "asynctext" }
#endif
