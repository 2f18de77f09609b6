internal import CairnCountries
internal import CairnGeodesy
internal import CairnIndex

/// The areas of an atlas as a partition for counting in an index.
internal final class CountryPartition: DegreePartition {
  let atlas: CountryAtlas

  init(atlas: CountryAtlas) {
    self.atlas = atlas
  }

  var areaCount: Int { atlas.letters.count }

  /// An area of the country that contains the whole rectangle: its land and its waters count as
  /// one.
  func area(of rectangle: DegreeRectangle) -> Int? {
    let letters = atlas.letters
    var found: Int?
    let isSure = atlas.forEachArea(of: rectangle) { area in
      guard let area, area < letters.count else { return false }
      if let found { return letters[found] == letters[Int(area)] }
      found = Int(area)
      return true
    }
    return isSure ? found : nil
  }

  func area(at coordinate: Coordinate) -> Int {
    atlas.area(at: coordinate)
  }
}
