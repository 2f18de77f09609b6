//! The country of a coordinate on land or in its waters, and the region of a map that shows it.

import CairnCountries
import CairnGeodesy

let reef = Coordinate(latitude: -17.73, longitude: 177.08)
if let country = CountryAtlas.world.country(at: reef) {
  let map = country.zoomBox()
  print(country.alpha2, country.name, map.crossesAntimeridian)
}
// prints FJ Fiji true
print(CountryAtlas.world.landOnly.country(at: reef)?.name ?? "the sea")
// prints the sea
