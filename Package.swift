// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Cairn",
  platforms: [.macOS(.v15), .iOS(.v18), .watchOS(.v11), .tvOS(.v18), .visionOS(.v2)],
  products: [
    .library(name: "Cairn", targets: ["Cairn"]),
    .library(name: "CairnGeodesy", targets: ["CairnGeodesy"]),
    .library(name: "CairnIndex", targets: ["CairnIndex"]),
    .library(name: "CairnCountries", targets: ["CairnCountries"]),
    .library(name: "CairnCountryData", targets: ["CairnCountryData"]),
    .library(name: "CairnRoutes", targets: ["CairnRoutes"]),
    .library(name: "CairnFormats", targets: ["CairnFormats"]),
    .library(name: "CairnPictures", targets: ["CairnPictures"]),
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
    .target(
      name: "CairnCountries",
      dependencies: ["CairnGeodesy", "CairnIndex", "CairnText", "CairnCountryData"]),
    .target(name: "CairnRoutes", dependencies: ["CairnGeodesy", "CairnIndex"]),
    .target(name: "CairnFormats", dependencies: ["CairnGeodesy", "CairnIndex"]),
    .target(
      name: "CairnPictures",
      dependencies: ["CairnGeodesy", "CairnIndex", "CairnCountries", "CairnText"]),
    .target(
      name: "Cairn",
      dependencies: [
        "CairnGeodesy", "CairnIndex", "CairnCountries", "CairnRoutes", "CairnFormats",
        "CairnPictures",
      ]),

    // The embedded sets: each literal stands alone, so that it is compiled once.
    .target(name: "CairnCountryData"),
    .target(name: "CairnPlaceData"),
    .target(
      name: "CairnPlaces",
      dependencies: ["CairnGeodesy", "CairnIndex", "CairnText", "CairnPlaceData"]),

    // Constant tables and the keys that names are looked up by.
    .target(name: "CairnText"),

    // Bridges to Foundation and to Apple's maps; nothing else imports those.
    .target(name: "CairnFoundation", dependencies: ["CairnGeodesy"]),
    .target(name: "CairnMapKit", dependencies: ["CairnGeodesy"]),

    .executableTarget(
      name: "CairnCommand",
      dependencies: ["Cairn", "CairnCountries", "CairnPlaces", "CairnRoutes", "CairnText"]),
    .executableTarget(
      name: "CairnBench",
      dependencies: [
        "CairnGeodesy", "CairnIndex", "CairnCountries", "CairnRoutes", "CairnFormats",
        "CairnPlaces",
      ],
      path: "Benchmarks/CairnBench"),

    .testTarget(
      name: "CairnFoundationTests", dependencies: ["CairnFoundation", "CairnGeodesy"]),
    .testTarget(
      name: "CairnGeodesyTests", dependencies: ["CairnGeodesy"], exclude: ["Vectors"]),
    .testTarget(name: "CairnIndexTests", dependencies: ["CairnIndex"], exclude: ["Vectors"]),
    .testTarget(
      name: "CairnCountriesTests",
      dependencies: [
        "CairnCountries", "CairnCountryData", "CairnIndex", "CairnGeodesy", "CairnPlaces",
      ]),
    .testTarget(name: "CairnRoutesTests", dependencies: ["CairnRoutes", "CairnGeodesy"]),
    .testTarget(name: "CairnBenchTests", dependencies: ["CairnBench", "CairnGeodesy"]),
    .testTarget(
      name: "CairnFormatsTests", dependencies: ["CairnFormats", "CairnIndex", "CairnGeodesy"],
      exclude: ["Vectors"]),
    .testTarget(
      name: "CairnPicturesTests",
      dependencies: [
        "CairnPictures", "CairnCountries", "CairnText", "CairnIndex", "CairnGeodesy",
      ]),
    .testTarget(name: "CairnTests", dependencies: ["Cairn"]),
    .testTarget(
      name: "CairnPlacesTests",
      dependencies: [
        "CairnPlaces", "CairnPlaceData", "CairnText", "CairnIndex", "CairnGeodesy",
      ]),
    .testTarget(
      name: "CairnCommandTests",
      dependencies: [
        "CairnCommand", "CairnPlaces", "CairnRoutes", "CairnCountries", "CairnFormats",
        "CairnText", "CairnIndex", "CairnGeodesy",
      ]),
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
