public import CairnPlaces
internal import CairnTownData

extension Gazetteer {
  /// The places of ``CairnPlaces/Gazetteer/embedded`` with 235,000 towns instead of 34,000 cities.
  ///
  /// The populated places of GeoNames with 500 people and more, or that are the seat of an
  /// administration, each with its region, time zone and, where known, population; and the same
  /// airports and destinations. Every method of a gazetteer works as on the smaller one:
  ///
  /// ```swift
  /// import CairnPlaces
  /// import CairnTowns
  ///
  /// try Gazetteer.withTowns.place(named: "Vernazza").region          // "Liguria"
  /// Gazetteer.withTowns.places(nearestTo: here, count: 1).first?.element.timeZone
  /// ```
  ///
  /// - ``CairnPlaces/Gazetteer/cities`` has all of them. Those of 15,000 people and more, and
  ///   smaller capitals, are of the kind `city`, sections of a larger city of the kind `district`,
  ///   the rest of the kind `town`, so that a search for cities finds what it finds in the smaller
  ///   gazetteer. Where a city has more districts here, it reaches farther.
  /// - Where several towns share a name the rules are the same: the one with the most people, or
  ///   the one that the name is famous for.
  /// - Other names are those of the smaller gazetteer, of cities from 50,000 people on: a town is
  ///   found by its name in GeoNames, which is mostly the local one.
  ///
  /// It is for programs that ask which town a coordinate is near, or whose names are of villages.
  /// It makes a binary some 6 MB larger; who does not import the module has none of it.
  ///
  /// Opening, at the first use, reads the coordinates: some 40 milliseconds and 11 MB of memory, of
  /// which 6 MB are pages of the binary. An index for searches around a coordinate is built at the
  /// first of them, in another 130 milliseconds and 12 MB.
  ///
  /// Source: GeoNames (CC BY 4.0), which an app that shows these places owes an attribution.
  public static let withTowns = Gazetteer(
    towns: TownData.towns, meanings: TownData.meanings, regions: TownData.regions,
    timeZones: TownData.timeZones)
}
