// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Cairn",
  platforms: [.macOS(.v15), .iOS(.v18), .watchOS(.v11), .tvOS(.v18), .visionOS(.v2)],
  products: [
    .library(name: "Cairn", targets: ["Cairn"]),
    .library(name: "CairnGeodesy", targets: ["CairnGeodesy"]),
    .library(name: "CairnIndex", targets: ["CairnIndex"]),
    .library(name: "CairnFormats", targets: ["CairnFormats"]),
    .library(name: "CairnPlaces", targets: ["CairnPlaces"]),
    .library(name: "CairnPlaceData", targets: ["CairnPlaceData"]),
    .library(name: "CairnFoundation", targets: ["CairnFoundation"]),
    .library(name: "CairnMapKit", targets: ["CairnMapKit"]),
    .executable(name: "cairn", targets: ["CairnCommand"]),
    .executable(name: "cairn-bench", targets: ["CairnBench"]),
  ],
  targets: [
    // The four questions; knowledge flows upwards only.
    .target(name: "CairnGeodesy"),
    .target(name: "CairnIndex", dependencies: ["CairnGeodesy"], exclude: ["README.md"]),
    .target(name: "CairnFormats", dependencies: ["CairnGeodesy", "CairnIndex"]),
    .target(name: "Cairn", dependencies: ["CairnGeodesy", "CairnIndex", "CairnFormats"]),

    // The embedded place set: the literal stands alone, so that it is compiled once.
    .target(name: "CairnPlaceData"),
    .target(name: "CairnPlaces", dependencies: ["CairnGeodesy", "CairnIndex", "CairnPlaceData"]),

    // Bridges to Foundation and to Apple's maps; nothing else imports those.
    .target(name: "CairnFoundation", dependencies: ["CairnGeodesy"]),
    .target(name: "CairnMapKit", dependencies: ["CairnGeodesy"]),

    .executableTarget(name: "CairnCommand", dependencies: ["Cairn", "CairnPlaces"]),
    .executableTarget(
      name: "CairnBench",
      dependencies: ["CairnGeodesy", "CairnIndex", "CairnFormats", "CairnPlaces"],
      path: "Benchmarks/CairnBench"),

    .testTarget(
      name: "CairnFoundationTests", dependencies: ["CairnFoundation", "CairnGeodesy"]),
    .testTarget(
      name: "CairnGeodesyTests", dependencies: ["CairnGeodesy"], exclude: ["Vectors"]),
    .testTarget(name: "CairnIndexTests", dependencies: ["CairnIndex"], exclude: ["Vectors"]),
    .testTarget(name: "CairnBenchTests", dependencies: ["CairnBench", "CairnGeodesy"]),
    .testTarget(name: "CairnFormatsTests", dependencies: ["CairnFormats", "CairnGeodesy"]),
    .testTarget(
      name: "CairnPlacesTests",
      dependencies: ["CairnPlaces", "CairnPlaceData", "CairnIndex", "CairnGeodesy"]),
    .testTarget(
      name: "CairnCommandTests",
      dependencies: ["CairnCommand", "CairnPlaces", "CairnIndex", "CairnGeodesy"]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = [
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
  ]
}
