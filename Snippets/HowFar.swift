//! The distance on the sphere and on WGS 84, the initial bearing, and a destination.

import CairnGeodesy

let paris = Coordinate(latitude: 48.8566, longitude: 2.3522)
let tokyo = Coordinate(latitude: 35.6812, longitude: 139.7671)

print(paris.distance(to: tokyo).rounded())
// prints 9715948.0
print(paris.distance(to: tokyo, on: .wgs84).rounded())
// prints 9739529.0
print(paris.initialBearing(to: tokyo).rounded())
// prints 33.0
print(paris.destination(bearing: 33, distance: 1_000_000).formatted())
// prints 56.10527, 11.13360
