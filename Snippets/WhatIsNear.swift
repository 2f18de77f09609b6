//! An index over your own values: the elements within a distance, and the nearest one.

import CairnGeodesy
import CairnIndex

struct Spring {
  var name: String
  var coordinate: Coordinate
}

let springs = [
  Spring(name: "Strokkur", coordinate: Coordinate(latitude: 64.3127, longitude: -20.3009)),
  Spring(name: "Deildartunguhver", coordinate: Coordinate(latitude: 64.6636, longitude: -21.4115)),
  Spring(name: "Hveravellir", coordinate: Coordinate(latitude: 64.8660, longitude: -19.5560)),
]
let index = try PlaceIndex(springs, coordinate: \.coordinate)
let thingvellir = Coordinate(latitude: 64.2559, longitude: -21.1296)

for neighbor in index.within(60_000, of: thingvellir) {
  print(neighbor.element.name, Int(neighbor.distance), "m")
}
// prints Strokkur 40478 m
// prints Deildartunguhver 47305 m
print(index.nearest(to: thingvellir, count: 1, where: { $0.name != "Strokkur" })[0].element.name)
// prints Deildartunguhver
