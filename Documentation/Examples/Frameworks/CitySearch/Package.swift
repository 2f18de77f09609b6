// swift-tools-version: 6.2
import PackageDescription

// A server with Hummingbird. Cairn has no dependencies, so this example is a separate package.
let package = Package(
  name: "CitySearch",
  platforms: [.macOS(.v14)],
  dependencies: [
    .package(name: "Cairn", path: "../../../.."),
    .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.20.0"),
  ],
  targets: [
    .executableTarget(
      name: "CitySearch",
      dependencies: [
        .product(name: "Cairn", package: "Cairn"),
        .product(name: "CairnPlaces", package: "Cairn"),
        .product(name: "Hummingbird", package: "hummingbird"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
