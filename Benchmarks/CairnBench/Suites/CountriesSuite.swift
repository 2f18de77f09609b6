extension Suite {
  /// Which country is where.
  static let countries = Suite(
    name: "countries", summary: "countries by place, and places by country"
  ) { bench in
    bench.countriesByPlace()
    bench.placesByCountry()
  }
}
