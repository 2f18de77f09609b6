import CairnBook
import CairnBookFiles
import CairnFeatures
import CairnFormats
import CairnGeodesy
import CairnIndex
import CairnMemory
import CairnOSM
import CairnRoads
import CairnShapes
import Foundation

/// The contents of the files that each version writes.
enum Samples {
  /// The folder with one folder for each version that introduced a format or changed it.
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Files")
  /// The files of a version, and how the current version writes them.
  static let writers: [String: @Sendable (URL) throws -> Void] = [
    "places.cairn": { url in
      let index = try PlaceIndex(places.indices) { places[$0] }
      try index.write(to: url.path) { "place \($0)".utf8 }
    },
    "shapes.cairn": { url in
      let index = ShapeIndex(shapes.indices) { shapes[$0] }
      try index.write(to: url.path) { "shape \($0)".utf8 }
    },
    "features.cairn": { url in
      var packed = PackedFeatures()
      for feature in features { packed.append(feature) }
      try packed.write(to: url.path)
    },
    "city.roads": { url in
      try RoadNetwork(extract: OSMFile(bytes: Array(extract.utf8))).write(to: url.path)
    },
    "squares.atlas": { url in
      try Data(atlas).write(to: url)
    },
    "book.geojson": { url in
      try Data(try book().encoded(as: .geoJSON) { $0 }.bytes).write(to: url)
    },
    "book.cairn": { url in
      try book().write(to: url.path) { "\(identifier(of: $0))".utf8 }
    },
    "values.txt": { url in
      let lines = try CodableExample.all().map { "\($0.name)\t\(try $0.encoded())\n" }
      try lines.joined().write(to: url, atomically: true, encoding: .utf8)
    },
  ]

  /// 300 places in whole degrees, with poles, the antimeridian and duplicates; the tree has three
  /// levels.
  static let places: [Coordinate] = (0..<300).map(place)

  private static func place(_ number: Int) -> Coordinate {
    let latitude = number * 37 % 181 - 90
    let longitude = number * 53 % 361 - 180
    return Coordinate(latitude: Double(latitude), longitude: Double(longitude))
  }

  /// Shapes of every kind.
  static let shapes: [GeoShape] = (0..<60).map(shape)

  private static func shape(_ number: Int) -> GeoShape {
    let place = places[number * 3 + 1]
    let (latitude, longitude) = (place.latitude / 2, place.longitude)
    switch number % 4 {
    case 0: return .point(place)
    case 1: return .cap(Cap(center: place, radius: 400_000))
    case 2:
      return .path(GeoPath([place, Coordinate(latitude: latitude, longitude: longitude / 2)]))
    default:
      let east = longitude > 160 ? longitude - 340 : longitude + 20
      return .box(
        BoundingBox(south: latitude - 10, west: longitude, north: latitude + 10, east: east))
    }
  }

  /// Places of an app with the kinds of values of properties.
  static let features: [GeoFeature] = (0..<20).map(feature)

  private static func feature(_ number: Int) -> GeoFeature {
    let properties: Properties = [
      "name": .string("Café \(number)"), "stars": .integer(number % 6),
      "price": .number(Double(number) + 0.25), "open": .bool(number % 2 == 0),
    ]
    return GeoFeature(
      geometry: .point(GeoFeature.Position(places[number])), properties: properties,
      identifier: .integer(number))
  }

  static func book() throws -> PlaceBook<Int, GeoFeature> {
    try PlaceBook(
      features, id: { feature in identifier(of: feature) },
      coordinate: { feature in coordinate(of: feature) },
      fields: [.words { feature in name(of: feature) }])
  }

  static func identifier(of feature: GeoFeature) -> Int {
    guard case .integer(let number)? = feature.identifier else { return -1 }
    return number
  }

  static func coordinate(of feature: GeoFeature) -> Coordinate {
    guard case .point(let position)? = feature.geometry else {
      return Coordinate(latitude: .nan, longitude: .nan)
    }
    return position.coordinate
  }

  static func name(of feature: GeoFeature) -> String {
    guard case .string(let name)? = feature.properties["name"] else { return "" }
    return name
  }

  /// An atlas file of two squares side by side, Austria on land and waters of Japan.
  ///
  /// `Data/build-boundaries` writes such files, not the library.
  static let atlas: [UInt8] = {
    func bytes(_ words: [UInt32]) -> [UInt8] {
      words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
    }
    // The numbers of areas, arcs and vertices; the areas; the starts and the sides of the arcs.
    var body = bytes([3, 3, 10, 0]) + [0, 0, 0, 0] + Array("AT\0\0JP\u{1}\0".utf8)
    body += bytes([0, 2, 6, 10, 1 | 2 << 16, 1, 2])
    // Longitudes and latitudes in 1e-4 degrees.
    body += bytes([10_000, 10_000, 10_000, 0, 0, 10_000, 10_000, 20_000, 20_000, 10_000])
    body += bytes([0, 10_000, 10_000, 10_000, 0, 0, 0, 0, 10_000, 10_000])
    var checksum = CRC32()
    checksum.add(body)
    return Array("CAIRNATL".utf8) + bytes([1, checksum.value]) + body
  }()

  /// A square of four roads of 100 m, one of them one-way for cars.
  static let extract = """
    <osm version="0.6">
      <node id="1" lat="47.0000" lon="9.0000"/>
      <node id="2" lat="47.0000" lon="9.0013"/>
      <node id="3" lat="47.0009" lon="9.0013"/>
      <node id="4" lat="47.0009" lon="9.0000"/>
      <way id="1"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/>
        <tag k="name" v="South Street"/></way>
      <way id="2"><nd ref="2"/><nd ref="3"/><tag k="highway" v="residential"/>
        <tag k="name" v="East Street"/></way>
      <way id="3"><nd ref="3"/><nd ref="4"/><tag k="highway" v="residential"/>
        <tag k="name" v="North Street"/><tag k="oneway" v="yes"/></way>
      <way id="4"><nd ref="4"/><nd ref="1"/><tag k="highway" v="residential"/>
        <tag k="name" v="West Street"/></way>
    </osm>
    """
}
