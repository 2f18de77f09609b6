// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// Eight small applications: the geographic layer of an app, without its views.
let package = Package(
  name: "CairnExamples",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "Cairn", path: "../..")],
  targets: [
    .executableTarget(
      name: "AdventureLog", dependencies: products("Formats", "Places", "Pictures")),
    .executableTarget(
      name: "LandmarkFinder", dependencies: products("Names", "Places", "TimeZones")),
    .executableTarget(name: "NearbyExplorer", dependencies: products("Formats", "Shapes")),
    .executableTarget(name: "TripPlanner", dependencies: products("Formats", "OSM", "Roads")),
    .executableTarget(name: "TripJournal", dependencies: products("Formats", "Names", "Places")),
    .executableTarget(
      name: "SpotBook",
      dependencies: products("Book", "BookFiles", "Formats", "Pictures", "Places")),
    // Like a new Xcode project: everything is isolated to the main actor unless declared otherwise.
    .executableTarget(
      name: "SpotObjects", dependencies: products("Book"),
      swiftSettings: [.defaultIsolation(MainActor.self)]),
  ],
  swiftLanguageModes: [.v6]
)

func products(_ names: String...) -> [Target.Dependency] {
  (["Cairn"] + names.map { "Cairn" + $0 }).map { .product(name: $0, package: "Cairn") }
}

// SpotStore uses the system's SQLite, if its header is installed (on Linux: libsqlite3-dev).
#if os(Linux)
  let hasSQLite = FileManager.default.fileExists(atPath: "/usr/include/sqlite3.h")
#else
  let hasSQLite = true
#endif
if hasSQLite {
  package.targets.append(.systemLibrary(name: "CSQLite"))
  package.targets.append(
    .executableTarget(name: "SpotStore", dependencies: products("Book") + ["CSQLite"]))
}
