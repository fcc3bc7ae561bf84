// swift-tools-version:6.3
import Foundation
import PackageDescription

// Parsers are reached where the modules of the library show them each other alone.
// A package that is named by its path is called after its folder.
let folder = URL(fileURLWithPath: Context.packageDirectory).deletingLastPathComponent()
  .deletingLastPathComponent().lastPathComponent.lowercased()
let libraryPackage = String(folder.map { $0.isLetter || $0.isNumber ? $0 : "_" })

/// The settings of every target, as in the package around.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"),
]

/// A program of libFuzzer. It links only with the flags that `Scripts/tests/fuzz` passes.
func fuzzer(_ name: String, _ products: [String] = []) -> Target {
  .executableTarget(
    name: name,
    dependencies: ["FuzzSupport"]
      + products.map { .product(name: $0, package: "AsyncTextLayer") },
    packageAccess: false, swiftSettings: strict + [.unsafeFlags(["-package-name", libraryPackage])])
}

/// Whether FFmpeg is there: `Scripts/tests/fuzz` says so.
let hasVideo = Context.environment["FUZZ_VIDEO"] != nil

let package = Package(
  name: "Fuzzing",
  dependencies: [
    .package(
      name: "AsyncTextLayer", path: "../..",
      traits: hasVideo
        ? ["JPEG", "WebP", "HTML", "Markdown", "Video"] : ["JPEG", "WebP", "HTML", "Markdown"])
  ],
  targets: [
    .target(
      name: "FuzzSupport",
      dependencies: [
        .product(name: "AsyncTextLayer", package: "AsyncTextLayer"),
        .product(name: "TextDefaultFonts", package: "AsyncTextLayer"),
      ], swiftSettings: strict),
    fuzzer("FuzzFonts", ["AsyncTextLayer"]),
    fuzzer("FuzzDocuments", ["AsyncTextLayer", "LayerScenes", "TextRenderCommand"]),
    fuzzer("FuzzHyphens", ["AsyncTextLayer"]),
    fuzzer("FuzzPictures", ["AsyncTextLayer"]),
    fuzzer("FuzzCodecs", ["AsyncTextLayer", "ImageCodecs", "TextRenderCommand"]),
    fuzzer("FuzzLayouts", ["AsyncTextLayer"]),
    fuzzer("FuzzPages", ["AsyncTextLayer", "HTMLPages", "TextDefaultFonts"]),
    fuzzer("FuzzMarkdown", ["AsyncTextLayer", "HTMLPages", "MarkdownTexts", "TextDefaultFonts"]),
    fuzzer("FuzzEdits", ["AsyncTextLayer"]),
    fuzzer("FuzzLayers", ["AsyncTextLayer"]),
    fuzzer("FuzzViewer", ["AsyncTextLayer", "BrowserHost", "HostViews"]),
    fuzzer("FuzzRequests", ["AsyncTextLayer", "TextDefaultFonts", "TextService"]),
  ] + (hasVideo ? [fuzzer("FuzzVideo", ["AsyncTextLayer", "VideoLayers"])] : [])
)
