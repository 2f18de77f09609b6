internal import CairnGeodesy
internal import CairnIndex

extension CountryAtlas {
  /// Whose the places of a rectangle are, as far as that is known without looking them up.
  enum Owner {
    /// All of them are of one area, 0 for none.
    case area(Int)
    /// They are of one area or of none; whose is found out place by place.
    case areaOrNone(Int)
    /// They may be of several areas.
    case unknown
  }

  /// Calls a closure with the owner of each part of a rectangle until that gives false.
  ///
  /// - Returns: whether the closure has seen all of them, without ever giving false; false too for
  ///   a rectangle that touches very many.
  func seesOwners(of rectangle: DegreeRectangle, _ body: (Owner) -> Bool) -> Bool {
    let grid = storage.grid
    if isLandOnly {
      return grid.seesAll(of: rectangle) { body($0.map { .area(Int($0)) } ?? .unknown) }
    }
    // Land tells at once; at sea, and where a boundary runs, it takes the coasts around.
    var isLand = true
    let isSure = grid.seesAll(of: rectangle) { area in
      guard let area, area != 0, Int(area) < areaCount else {
        isLand = false
        return false
      }
      return body(.area(Int(area)))
    }
    if isSure || isLand { return isSure }
    return coasts.seesAll(of: rectangle) { state, point in
      switch state {
      case .near(let area): return body(.area(Int(area)))
      case .several: return body(.unknown)
      case .far: return body(.area(landArea(at: point)))
      case .perhapsNear(let area):
        let own = landArea(at: point)
        // Where no boundary comes as near as it seems, it may be the inside of another country.
        return body(own == 0 || own == Int(area) ? .areaOrNone(Int(area)) : .area(own))
      }
    }
  }

  /// The area on whose land a point lies, 0 at sea.
  private func landArea(at point: GridPoint) -> Int {
    area(at: Coordinate(latitude: point.latitude, longitude: point.longitude))
  }
}

extension CoastCells {
  /// How many cells and parts of cells are looked at before a rectangle counts as unknown.
  private static let patience = 96

  /// Calls a closure with the state of each cell or part of a cell that a rectangle touches, and a
  /// place in it, until that gives false.
  ///
  /// - Returns: whether the closure has seen all of them, without ever giving false; false too for
  ///   a rectangle that touches very many.
  func seesAll(of rectangle: DegreeRectangle, _ body: (State, GridPoint) -> Bool) -> Bool {
    let world = 3_600_000
    let south = max(Int(((rectangle.south + 90) * 10_000).rounded(.down)), 0)
    let north = min(Int(((rectangle.north + 90) * 10_000).rounded(.up)), 1_800_000)
    let west = min(max(Int(((rectangle.west + 180) * 10_000).rounded(.down)), 0), world - 1)
    let width = min(Int((rectangle.width * 10_000).rounded(.up)) + 1, world)
    var left = Self.patience
    // The part beyond 180 degrees lies at the other end.
    let beyond = west + width - world
    return seesAll(
      west: west, east: min(west + width, world - 1), south: south, north: north, left: &left,
      body)
      && (beyond < 0
        || seesAll(west: 0, east: beyond, south: south, north: north, left: &left, body))
  }
}
