// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Cairn",
  platforms: [.macOS(.v13), .iOS(.v16), .watchOS(.v9), .tvOS(.v16), .visionOS(.v1)],
  products: [
    .library(name: "Cairn", targets: ["Cairn"]),
    .library(name: "CairnGeodesy", targets: ["CairnGeodesy"]),
    .library(name: "CairnIndex", targets: ["CairnIndex"]),
    .library(name: "CairnGrids", targets: ["CairnGrids"]),
    .library(name: "CairnShapes", targets: ["CairnShapes"]),
    .library(name: "CairnCountries", targets: ["CairnCountries"]),
    .library(name: "CairnCountryFacts", targets: ["CairnCountryFacts"]),
    .library(name: "CairnCountryData", targets: ["CairnCountryData"]),
    .library(name: "CairnRegions", targets: ["CairnRegions"]),
    .library(name: "CairnRegionData", targets: ["CairnRegionData"]),
    .library(name: "CairnTimeZones", targets: ["CairnTimeZones"]),
    .library(name: "CairnTimeZoneData", targets: ["CairnTimeZoneData"]),
    .library(name: "CairnHours", targets: ["CairnHours"]),
    .library(name: "CairnRoutes", targets: ["CairnRoutes"]),
    .library(name: "CairnFormats", targets: ["CairnFormats"]),
    .library(name: "CairnInflate", targets: ["CairnInflate"]),
    .library(name: "CairnCountryFormats", targets: ["CairnCountryFormats"]),
    .library(name: "CairnPictures", targets: ["CairnPictures"]),
    .library(name: "CairnWaterData", targets: ["CairnWaterData"]),
    .library(name: "CairnPlaces", targets: ["CairnPlaces"]),
    .library(name: "CairnPlaceData", targets: ["CairnPlaceData"]),
    .library(name: "CairnTowns", targets: ["CairnTowns"]),
    .library(name: "CairnTownData", targets: ["CairnTownData"]),
    .library(name: "CairnBook", targets: ["CairnBook"]),
    .library(name: "CairnColumns", type: .dynamic, targets: ["CairnColumns"]),
    .library(name: "CairnFoundation", targets: ["CairnFoundation"]),
    .library(name: "CairnMapKit", targets: ["CairnMapKit"]),
    .executable(name: "cairn", targets: ["CairnCommand"]),
  ],
  targets: [
    // The C library, and the only room with raw memory; internal to the package.
    .target(name: "CairnPlatform"),
    .target(name: "CairnMemory", dependencies: ["CairnPlatform"]),

    // The four questions; knowledge flows upwards only.
    .target(name: "CairnGeodesy", dependencies: ["CairnMemory"]),
    .target(
      name: "CairnIndex", dependencies: ["CairnGeodesy", "CairnMemory"], exclude: ["README.md"]),
    // UTM, MGRS and Plus codes, for who imports them.
    .target(
      name: "CairnGrids", dependencies: ["CairnGeodesy", "CairnMemory"], exclude: ["README.md"]),
    // Relations of shapes and an index of them, for who has more than places.
    .target(
      name: "CairnShapes", dependencies: ["CairnGeodesy", "CairnIndex", "CairnMemory"],
      exclude: ["README.md"]),
    .target(
      name: "CairnCountryFacts",
      dependencies: ["CairnGeodesy", "CairnIndex", "CairnMemory", "CairnText"]),
    .target(
      name: "CairnCountries",
      dependencies: [
        "CairnGeodesy", "CairnIndex", "CairnMemory", "CairnText", "CairnCountryFacts",
        "CairnCountryData",
      ]),
    // Layers of countries, for who imports them.
    .target(
      name: "CairnRegions",
      dependencies: [
        "CairnGeodesy", "CairnMemory", "CairnText", "CairnCountryFacts", "CairnCountries",
        "CairnRegionData",
      ]),
    .target(
      name: "CairnTimeZones",
      dependencies: [
        "CairnGeodesy", "CairnMemory", "CairnText", "CairnCountries", "CairnTimeZoneData",
      ]),
    .target(name: "CairnHours", dependencies: ["CairnGeodesy"], exclude: ["README.md"]),
    .target(
      name: "CairnRoutes",
      dependencies: ["CairnGeodesy", "CairnIndex", "CairnMemory", "CairnHours"]),
    .target(name: "CairnFormats", dependencies: ["CairnGeodesy", "CairnIndex", "CairnMemory"]),
    // Compressed files, for who has some.
    .target(name: "CairnInflate", dependencies: ["CairnMemory"]),
    .target(
      name: "CairnPictures",
      dependencies: [
        "CairnGeodesy", "CairnIndex", "CairnCountries", "CairnText", "CairnWaterData",
      ]),
    .target(
      name: "Cairn",
      dependencies: ["CairnGeodesy", "CairnIndex", "CairnCountries", "CairnRoutes", "CairnHours"]),
    .target(
      name: "CairnCountryFormats",
      dependencies: ["CairnGeodesy", "CairnCountries", "CairnFormats"]),

    // The embedded sets: each literal stands alone, so that it is compiled once.
    .target(name: "CairnCountryData"),
    .target(name: "CairnRegionData"),
    .target(name: "CairnTimeZoneData"),
    .target(name: "CairnWaterData"),
    .target(name: "CairnPlaceData"),
    .target(name: "CairnTownData"),
    .target(
      name: "CairnPlaces",
      dependencies: [
        "CairnGeodesy", "CairnIndex", "CairnMemory", "CairnText", "CairnCountryFacts",
        "CairnPlaceData",
      ]),
    .target(name: "CairnTowns", dependencies: ["CairnPlaces", "CairnTownData"]),

    // Constant tables and the keys that names are looked up by.
    .target(name: "CairnText", dependencies: ["CairnMemory"]),

    // One's own places and journeys, for who keeps some.
    .target(
      name: "CairnBook",
      dependencies: [
        "CairnGeodesy", "CairnIndex", "CairnMemory", "CairnText", "CairnCountryFacts",
        "CairnCountries", "CairnHours", "CairnFormats",
      ]),

    // Columns of other languages, through functions of C.
    .target(
      name: "CairnColumns",
      dependencies: [
        "CairnGeodesy", "CairnIndex", "CairnCountryFacts", "CairnCountries", "CairnRegions",
        "CairnTimeZones", "CairnRoutes", "CairnMemory",
      ]),

    // Bridges to Foundation and to Apple's maps; nothing else imports those.
    .target(name: "CairnFoundation", dependencies: ["CairnGeodesy", "CairnHours"]),
    .target(name: "CairnMapKit", dependencies: ["CairnGeodesy"]),

    .executableTarget(
      name: "CairnCommand",
      dependencies: [
        "CairnGeodesy", "CairnIndex", "CairnCountries", "CairnRoutes", "CairnFormats",
        "CairnCountryFormats", "CairnPictures", "CairnPlaces", "CairnRegions", "CairnTimeZones",
        "CairnGrids", "CairnHours", "CairnInflate", "CairnMemory", "CairnShapes", "CairnText",
      ]),
    .executableTarget(
      name: "cairn-bench",
      dependencies: [
        "CairnGeodesy", "CairnIndex", "CairnCountries", "CairnRoutes", "CairnFormats", "CairnGrids",
        "CairnHours", "CairnInflate", "CairnRegions", "CairnTimeZones", "CairnMemory",
        "CairnPlaces", "CairnShapes", "CairnBook", "TestSupport",
      ],
      path: "Benchmarks/CairnBench"),

    // What tests and the benchmark share: seeded numbers, files of vectors.
    .target(
      name: "TestSupport", dependencies: ["CairnGeodesy", "CairnMemory", "CairnCountries"],
      path: "Tests/TestSupport"),

    // Checks that costs grow as documented; built with the release build, run by .ci/run.
    .executableTarget(
      name: "cairn-complexity",
      dependencies: [
        "CairnGeodesy", "CairnIndex", "CairnShapes", "CairnHours", "CairnRoutes", "CairnFormats",
        "CairnBook", "TestSupport",
      ],
      path: "Tests/Complexity"),

    .testTarget(name: "CairnMemoryTests", dependencies: ["CairnMemory", "TestSupport"]),
    .testTarget(
      name: "CairnFoundationTests",
      dependencies: ["CairnFoundation", "CairnGeodesy", "CairnHours"]),
    .testTarget(
      name: "CairnGeodesyTests", dependencies: ["CairnGeodesy", "CairnMemory", "TestSupport"],
      exclude: ["Vectors"]
    ),
    .testTarget(
      name: "CairnIndexTests", dependencies: ["CairnIndex", "CairnMemory", "TestSupport"],
      exclude: ["Vectors"]),
    .testTarget(
      name: "CairnGridsTests", dependencies: ["CairnGrids", "CairnGeodesy", "TestSupport"],
      exclude: ["Vectors"]),
    .testTarget(
      name: "CairnShapesTests",
      dependencies: ["CairnShapes", "CairnIndex", "CairnGeodesy", "TestSupport"],
      exclude: ["Vectors"]),
    .testTarget(
      name: "CairnCountryFactsTests",
      dependencies: ["CairnCountryFacts", "CairnIndex", "CairnGeodesy", "CairnText", "TestSupport"]),
    .testTarget(
      name: "CairnCountriesTests",
      dependencies: [
        "CairnCountries", "CairnCountryData", "CairnIndex", "CairnGeodesy", "CairnPlaces",
        "TestSupport",
      ],
      exclude: ["Vectors"]),
    .testTarget(
      name: "CairnRegionsTests",
      dependencies: [
        "CairnRegions", "CairnRegionData", "CairnCountries", "CairnGeodesy", "CairnIndex",
        "CairnPlaces",
        "TestSupport",
      ]),
    .testTarget(
      name: "CairnTimeZonesTests",
      dependencies: [
        "CairnTimeZones", "CairnTimeZoneData", "CairnCountries", "CairnGeodesy", "CairnIndex",
        "CairnPlaces",
        "TestSupport",
      ]),
    .testTarget(
      name: "CairnHoursTests", dependencies: ["CairnHours", "CairnGeodesy", "TestSupport"],
      exclude: ["Vectors"]),
    .testTarget(
      name: "CairnRoutesTests",
      dependencies: ["CairnRoutes", "CairnHours", "CairnGeodesy", "CairnMemory", "TestSupport"]),
    .testTarget(
      name: "CairnBenchTests", dependencies: ["cairn-bench", "CairnGeodesy", "TestSupport"]),
    .testTarget(
      name: "CairnFormatsTests",
      dependencies: ["CairnFormats", "CairnIndex", "CairnGeodesy", "CairnMemory", "TestSupport"],
      exclude: ["Vectors"]),
    .testTarget(name: "CairnInflateTests", dependencies: ["CairnInflate", "TestSupport"]),
    .testTarget(
      name: "CairnPicturesTests",
      dependencies: [
        "CairnPictures", "CairnWaterData", "CairnCountries", "CairnText", "CairnIndex",
        "CairnGeodesy", "TestSupport",
      ]),
    .testTarget(
      name: "CairnCountryFormatsTests",
      dependencies: ["CairnCountryFormats", "CairnCountries", "CairnFormats", "CairnGeodesy"]),
    .testTarget(
      name: "CairnPlacesTests",
      dependencies: [
        "CairnPlaces", "CairnPlaceData", "CairnCountryFacts", "CairnText", "CairnIndex",
        "CairnGeodesy", "TestSupport",
      ],
      exclude: ["Vectors"]),
    .testTarget(
      name: "CairnBookTests",
      dependencies: [
        "CairnBook", "CairnText", "CairnFormats", "CairnHours", "CairnCountries",
        "CairnCountryFacts", "CairnIndex", "CairnGeodesy", "TestSupport",
      ]),
    .testTarget(
      name: "CairnTownsTests",
      dependencies: [
        "CairnTowns", "CairnTownData", "CairnPlaces", "CairnCountryFacts", "CairnText",
        "CairnIndex", "CairnGeodesy", "TestSupport",
      ]),
    .testTarget(
      name: "CairnColumnsTests",
      dependencies: [
        "CairnColumns", "CairnGeodesy", "CairnIndex", "CairnCountryFacts", "CairnCountries",
        "CairnRegions", "CairnTimeZones", "CairnRoutes", "TestSupport",
      ]),
    .testTarget(
      name: "CairnCommandTests",
      dependencies: [
        "CairnCommand", "CairnPlaces", "CairnRoutes", "CairnCountries", "CairnFormats",
        "CairnCountryFacts",
        "CairnGrids", "CairnHours",
        "CairnCountryFormats", "CairnText", "CairnIndex", "CairnGeodesy", "CairnMemory",
        "CairnShapes", "TestSupport",
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
  // Atomic words by the compiler's own instructions, for systems before `Atomic` of the library.
  if target.name == "CairnMemory" {
    target.swiftSettings?.append(.enableExperimentalFeature("BuiltinModule"))
  }
}
