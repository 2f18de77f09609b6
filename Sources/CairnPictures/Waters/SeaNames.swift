internal import CairnCountries
internal import CairnGeodesy

/// The names of the seas on a map and the positions they may have, the most important first.
internal struct SeaNames: Sendable {
  /// A sea with the points on which its name may be.
  struct Name: Sendable {
    var text: String
    /// The size of the letters.
    var size: Double
    /// The points, those with most room first.
    var points: [PlanePoint]
    /// The width of the sea at the first point, in pixels.
    var width: Double
    fileprivate var number: Int
  }

  private(set) var names: [Name] = []
  private let cells = SeaCells()
  private let atlas: CountryAtlas
  private let frame: MapFrame

  /// The maximum number of cells of the map in each direction, and of points that are tried.
  private static let (columns, rows, tries) = (48, 32, 60)

  /// - Parameters:
  ///   - atlas: the land.
  ///   - frame: the map.
  ///   - unitsPerPixel: the units of the drawing for each pixel when it is first displayed.
  init(_ atlas: CountryAtlas, _ frame: MapFrame, unitsPerPixel: Double = 1) {
    self.atlas = atlas
    self.frame = frame
    let (wide, high) = (
      frame.box.width / Double(Self.columns), frame.box.height / Double(Self.rows)
    )
    func point(_ cell: Int) -> PlanePoint {
      PlanePoint(
        x: frame.box.left + (Double(cell % Self.columns) + 0.5) * wide,
        y: frame.box.top + (Double(cell / Self.columns) + 0.5) * high)
    }
    let seas = (0..<Self.columns * Self.rows).map { sea(at: point($0)) }
    var found: [Int: [Int]] = [:]
    for (cell, sea) in seas.enumerated() {
      if let sea { found[sea, default: []].append(cell) }
    }
    let lastRank = Self.lastRank(metersPerPixel: unitsPerPixel / frame.scale)
    for (sea, cells) in found {
      let rank = self.cells.seas[sea].rank
      guard rank <= lastRank else { continue }
      let rooms = Self.rooms(cells, seas, wide: wide, high: high)
      let sorted = cells.indices.sorted {
        (rooms[$1].least, cells[$0]) < (rooms[$0].least, cells[$1])
      }
      guard let best = sorted.first else { continue }
      names.append(
        Name(
          text: self.cells.seas[sea].name, size: rank == 0 ? 15 : rank == 1 ? 13.5 : 12,
          points: sorted.prefix(Self.tries).map { point(cells[$0]) }, width: rooms[best].width,
          number: sea))
    }
    names.sort {
      (cells.seas[$0.number].rank, -$0.width, $0.text)
        < (cells.seas[$1.number].rank, -$1.width, $1.text)
    }
  }

  /// The last rank of the seas that are named: oceans and large seas on a map of the world.
  private static func lastRank(metersPerPixel: Double) -> Int {
    1 + [20_000.0, 10_000, 6_000, 4_000, 2_000, 1_000].count { metersPerPixel < $0 }
  }

  /// For each cell of a sea the room around it within the sea: the smaller one of the width, in
  /// letters that are half as wide as high, and the height; and the width.
  private static func rooms(
    _ cells: [Int], _ seas: [Int?], wide: Double, high: Double
  ) -> [(least: Double, width: Double)] {
    cells.map { cell in
      let (column, row) = (cell % columns, cell / columns)
      func run(_ dx: Int, _ dy: Int) -> Double {
        var count = 0
        var (x, y) = (column + dx, row + dy)
        while (0..<columns).contains(x), (0..<rows).contains(y),
          seas[y * columns + x] == seas[cell]
        {
          count += 1
          x += dx
          y += dy
        }
        return Double(count) + 0.5
      }
      let across = min(run(-1, 0), run(1, 0)) * wide
      let along = min(run(0, -1), run(0, 1)) * high
      return (min(across / 3, along), 2 * across)
    }
  }

  /// The sea on which a pixel is; nil on land and outside of the Earth.
  private func sea(at pixel: PlanePoint) -> Int? {
    guard let place = frame.coordinate(at: pixel), !atlas.isLand(place) else { return nil }
    return cells.sea(at: place)
  }

  /// Places the names for which there is room.
  func placed(_ placement: inout LabelPlacement) -> [PictureLabel] {
    var labels: [PictureLabel] = []
    for name in names {
      guard let found = self.labels(name, placement) else { continue }
      for label in found { placement.take(label.box.expanded(by: 4)) }
      labels += found
    }
    return labels
  }

  /// Finds room for a name on its sea, on one or two lines.
  ///
  /// - Parameters:
  ///   - name: the name.
  ///   - placement: the occupied boxes.
  /// - Returns: a label for each line; nil if there is no room.
  func labels(_ name: Name, _ placement: LabelPlacement) -> [PictureLabel]? {
    let texts = CountryLabels.breaks(of: name.text)
    for size in [name.size, name.size * 0.85] {
      for lines in texts {
        for point in name.points {
          let labels = CountryLabels.labels(lines, point, size, role: .waters)
          let isFree = labels.allSatisfy {
            placement.isFree($0.box.expanded(by: 3), avoidsLines: true) && isOnWater($0.box, name)
          }
          if isFree { return labels }
        }
      }
    }
    return nil
  }

  /// Whether the middle of a box is on a sea, and all of it on water.
  private func isOnWater(_ box: PixelBox, _ name: Name) -> Bool {
    let count = max(4, Int(box.width / 12))
    return (0...count).allSatisfy { step in
      let share = Double(step) / Double(count)
      let x = box.left + share * box.width
      return [box.top - 1, box.center.y, box.bottom + 1].allSatisfy { y in
        guard let sea = sea(at: PlanePoint(x: x, y: y)) else { return false }
        return sea == name.number || !(0.2...0.8).contains(share)
      }
    }
  }
}
