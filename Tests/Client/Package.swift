// swift-tools-version:6.2
import PackageDescription

/// A program of somebody else's: it sees what the products show, and nothing more.
let package = Package(
  name: "Client",
  dependencies: [.package(name: "AsyncTextLayer", path: "../..")],
  targets: [
    .executableTarget(
      name: "Articles",
      dependencies: [
        .product(name: "AsyncTextLayer", package: "AsyncTextLayer"),
        .product(name: "TextDefaultFonts", package: "AsyncTextLayer"),
        .product(name: "HostViews", package: "AsyncTextLayer"),
      ],
      packageAccess: false,
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        // What is deprecated has no place in a listing.
        .treatAllWarnings(as: .error),
      ])
  ],
  swiftLanguageModes: [.v6]
)
