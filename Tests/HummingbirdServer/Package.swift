// swift-tools-version:6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"),
]

/// A server of Hummingbird's with routes that draw text; its tests are clients that hang up.
let package = Package(
  name: "HummingbirdServer",
  dependencies: [
    .package(name: "AsyncTextLayer", path: "../.."),
    .package(
      url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/apple/swift-nio", from: "2.81.0"),
  ],
  targets: [
    .target(
      name: "TextRoutes",
      dependencies: [
        .product(name: "AsyncTextLayer", package: "AsyncTextLayer"),
        .product(name: "TextService", package: "AsyncTextLayer"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "NIOCore", package: "swift-nio"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "HummingbirdServer",
      dependencies: [
        "TextRoutes",
        .product(name: "AsyncTextLayer", package: "AsyncTextLayer"),
        .product(name: "TextDefaultFonts", package: "AsyncTextLayer"),
        .product(name: "TextService", package: "AsyncTextLayer"),
        .product(name: "Hummingbird", package: "hummingbird"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "TextRoutesTests",
      dependencies: [
        "TextRoutes",
        .product(name: "AsyncTextLayer", package: "AsyncTextLayer"),
        .product(name: "TextDefaultFonts", package: "AsyncTextLayer"),
        .product(name: "TextService", package: "AsyncTextLayer"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      swiftSettings: strict),
  ]
)
