// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Elements",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "Cairn", path: "../../..")],
  targets: [
    .executableTarget(
      name: "osm-elements", dependencies: [.product(name: "CairnOSM", package: "Cairn")])
  ],
  swiftLanguageModes: [.v6]
)
