// swift-tools-version:6.2
import Foundation
import PackageDescription

// Measurements set the sizes of caches, which users cannot: they see what the modules of the
// library show each other.
// A package that is named by its path is called after its folder.
let folder = URL(fileURLWithPath: Context.packageDirectory).deletingLastPathComponent()
  .deletingLastPathComponent().lastPathComponent.lowercased()
let libraryPackage = String(folder.map { $0.isLetter || $0.isNumber ? $0 : "_" })

/// The project's side of the peers' benchmark: reads their workload files, prints their result
/// lines.
let package = Package(
  name: "Benchmarks",
  dependencies: [
    // JPEG is needed by TileScrolling alone, which Scripts/bench/tiles builds.
    .package(
      name: "AsyncTextLayer", path: "../..",
      traits: Context.environment["BENCHMARK_JPEG"] == nil ? [] : ["JPEG"])
  ],
  targets: [
    .systemLibrary(name: "CBareHarfBuzz", pkgConfig: "harfbuzz"),
    .systemLibrary(name: "CBarePNG", pkgConfig: "libpng"),
    .target(name: "CCounting"),
    .executableTarget(
      name: "FirstFigures",
      dependencies: [
        "CBareHarfBuzz",
        .product(name: "AsyncTextLayer", package: "AsyncTextLayer"),
        .product(name: "TextDefaultFonts", package: "AsyncTextLayer"),
      ]),
    .executableTarget(
      name: "TextBenchmarks",
      dependencies: [
        "CBarePNG",
        .product(name: "AsyncTextLayer", package: "AsyncTextLayer"),
        .product(name: "TextDefaultFonts", package: "AsyncTextLayer"),
      ],
      packageAccess: false,
      swiftSettings: [.unsafeFlags(["-package-name", libraryPackage])]),
    // Scenes of layers; the peer is Peers/cairo_layers.c.
    .executableTarget(
      name: "LayerBenchmarks",
      dependencies: [.product(name: "AsyncTextLayer", package: "AsyncTextLayer")],
      packageAccess: false,
      swiftSettings: [.unsafeFlags(["-package-name", libraryPackage])]),
    // Cards drawn as a program draws them; see Scripts/bench/cards.
    .executableTarget(
      name: "CardBenchmarks",
      dependencies: [
        .product(name: "AsyncTextLayer", package: "AsyncTextLayer"),
        .product(name: "TextDefaultFonts", package: "AsyncTextLayer"),
      ]),
    // Documents drawn by the library, beside `textrender batch`; see Scripts/bench/batch.
    .executableTarget(
      name: "BatchBenchmarks",
      dependencies: [
        .product(name: "AsyncTextLayer", package: "AsyncTextLayer"),
        .product(name: "LayerScenes", package: "AsyncTextLayer"),
        .product(name: "TextDefaultFonts", package: "AsyncTextLayer"),
      ],
      packageAccess: false,
      swiftSettings: [.unsafeFlags(["-package-name", libraryPackage])]),
    // What a service pays for a label by `TextRenderer`.
    .executableTarget(
      name: "RendererBenchmarks",
      dependencies: [
        .product(name: "AsyncTextLayer", package: "AsyncTextLayer"),
        .product(name: "TextDefaultFonts", package: "AsyncTextLayer"),
      ]),
    // Requests to a service without a network; see Scripts/bench/service.
    .executableTarget(
      name: "ServiceBenchmarks",
      dependencies: [
        .product(name: "TextDefaultFonts", package: "AsyncTextLayer"),
        .product(name: "TextService", package: "AsyncTextLayer"),
      ]),
    // Scrolling over tiles, beside their decoding alone; see Scripts/bench/tiles.
    .executableTarget(
      name: "TileScrolling",
      dependencies: [
        .product(name: "AsyncTextLayer", package: "AsyncTextLayer"),
        .product(name: "ImageCodecs", package: "AsyncTextLayer"),
        .product(name: "ImageLoading", package: "AsyncTextLayer"),
      ],
      packageAccess: false,
      swiftSettings: [.unsafeFlags(["-package-name", libraryPackage])]),
    // What Scripts/bench/count-instructions counts.
    .executableTarget(
      name: "InstructionSlices",
      dependencies: [
        "CCounting",
        .product(name: "AsyncTextLayer", package: "AsyncTextLayer"),
        .product(name: "LayerScenes", package: "AsyncTextLayer"),
        .product(name: "TextDefaultFonts", package: "AsyncTextLayer"),
      ],
      packageAccess: false,
      swiftSettings: [.unsafeFlags(["-package-name", libraryPackage])]),
  ]
)
