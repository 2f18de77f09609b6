internal import CairnFormats
internal import CairnGeodesy

extension Suite {
  /// Reading and writing the places of the set as text, in memory; times are per place.
  static let formats = Suite(name: "formats", summary: "reading and writing places as text") {
    bench in
    measureRows(&bench)

    let places = bench.workload.places
    bench.measure("write CSV", calls: places.count) {
      var writer = CSVWriter()
      for place in places {
        writer.field(place.latitude)
        writer.field(place.longitude)
        writer.endRow()
      }
      return Tally(sum: Double(writer.bytes.count))
    }

    measureGeoJSON(&bench)
  }
}
