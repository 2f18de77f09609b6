internal import CairnGeodesy
internal import CairnMemory

extension OSMHeader {
  /// The required features that this module supports.
  private static let supported: Set<String> = [
    "OsmSchema-V0.6", "DenseNodes", "HistoricalInformation",
  ]
  /// The maximum number of features in a header.
  private static let featureLimit = 256

  /// Decodes the header block of a PBF file.
  internal init(pbf bytes: [UInt8], at start: Int) throws(OSMError) {
    self = try bytes.withUnsafeSpan { bytes throws(OSMError) in
      try OSMHeader(ProtobufCursor(bytes, 0..<bytes.count, origin: start))
    }
    for feature in requiredFeatures where !Self.supported.contains(feature) {
      throw OSMError(
        .unsupported(
          "the required feature `\(feature)`",
          remedy: "convert it: osmium cat -o new.osm.pbf old.osm.pbf"), byte: start)
    }
  }

  private init(_ message: ProtobufCursor) throws(OSMError) {
    self.init()
    var cursor = message
    while let field = try cursor.field() {
      switch (field.number, field.wire) {
      case (1, ProtobufCursor.delimited): boundingBox = try Self.box(try cursor.message())
      case (4, ProtobufCursor.delimited): requiredFeatures.append(try cursor.text())
      case (5, ProtobufCursor.delimited): optionalFeatures.append(try cursor.text())
      case (16, ProtobufCursor.delimited): writingProgram = try cursor.text()
      case (17, ProtobufCursor.delimited): source = try cursor.text()
      case (32, ProtobufCursor.varint):
        replicationTimestamp = Int64(bitPattern: try cursor.varint())
      default: try cursor.skip(field)
      }
      guard requiredFeatures.count + optionalFeatures.count <= Self.featureLimit else {
        throw cursor.invalid("the header has more than \(Self.featureLimit) features")
      }
    }
  }

  /// Decodes the box of a header, in 10⁻⁹ degrees; nil unless it is on the Earth.
  private static func box(_ message: ProtobufCursor) throws(OSMError) -> BoundingBox? {
    var cursor = message
    var sides: [Int: Double] = [:]
    while let field = try cursor.field() {
      guard field.wire == ProtobufCursor.varint, (1...4).contains(field.number) else {
        try cursor.skip(field)
        continue
      }
      sides[field.number] = Double(Int64(zigzag: try cursor.varint())) / 1e9
    }
    guard let west = sides[1], let east = sides[2], let north = sides[3], let south = sides[4]
    else { return nil }
    return OSMHeader.box(south: south, west: west, north: north, east: east)
  }

  /// Returns a box; nil unless it is on the Earth.
  internal static func box(
    south: Double, west: Double, north: Double, east: Double
  ) -> BoundingBox? {
    guard south >= -90, south <= north, north <= 90, abs(west) <= 180, abs(east) <= 180 else {
      return nil
    }
    return BoundingBox(south: south, west: west, north: north, east: east)
  }
}
