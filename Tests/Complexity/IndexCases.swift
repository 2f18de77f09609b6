internal import CairnGeodesy
internal import CairnIndex
internal import TestSupport

/// The documented costs of CairnIndex.
let indexCases: [GrowthCase] = [
  GrowthCase("PlaceIndex.init, equal places", exponent: 1, size: 10_000) { size in
    let places = Array(repeating: Coordinate(latitude: 1, longitude: 2), count: size)
    return { try PlaceIndex(places, coordinate: { $0 }).count }
  }
]
