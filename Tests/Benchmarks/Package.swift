// swift-tools-version:6.2
import PackageDescription

/// The project's side of the peers' benchmark: reads their workload files, prints their result lines.
let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "AsyncTextLayer", path: "../..")],
  targets: [
    .systemLibrary(name: "CBareHarfBuzz", pkgConfig: "harfbuzz"),
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
        .product(name: "AsyncTextLayer", package: "AsyncTextLayer"),
        .product(name: "TextDefaultFonts", package: "AsyncTextLayer"),
      ]),
    // What Scripts/count-instructions counts.
    .executableTarget(
      name: "InstructionSlices",
      dependencies: [
        "CCounting",
        .product(name: "AsyncTextLayer", package: "AsyncTextLayer"),
        .product(name: "TextDefaultFonts", package: "AsyncTextLayer"),
      ]),
  ]
)
