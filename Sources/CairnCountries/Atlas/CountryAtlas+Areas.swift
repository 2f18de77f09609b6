package import CairnCountryFacts
package import CairnGeodesy

// The areas of an atlas, for queries of an index by country.

extension CountryAtlas {
  /// Calls a closure with the areas that points of a rectangle may be in, until it returns false;
  /// with nil if there are too many.
  ///
  /// An area may be passed several times, and an area near the rectangle may be passed too.
  ///
  /// - Returns: whether the closure has been called for all areas and never returned false; false
  ///   for a rectangle that touches very many cells.
  package func forEachArea(of rectangle: DegreeRectangle, _ body: (UInt32?) -> Bool) -> Bool {
    storage.grid.visitsAllStates(of: rectangle, body)
  }

  /// A few boxes that together contain the land and the waters of some areas, largest first.
  ///
  /// - Parameter isMember: whether each area is among them.
  /// - Returns: the boxes; they may overlap.
  package func searchBoxes(ofAreas isMember: [Bool]) -> [BoundingBox] {
    PartGroup.boxes(of: LandParts.world.parts(of: isMember), within: 3).map { $0.box }
  }

  /// Returns the numbers of places in each country from those in each area; places in no country
  /// are left out.
  package func counts(byArea counts: [Int]) -> [Country: Int] {
    var total: [Country: Int] = [:]
    for (letters, count) in zip(letters, counts) where letters != 0 && count > 0 {
      total[Country(letters: letters), default: 0] += count
    }
    return total
  }
}
