public import CairnGeodesy

/// The parts of a scattered country that a map should show.
///
/// Pieces of land within 4 degrees (445 km) of each other count as one group, whatever their
/// number.
public enum ZoomExtent: Hashable, Sendable, CaseIterable {
  /// The mainland: the largest group, and others that are at least 30 % as large.
  ///
  /// The United States without Alaska and Hawaii, Spain without the Canary Islands; but both
  /// halves of Malaysia, and Kiribati from its Gilbert to its Line Islands.
  case mainland
  /// The mainland and groups that are at least 2.5 % as large.
  ///
  /// The United States with Alaska but without Hawaii, Ecuador with the Galápagos Islands.
  case largeParts
  /// Everything.
  case everything

  /// The minimum size of a group, as a fraction of the largest.
  internal var leastShare: Double {
    switch self {
    case .mainland: 0.3
    case .largeParts: 0.025
    case .everything: 0
    }
  }
}

extension Country {
  /// The box that a map should show for the country.
  ///
  /// ```swift
  /// Country.france.zoomBox()                            // with Corsica
  /// Country.unitedStates.zoomBox()                      // from coast to coast
  /// Country.unitedStates.zoomBox(.largeParts)           // with Alaska
  /// Country.fiji.zoomBox(margin: 0.1)                   // across 180 degrees
  /// ```
  ///
  /// The box contains the capital, and the group of land on which the capital is, even if that is
  /// smaller than the extent requires. It is as narrow as possible, so it crosses the antimeridian
  /// where the country does: its western bound is then greater than its eastern one. Antarctica
  /// spans all longitudes.
  ///
  /// - Parameters:
  ///   - extent: the parts to show if the country's land is scattered.
  ///   - margin: the margin at each side, as a fraction of the box's width and height; a negative
  ///     one counts as 0. The box always ends at the poles.
  ///   - atlas: the atlas with the borders.
  /// - Returns: the box; an empty one for a country without land in the atlas.
  public func zoomBox(
    _ extent: ZoomExtent = .mainland, margin: Double = 0.05, in atlas: CountryAtlas = .world
  ) -> BoundingBox {
    atlas.land(of: self, extent).widened(by: margin)
  }
}

extension CountryAtlas {
  /// The box that a map should show for several countries.
  ///
  /// It contains the `zoomBox(_:margin:in:)` of each, joined by the shorter way around the
  /// Earth.
  ///
  /// ```swift
  /// CountryAtlas.world.zoomBox(of: [.spain, .portugal])
  /// ```
  ///
  /// - Parameters:
  ///   - countries: the countries, in any order.
  ///   - extent: the parts to show of countries whose land is scattered.
  ///   - margin: the margin at each side, as a fraction of the box's width and height; a negative
  ///     one counts as 0.
  /// - Returns: the box; empty without countries.
  public func zoomBox(
    of countries: some Sequence<Country>, _ extent: ZoomExtent = .mainland, margin: Double = 0.05
  ) -> BoundingBox {
    let boxes = Set(countries).map { land(of: $0, extent) }.filter { !$0.isEmpty }
    var cover = LongitudeCover()
    for box in boxes { cover.add(box) }
    guard let south = boxes.map(\.south).min(), let north = boxes.map(\.north).max() else {
      return .empty
    }
    let longitudes = cover.box(south: 0, north: 0)
    return BoundingBox(south: south, west: longitudes.west, north: north, east: longitudes.east)
      .widened(by: margin)
  }

  /// The box around the groups of a country that an extent includes.
  fileprivate func land(of country: Country, _ extent: ZoomExtent) -> BoundingBox {
    let parts = LandParts.world.parts(of: storage.landLetters.map { $0 == country.letters })
    let groups = PartGroup.groups(of: parts, within: 4)
    guard let largest = groups.first?.size else { return .empty }
    let capital = country.capital?.coordinate
    let box = groups.reduce(BoundingBox.empty) { box, group in
      let isShown =
        group.size >= extent.leastShare * largest || capital.map(group.box.contains) == true
      return isShown ? box.union(group.box) : box
    }
    // The capital of an island may be slightly off the coast as drawn.
    return capital.map { box.union($0) } ?? box
  }
}

extension LongitudeCover {
  /// Adds the longitudes of a box.
  fileprivate mutating func add(_ box: BoundingBox) {
    let west = Int((box.west * BoundaryArcs.unitsPerDegree).rounded(.down))
    let east = Int((box.east * BoundaryArcs.unitsPerDegree).rounded(.up))
    if west <= east {
      add(west: west, east: east)
    } else {
      add(west: west, east: 1_800_000)
      add(west: -1_800_000, east: east)
    }
  }
}

extension BoundingBox {
  /// The box with a margin at each side, as a fraction of its width and height.
  fileprivate func widened(by margin: Double) -> BoundingBox {
    guard margin > 0, !isEmpty else { return self }
    let height = latitudeSpan * margin
    let south = max(-90, self.south - height)
    let north = min(90, self.north + height)
    let width = longitudeSpan * margin
    guard longitudeSpan + 2 * width < 360 else {
      return BoundingBox(south: south, west: -180, north: north, east: 180)
    }
    let west = self.west - width
    let east = self.east + width
    return BoundingBox(
      south: south, west: west < -180 ? west + 360 : west, north: north,
      east: east > 180 ? east - 360 : east)
  }
}
