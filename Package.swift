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
    .library(name: "CairnCountrySearch", targets: ["CairnCountrySearch"]),
    .library(name: "CairnCountryFacts", targets: ["CairnCountryFacts"]),
    .library(name: "CairnRegions", targets: ["CairnRegions"]),
    .library(name: "CairnRegionNames", targets: ["CairnRegionNames"]),
    .library(name: "CairnTimeZones", targets: ["CairnTimeZones"]),
    .library(name: "CairnHours", targets: ["CairnHours"]),
    .library(name: "CairnHolidays", targets: ["CairnHolidays"]),
    .library(name: "CairnRoutes", targets: ["CairnRoutes"]),
    .library(name: "CairnFormats", targets: ["CairnFormats"]),
    .library(name: "CairnInflate", targets: ["CairnInflate"]),
    .library(name: "CairnFeatures", targets: ["CairnFeatures"]),
    .library(name: "CairnPictures", targets: ["CairnPictures"]),
    .library(name: "CairnPlaces", targets: ["CairnPlaces"]),
    .library(name: "CairnTowns", targets: ["CairnTowns"]),
    .library(name: "CairnNames", targets: ["CairnNames"]),
    .library(name: "CairnBook", targets: ["CairnBook"]),
    .library(name: "CairnBookFiles", targets: ["CairnBookFiles"]),
    .library(name: "CairnOSM", targets: ["CairnOSM"]),
    .library(name: "CairnRoads", targets: ["CairnRoads"]),
    .library(name: "CairnColumns", type: .dynamic, targets: ["CairnColumns"]),
    .library(name: "CairnFoundation", targets: ["CairnFoundation"]),
    .library(name: "CairnMapKit", targets: ["CairnMapKit"]),
    .executable(name: "cairn", targets: ["CairnCommand"]),
  ],
  targets: [
    // Unsafe memory, threads, files and the C library; internal to the package.
    .target(name: "CairnMemory"),
    // Constant tables and the keys for name lookups; internal to the package.
    .target(name: "CairnText", dependencies: ["CairnMemory"]),

    // Coordinates, places, shapes and distances.
    .target(name: "CairnGeodesy", dependencies: ["CairnMemory"]),
    // R-trees, index files, map clusters and geohashes.
    .target(
      name: "CairnIndex", dependencies: ["CairnGeodesy", "CairnMemory"], exclude: ["README.md"]),
    // UTM, MGRS and Plus codes.
    .target(
      name: "CairnGrids", dependencies: ["CairnGeodesy", "CairnMemory"], exclude: ["README.md"]),
    // Relations between shapes, an index of shapes, and geofences.
    .target(
      name: "CairnShapes", dependencies: ["CairnGeodesy", "CairnIndex", "CairnMemory"],
      exclude: ["README.md"]),
    // Codes, names and facts of countries.
    .target(name: "CairnCountryFacts", dependencies: ["CairnGeodesy", "CairnMemory", "CairnText"]),
    // The country at a coordinate, its outline and its zoom region.
    .target(
      name: "CairnCountries",
      dependencies: [
        "CairnGeodesy", "CairnMemory", "CairnText", "CairnCountryFacts", "CairnCountryData",
      ]),
    // Queries of an index by country.
    .target(
      name: "CairnCountrySearch",
      dependencies: [
        "CairnGeodesy", "CairnIndex", "CairnMemory", "CairnCountryFacts", "CairnCountries",
      ]),
    // The state or province at a coordinate.
    .target(
      name: "CairnRegions",
      dependencies: [
        "CairnGeodesy", "CairnMemory", "CairnText", "CairnCountryFacts", "CairnCountries",
        "CairnRegionData",
      ]),
    // The names of states and provinces in other languages.
    .target(name: "CairnRegionNames", dependencies: ["CairnMemory", "CairnText", "CairnRegions"]),
    // The time zone at a coordinate.
    .target(
      name: "CairnTimeZones",
      dependencies: [
        "CairnGeodesy", "CairnMemory", "CairnText", "CairnCountries", "CairnTimeZoneData",
      ]),
    // Opening hours, civil dates and the sun.
    .target(name: "CairnHours", dependencies: ["CairnGeodesy"], exclude: ["README.md"]),
    // The public holidays of countries and regions.
    .target(name: "CairnHolidays", dependencies: ["CairnHours", "CairnMemory", "CairnText"]),
    // Tours, trips and schedules.
    .target(name: "CairnRoutes", dependencies: ["CairnGeodesy", "CairnMemory", "CairnHours"]),
    // CSV, GeoJSON, GPX, KML, WKT, NMEA and polylines, read and written.
    .target(name: "CairnFormats", dependencies: ["CairnGeodesy", "CairnGrids", "CairnMemory"]),
    // gzip and KMZ decompression.
    .target(name: "CairnInflate", dependencies: ["CairnMemory"]),
    // Maps as SVG, HTML and text.
    .target(
      name: "CairnPictures",
      dependencies: [
        "CairnGeodesy", "CairnIndex", "CairnCountries", "CairnMemory", "CairnText",
        "CairnWaterData",
      ]),
    // The four questions with one import.
    .target(
      name: "Cairn",
      dependencies: [
        "CairnGeodesy", "CairnIndex", "CairnCountries", "CairnCountrySearch", "CairnRoutes",
        "CairnHours",
      ]),
    // Formats with an index or countries: features in index files, columns for tables, regions from
    // a file.
    .target(
      name: "CairnFeatures",
      dependencies: [
        "CairnGeodesy", "CairnMemory", "CairnIndex", "CairnCountryFacts", "CairnCountries",
        "CairnFormats",
      ]),

    // Embedded data as string literals, in separate modules so that they are compiled once.
    .target(name: "CairnCountryData"),
    .target(name: "CairnRegionData"),
    .target(name: "CairnTimeZoneData"),
    .target(name: "CairnWaterData"),
    .target(name: "CairnPlaceData"),
    .target(name: "CairnTownData"),
    // The embedded places by name and by coordinate.
    .target(
      name: "CairnPlaces",
      dependencies: [
        "CairnGeodesy", "CairnIndex", "CairnMemory", "CairnText", "CairnCountryFacts",
        "CairnPlaceData",
      ]),
    // The same with 235,000 towns.
    .target(name: "CairnTowns", dependencies: ["CairnPlaces", "CairnTownData"]),
    // The names of cities in other languages.
    .target(
      name: "CairnNames",
      dependencies: [
        "CairnGeodesy", "CairnMemory", "CairnText", "CairnCountryFacts", "CairnPlaces",
      ]),

    // Searchable place collections and journals.
    .target(
      name: "CairnBook",
      dependencies: [
        "CairnGeodesy", "CairnIndex", "CairnMemory", "CairnText", "CairnCountryFacts",
        "CairnCountries", "CairnHours",
      ]),
    // Place collections from and to files of formats.
    .target(name: "CairnBookFiles", dependencies: ["CairnIndex", "CairnFormats", "CairnBook"]),

    // OpenStreetMap extracts, read block by block, and the places in them.
    .target(
      name: "CairnOSM",
      dependencies: [
        "CairnGeodesy", "CairnMemory", "CairnShapes", "CairnInflate", "CairnFormats", "CairnHours",
      ]),
    // Road networks: profiles, routes, matrices and reach.
    .target(
      name: "CairnRoads",
      dependencies: [
        "CairnGeodesy", "CairnHours", "CairnIndex", "CairnMemory", "CairnOSM", "CairnRoutes",
      ]),

    // Functions for C over columns of coordinates, for other languages.
    .target(
      name: "CairnColumns",
      dependencies: [
        "CairnGeodesy", "CairnIndex", "CairnCountryFacts", "CairnCountries", "CairnRegions",
        "CairnTimeZones", "CairnRoutes", "CairnMemory",
      ]),

    // Bridges to Foundation and MapKit; no other module imports these.
    .target(name: "CairnFoundation", dependencies: ["CairnGeodesy", "CairnHours"]),
    .target(name: "CairnMapKit", dependencies: ["CairnGeodesy"]),

    .executableTarget(
      name: "CairnCommand",
      dependencies: [
        "CairnGeodesy", "CairnIndex", "CairnCountries", "CairnCountrySearch", "CairnRoutes",
        "CairnFormats", "CairnFeatures", "CairnPictures", "CairnPlaces", "CairnNames",
        "CairnRegions", "CairnRegionNames", "CairnTimeZones", "CairnGrids", "CairnHolidays",
        "CairnHours", "CairnInflate", "CairnMemory", "CairnOSM",
        "CairnRoads", "CairnShapes", "CairnText",
      ]),
    .executableTarget(
      name: "cairn-bench",
      dependencies: [
        "CairnGeodesy", "CairnIndex", "CairnCountries", "CairnCountrySearch", "CairnRoutes",
        "CairnFormats", "CairnFeatures", "CairnGrids",
        "CairnHours", "CairnInflate", "CairnRegions", "CairnTimeZones", "CairnMemory",
        "CairnPlaces", "CairnTowns", "CairnNames", "CairnShapes", "CairnBook", "CairnOSM",
        "CairnRoads", "TestSupport",
      ],
      path: "Benchmarks/CairnBench"),

    // Seeded numbers, vector files and oracles, shared by the tests and the benchmark.
    .target(
      name: "TestSupport", dependencies: ["CairnGeodesy", "CairnMemory", "CairnCountries"],
      path: "Tests/TestSupport"),

    // Checks that costs grow as documented; .ci/run builds it for release and runs it.
    .executableTarget(
      name: "cairn-complexity",
      dependencies: [
        "CairnGeodesy", "CairnIndex", "CairnShapes", "CairnHours", "CairnRoutes", "CairnFormats",
        "CairnBook", "CairnOSM", "CairnRoads", "TestSupport",
      ],
      path: "Tests/Complexity"),

    .testTarget(
      name: "CairnOSMTests",
      dependencies: ["CairnOSM", "CairnFormats", "CairnHours", "CairnGeodesy", "TestSupport"],
      exclude: ["Extracts"]),
    .testTarget(
      name: "CairnRoadsTests",
      dependencies: [
        "CairnRoads", "CairnOSM", "CairnGeodesy", "CairnHours", "CairnIndex", "CairnMemory",
        "CairnRoutes", "TestSupport",
      ],
      exclude: ["Extracts"]),
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
      dependencies: ["CairnCountryFacts", "CairnGeodesy", "CairnText", "TestSupport"]),
    .testTarget(
      name: "CairnCountriesTests",
      dependencies: [
        "CairnCountries", "CairnCountrySearch", "CairnCountryFacts", "CairnCountryData",
        "CairnIndex", "CairnGeodesy", "CairnPlaces", "TestSupport",
      ],
      exclude: ["Vectors"]),
    .testTarget(
      name: "CairnRegionsTests",
      dependencies: [
        "CairnRegions", "CairnRegionData", "CairnRegionNames", "CairnCountries", "CairnGeodesy",
        "CairnIndex", "CairnPlaces", "CairnText", "TestSupport",
      ],
      exclude: ["Vectors"]),
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
      name: "CairnHolidaysTests", dependencies: ["CairnHolidays", "CairnHours", "TestSupport"],
      exclude: ["Vectors"]),
    .testTarget(
      name: "CairnRoutesTests",
      dependencies: ["CairnRoutes", "CairnHours", "CairnGeodesy", "CairnMemory", "TestSupport"]),
    .testTarget(
      name: "CairnBenchTests",
      dependencies: ["cairn-bench", "CairnOSM", "CairnRoads", "CairnGeodesy", "TestSupport"]),
    .testTarget(
      name: "CairnFormatsTests",
      dependencies: [
        "CairnFormats", "CairnFeatures", "CairnIndex", "CairnGeodesy", "CairnMemory",
        "TestSupport",
      ],
      exclude: ["Vectors"]),
    .testTarget(name: "CairnInflateTests", dependencies: ["CairnInflate", "TestSupport"]),
    .testTarget(
      name: "CairnPicturesTests",
      dependencies: [
        "CairnPictures", "CairnWaterData", "CairnCountries", "CairnText", "CairnIndex",
        "CairnGeodesy", "TestSupport",
      ]),
    .testTarget(
      name: "CairnFeaturesTests",
      dependencies: ["CairnFeatures", "CairnCountries", "CairnFormats", "CairnGeodesy"]),
    .testTarget(
      name: "CairnPlacesTests",
      dependencies: [
        "CairnPlaces", "CairnPlaceData", "CairnCountryFacts", "CairnText", "CairnIndex",
        "CairnGeodesy", "CairnMemory", "TestSupport",
      ],
      exclude: ["Vectors"]),
    .testTarget(
      name: "CairnBookTests",
      dependencies: [
        "CairnBook", "CairnBookFiles", "CairnText", "CairnFormats", "CairnHours",
        "CairnCountries", "CairnCountryFacts", "CairnIndex", "CairnGeodesy", "TestSupport",
      ]),
    // Files that earlier versions wrote.
    .testTarget(
      name: "CairnCompatibilityTests",
      dependencies: [
        "CairnBook", "CairnBookFiles", "CairnCountries", "CairnCountryFacts", "CairnFeatures",
        "CairnFormats", "CairnGeodesy", "CairnGrids", "CairnHours", "CairnIndex", "CairnMemory",
        "CairnOSM", "CairnRoads", "CairnRoutes", "CairnShapes",
      ],
      path: "Tests/Compatibility", exclude: ["Files", "README.md"]),
    .testTarget(
      name: "CairnTownsTests",
      dependencies: [
        "CairnTowns", "CairnTownData", "CairnNames", "CairnPlaces", "CairnCountryFacts",
        "CairnText", "CairnIndex", "CairnGeodesy", "TestSupport",
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
        "CairnCommand", "CairnPlaces", "CairnRoutes", "CairnCountries", "CairnCountrySearch",
        "CairnCountryFacts", "CairnFormats", "CairnFeatures", "CairnGrids", "CairnHours",
        "CairnText", "CairnIndex", "CairnGeodesy", "CairnMemory", "CairnPictures", "CairnShapes",
        "TestSupport",
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
  // Atomic operations as compiler builtins: deployment targets are older than `Atomic`.
  if target.name == "CairnMemory" {
    target.swiftSettings?.append(.enableExperimentalFeature("BuiltinModule"))
  }
}
