//! The zones that contain a place, and the zones near it.

import CairnGeodesy
import CairnShapes

let center = Cap(
  center: Coordinate(latitude: 48.2082, longitude: 16.3738), radius: 3_000)
let airport = BoundingBox(south: 48.09, west: 16.53, north: 48.13, east: 16.60)
let zones = ShapeIndex([
  (name: "center", shape: GeoShape(center)), (name: "airport", shape: GeoShape(airport)),
]) { $0.shape }

let museum = Coordinate(latitude: 48.2038, longitude: 16.3617)
print(zones.elements(containing: museum).map(\.name))
// prints ["center"]
for near in zones.within(20_000, of: museum) { print(near.element.name, Int(near.distance), "m") }
// prints center 0 m
// prints airport 14937 m
