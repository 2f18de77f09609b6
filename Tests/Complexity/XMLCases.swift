internal import CairnFormats
internal import CairnGeodesy

/// The documented costs of reading XML, GPX, KML and well-known text: linear in the bytes.
let xmlCases: [GrowthCase] = [
  xmlCase("KMLReader, nested folders and placemarks", KMLReader()) { size in
    "<kml><Folder>"
      + String(
        repeating:
          "<Placemark><name>a</name><Point><coordinates>1,2,3</coordinates></Point></Placemark>",
        count: size) + "</Folder></kml>"
  },
  xmlCase("KMLReader, one line of many positions", KMLReader()) { size in
    "<kml><Placemark><LineString><coordinates>" + String(repeating: "1,2,x ", count: 8 * size)
      + "</coordinates></LineString></Placemark></kml>"
  },
  xmlCase("KMLReader, a track by turns", KMLReader()) { size in
    "<kml><Placemark><Track>"
      + String(
        repeating:
          "<when>2024-01-01</when><coord>1 2 3</coord><coord/><angles>1 2 3</angles>", count: size)
      + "</Track></Placemark></kml>"
  },
  xmlCase("KMLReader, a track with arrays of data", KMLReader()) { size in
    "<kml><Placemark><Track>" + String(repeating: "<coord>1 2</coord>", count: size)
      + "<ExtendedData><SchemaData><SimpleArrayData name='a'>"
      + String(repeating: "<value>1</value>", count: size)
      + "</SimpleArrayData></SchemaData></ExtendedData></Track></Placemark></kml>"
  },
  xmlCase("KMLReader, many members drawn differently", KMLReader()) { size in
    "<kml><Placemark><MultiGeometry>"
      + (0..<size).map {
        "<LineString><extrude>\($0 % 2)</extrude><coordinates>1,2,3</coordinates></LineString>"
      }.joined() + "</MultiGeometry></Placemark></kml>"
  },
  xmlCase("KMLReader, many styles", KMLReader()) { size in
    "<kml><Document>"
      + (0..<size).map {
        "<Style id='s\($0)'><LineStyle><width>1</width></LineStyle></Style><Placemark><styleUrl>#s\($0)</styleUrl></Placemark>"
      }.joined() + "</Document></kml>"
  },
  xmlCase("GPXReader, one track with extensions", GPXReader()) { size in
    "<gpx xmlns:a='urn:a'><trk><trkseg>"
      + String(
        repeating:
          "<trkpt lat='1' lon='2'><extensions><a:hr>1</a:hr><a:b><a:c>1</a:c></a:b></extensions></trkpt>",
        count: size / 2) + "</trkseg></trk></gpx>"
  },
  xmlCase("GPXReader, equal extensions of one point", GPXReader()) { size in
    "<gpx xmlns:a='urn:a'><trk><trkseg><trkpt lat='1' lon='2'><extensions>"
      + String(repeating: "<a:hr>1</a:hr>", count: size)
      + "</extensions></trkpt></trkseg></trk></gpx>"
  },
  xmlCase("GPXReader, one point with many links", GPXReader()) { size in
    "<gpx><wpt lat='1' lon='2'>" + String(repeating: "<link href='a'/>", count: size)
      + "</wpt></gpx>"
  },
  xmlCase("GPXReader, many segments", GPXReader()) { size in
    "<gpx><trk>"
      + String(
        repeating: "<trkseg><trkpt lat='1' lon='2'><sat>1</sat></trkpt></trkseg>", count: size)
      + "</trk></gpx>"
  },
  xmlCase("GPXReader, an attribute and a comment of many bytes", GPXReader()) { size in
    let long = String(repeating: "a ", count: 20 * size)
    return "<gpx><!-- \(long) --><wpt lat='1' lon='2'><link href='\(long)'/></wpt></gpx>"
  },
  xmlCase("WKTReader, a polygon of many holes", WKTReader()) { size in
    "POLYGON ((0 0, 1 0, 1 1, 0 0)"
      + String(repeating: ", (0 0, 1 0, 1 1, 0 0)", count: 2 * size) + ")\n"
  },
  xmlCase("WKTReader, nested collections", WKTReader()) { size in
    String(
      repeating: "GEOMETRYCOLLECTION (GEOMETRYCOLLECTION (POINT Z (1 2 nan), POINT (1 2)))\n",
      count: size)
  },
  GrowthCase("KMLWriter, many members drawn differently", exponent: 1, size: 500) { size in
    let line = [GeoFeature.Position(Coordinate(latitude: 1, longitude: 2))]
    var feature = GeoFeature(
      geometry: .multiLineString(Array(repeating: line, count: size)))
    feature.properties["extrude"] = .array((0..<size).map { .integer($0 % 2) })
    feature.properties["altitudeMode"] = .array(Array(repeating: "absolute", count: size))
    return { [feature] in
      var writer = KMLWriter()
      try writer.write(feature)
      return writer.drain().count
    }
  },
]

/// Reads a text in pieces of 4 kB, so that rescanning of incomplete elements would be measured.
private func xmlCase(
  _ name: String, _ reader: any FeatureReader, text: @escaping @Sendable (Int) -> String
) -> GrowthCase {
  GrowthCase(name, exponent: 1, size: 500) { size in
    let bytes = Array(text(size).utf8)
    return {
      var reader = reader
      var count = 0
      for start in stride(from: 0, to: bytes.count, by: 4_096) {
        reader.append(Array(bytes[start..<min(start + 4_096, bytes.count)]))
        while try reader.next() != nil { count += 1 }
      }
      reader.finish()
      while try reader.next() != nil { count += 1 }
      return count
    }
  }
}
