// swift-tools-version: 6.2
import PackageDescription

// A database with GRDB. Cairn has no dependencies, so this example is a separate package.
let package = Package(
  name: "SpotRecords",
  platforms: [.macOS(.v14)],
  dependencies: [
    .package(name: "Cairn", path: "../../../.."),
    .package(url: "https://github.com/groue/GRDB.swift.git", from: "7.0.0"),
  ],
  targets: [
    .executableTarget(
      name: "SpotRecords",
      dependencies: [
        .product(name: "Cairn", package: "Cairn"),
        .product(name: "CairnBook", package: "Cairn"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
