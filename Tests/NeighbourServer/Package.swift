// swift-tools-version:6.2
import PackageDescription

/// A small server that draws, and asks itself how soon it answers beside that.
let package = Package(
  name: "NeighbourServer",
  dependencies: [
    .package(name: "AsyncTextLayer", path: "../.."),
    .package(url: "https://github.com/apple/swift-nio", from: "2.81.0"),
  ],
  targets: [
    .executableTarget(
      name: "NeighbourServer",
      dependencies: [
        .product(name: "AsyncTextLayer", package: "AsyncTextLayer"),
        .product(name: "TextDefaultFonts", package: "AsyncTextLayer"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ],
      swiftSettings: [.swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny")])
  ]
)
