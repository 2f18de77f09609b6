//! The shortest route through places from the first one, and whether it is proven optimal.

import CairnGeodesy
import CairnRoutes

let places = [
  (name: "Lisbon", at: Coordinate(latitude: 38.7223, longitude: -9.1393)),
  (name: "Porto", at: Coordinate(latitude: 41.1579, longitude: -8.6291)),
  (name: "Faro", at: Coordinate(latitude: 37.0194, longitude: -7.9304)),
  (name: "Évora", at: Coordinate(latitude: 38.5714, longitude: -7.9135)),
  (name: "Coimbra", at: Coordinate(latitude: 40.2033, longitude: -8.4103)),
]
let route = try RoutePlanner().plan(places, coordinate: \.at, trip: .open(from: 0))
print(route.ordered(places).map(\.name).joined(separator: ", "), route.isOptimal)
// prints Lisbon, Faro, Évora, Coimbra, Porto true
