public import CairnPlaces
internal import CairnTownData

extension Gazetteer {
  /// The places of ``CairnPlaces/Gazetteer/embedded`` with 235,000 towns instead of 34,000 cities.
  ///
  /// Contains the populated places of GeoNames with at least 500 people or that are the seat of an
  /// administration, each with its region, time zone and, if known, population, and the same
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
  /// - ``CairnPlaces/Gazetteer/cities`` contains all of them. Those with at least 15,000 people,
  ///   and smaller capitals, are of the kind `city`, sections of a larger city of the kind
  ///   `district`, the rest of the kind `town`, so that a search for cities has the same results as
  ///   in the smaller gazetteer. If a city has more districts here, it extends farther.
  /// - If several towns share a name the rules are the same: the one with the most people, or the
  ///   one for which the name is famous.
  /// - Alternative names are those of the smaller gazetteer, for cities of at least 50,000 people:
  ///   a town is found by its GeoNames name, which is usually the local one.
  ///
  /// Use it in programs that look up the town near a coordinate, or that search for names of
  /// villages. It makes a binary about 6 MB larger, but only if the module is imported.
  ///
  /// Opening, on first use, reads the coordinates: about 40 milliseconds and 11 MB of memory, of
  /// which 6 MB are pages of the binary. An index for searches around a coordinate is built at the
  /// first such search, in another 130 milliseconds and 12 MB.
  ///
  /// Source: GeoNames (CC BY 4.0); an app that shows these places must attribute it.
  public static let withTowns = Gazetteer(
    towns: TownData.towns, words: TownData.townWords, wordBounds: TownData.townWordBounds,
    meanings: TownData.meanings,
    regions: TownData.regions,
    timeZones: TownData.timeZones)
}
