internal import CairnGeodesy
internal import CairnIndex

/// The documented costs of combined regions.
let regionCases: [GrowthCase] = [
  GrowthCase("CombinedRegion, a chain of unions and differences", exponent: 1, size: 1_000) {
    size in
    let caps = caps(size)
    return {
      var region = CombinedRegion(unionOf: [])
      for (number, cap) in caps.enumerated() {
        region = number.isMultiple(of: 2) ? region.union(cap) : region.subtracting(cap)
      }
      return region.contains(caps[0].center) ? 1 : 0
    }
  },
  GrowthCase("CombinedRegion, a chain of intersections", exponent: 1, size: 1_000) { size in
    let cap = Cap(center: Coordinate(latitude: 1, longitude: 2), radius: 1e6)
    return {
      var region = CombinedRegion(unionOf: [cap])
      for _ in 0..<size { region = region.intersection(cap) }
      return region.contains(cap.center) ? 1 : 0
    }
  },
  GrowthCase("CombinedRegion, nested at the right", exponent: 1, size: 1_000) { size in
    let caps = caps(size)
    return {
      var region = CombinedRegion(unionOf: [])
      for cap in caps { region = cap.subtracting(region) }
      return region.contains(caps[0].center) ? 1 : 0
    }
  },
  GrowthCase("CombinedRegion.contains, many caps", exponent: 0, size: 1_000) { size in
    let caps = caps(size)
    let union = CombinedRegion(unionOf: caps)
    // The first query builds the tree.
    blackHole(union.contains(caps[0].center) ? 1 : 0)
    return { union.contains(caps[size / 2].center) ? 1 : 0 }
  },
]

/// Small caps all over a band around the equator.
private func caps(_ count: Int) -> [Cap] {
  (0..<count).map {
    Cap(
      center: Coordinate(
        latitude: Double($0 % 40) - 20, longitude: Double($0) / Double(count) * 360 - 180),
      radius: 1_000)
  }
}
