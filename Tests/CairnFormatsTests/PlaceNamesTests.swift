import CairnFormats
import CairnGeodesy
import TestSupport
import Testing

/// Properties with the names of location columns.
@Suite struct PlaceNamesTests {
  private static let names = [
    "latitude", "LATITUDE", "Lati-tude", "longitude", "Longitude", "elevation", "Elevation", "wkt",
    "WKT", "id", "ID", "lat", "lon", "x", "y", "geometry", "geom", "location", "name", "a",
    "latitude_property", "Wkt_Property", "coordinates", "lat_dir", "NS", "EW", "lat_min", "lng",
    "ele", "Altitude", "alt",
  ]

  private func table(_ features: [GeoFeature], delimiter: UInt8) throws -> (
    String, [RenamedProperty]
  ) {
    var writer = TableWriter(delimiter: delimiter)
    for feature in features { try writer.write(feature) }
    try writer.end()
    return (String(decoding: writer.drain(), as: UTF8.self), writer.renamedProperties)
  }

  @Test(arguments: [UInt8(ascii: ","), UInt8(ascii: "\t")])
  func noPropertyReplacesTheGeometryOrIsLost(delimiter: UInt8) throws {
    var generator = SeededGenerator(seed: 33)
    for round in 0..<rounds(200, inDebug: 80) {
      let position = GeoFeature.Position(
        Coordinate(latitude: 48.25, longitude: 16.5), elevation: round % 3 == 0 ? 7.5 : nil)
      let isLine = round % 2 == 0
      var properties = Properties()
      for name in Self.names.shuffled(using: &generator).prefix(round % 20) {
        properties[name] = [.string("S"), .integer(3), "W", "v"][properties.names.count & 3]
      }
      let geometry: GeoFeature.Geometry =
        isLine ? .lineString([position, position]) : .point(position)
      let feature = GeoFeature(
        geometry: geometry, properties: properties, identifier: round % 5 == 0 ? 9 : nil)
      let (text, renamed) = try table([feature], delimiter: delimiter)
      let titles = Dictionary(uniqueKeysWithValues: renamed.map { ($0.name, $0.title) })
      let header = text.prefix { $0 != "\n" }.split(separator: Character(Unicode.Scalar(delimiter)))
      #expect(
        Set(titles.values.map { $0.lowercased() }).count == titles.count
          && titles.values.allSatisfy { title in
            header.filter { $0.lowercased() == title.lowercased() }.count == 1
          })
      let read = try #require(
        Reading(TableReader(delimiter: delimiter), text).features.first, "\(text)")
      #expect(read.geometry == geometry, "\(text)")
      for (name, value) in properties.members {
        #expect(read.properties[titles[name] ?? name] == value, "\(name) of \(text)")
      }
      if round % 5 == 0 { #expect(read.properties["id"] == 9) }
    }
  }

  @Test(arguments: [
    "EW", "lat_dir", "latitude-ref", "longitudeDir", "hemisphere", "Quadrant", "lat_min",
    "latitude minutes", "ele", "Elevation", "altitude m", "lätitude", "lat_m", "min",
  ])
  func propertiesAreNotTakenForTheLocation(name: String) throws {
    let values: [PropertyValue] = ["S", "W", 30, "30", "N", "x"]
    let features = values.map {
      GeoFeature(
        geometry: .point(.init(Coordinate(latitude: 33.75, longitude: 18.5))),
        properties: [name: $0, "lat_sec": 1])
    }
    var writers: [(any FeatureWriter, any FeatureReader)] = [
      (TableWriter(), TableReader()), (TableWriter(location: .wkt), TableReader()),
      (JSONObjectsWriter(), JSONObjectsReader()),
    ]
    for index in writers.indices {
      for feature in features { try writers[index].0.write(feature) }
      try writers[index].0.end()
      let text = String(decoding: writers[index].0.drain(), as: UTF8.self)
      let renamed =
        (writers[index].0 as? TableWriter)?.renamedProperties
        ?? (writers[index].0 as? JSONObjectsWriter)?.renamedProperties ?? []
      let title = renamed.first { $0.name == name }?.title ?? name
      let read = Reading(writers[index].1, text)
      #expect(read.features.map { $0.geometry } == features.map { $0.geometry }, "\(text)")
      #expect(
        read.features.map { $0.properties[title] ?? $0.properties[name] } == values, "\(text)")
    }
  }

  @Test func aLineKeepsAPropertyNamedLikeAHeight() throws {
    // Only points take their elevation from a column.
    let text = "wkt,elevation\n\"LINESTRING (1 2, 3 4)\",5\nPOINT (1 2),6\nPOINT (1 2),12 m\n"
    let features = Reading(TableReader(), text).features
    #expect(features.map { $0.properties["elevation"] } == [5, nil, "12 m"])
    #expect(
      features.map { $0.geometry?.wkt } == [
        "LINESTRING (1 2, 3 4)", "POINT Z (1 2 6)", "POINT (1 2)",
      ])
    let points = Reading(TableReader(), "lat,lon,ele\n1,2,3\n1,2,high\n1,2,\n").features
    #expect(points.map { $0.properties["ele"] } == [nil, "high", nil])
  }

  /// A property such as `ele` keeps its name: an empty column `elevation` precedes it.
  @Test(arguments: ["ele", "Altitude", "alt", "ELE"], [nil, 7.5] as [Double?])
  func aPropertyLikeAnElevationKeepsItsName(name: String, elevation: Double?) throws {
    let position = GeoFeature.Position(
      Coordinate(latitude: 48.25, longitude: 16.5), elevation: elevation)
    let geometries: [GeoFeature.Geometry] = [.point(position), .lineString([position, position])]
    for (number, geometry) in geometries.enumerated() {
      for value: PropertyValue in [171, 171.5, "171 m", .null] {
        let feature = GeoFeature(geometry: geometry, properties: ["name": "a", name: value])
        let (text, renamed) = try table([feature], delimiter: UInt8(ascii: ","))
        #expect(renamed.isEmpty, "\(text)")
        let read = try #require(Reading(TableReader(), text).features.first, "\(text)")
        #expect(read.geometry == geometry, "\(text)")
        #expect(read.properties[name] ?? .null == value, "\(text)")
        #expect(read.properties.names.allSatisfy { ["name", name].contains($0) }, "\(text)")
        guard number == 0 else { continue }
        var writer = JSONObjectsWriter()
        try writer.write(feature)
        try writer.end()
        let objects = String(decoding: writer.drain(), as: UTF8.self)
        #expect(writer.renamedProperties.isEmpty)
        let again = try #require(Reading(JSONObjectsReader(), objects).features.first, "\(objects)")
        #expect(again.geometry == geometry, "\(objects)")
        #expect(again.properties[name] == value, "\(objects)")
        #expect(again.properties.names == ["name", name], "\(objects)")
      }
    }
  }
}
