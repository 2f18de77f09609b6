extension Suite {
  /// Lookups of countries, regions and time zones.
  static let countries = Suite(
    name: "countries", summary: "countries, regions and time zones by place, and places by country"
  ) { bench in
    bench.countriesByPlace()
    bench.layersByPlace()
    bench.placesByCountry()
  }
}
