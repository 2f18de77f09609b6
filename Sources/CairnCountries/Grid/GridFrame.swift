internal import CairnGeodesy

/// The rectangle of equal square cells that a grid covers, row by row from the southwest.
internal struct GridFrame: Sendable {
  /// The units of all integers here.
  let units: GridUnits
  /// The southwestern corner of the first cell.
  let originX: Int
  let originY: Int
  /// The number of cells from west to east, and from south to north.
  let columns: Int
  let rows: Int
  /// The width and height of a cell are 2 to this power units.
  let cellShift: Int
  /// The number of cells per degree, and the offsets in cells of the center of the first cell from
  /// the meridian of Greenwich and the equator.
  private let cellsPerDegree: Double
  private let firstColumn: Double
  private let firstRow: Double

  /// Creates the cells that cover a box.
  ///
  /// - Parameters:
  ///   - units: the units of all integers.
  ///   - box: the least and greatest units at which points are looked up.
  ///   - cellShift: the width of a cell is 2 to this power units.
  init(
    units: GridUnits, box: (west: Int64, south: Int64, east: Int64, north: Int64),
    cellShift: Int
  ) {
    self.units = units
    originX = Int(truncatingIfNeeded: box.west)
    originY = Int(truncatingIfNeeded: box.south)
    columns = Int(truncatingIfNeeded: (box.east - box.west) >> cellShift) + 1
    rows = Int(truncatingIfNeeded: (box.north - box.south) >> cellShift) + 1
    self.cellShift = cellShift
    let unitsPerCell = Double(1 << cellShift)
    cellsPerDegree = units.perDegree / unitsPerCell
    firstColumn = Double(-box.west) / unitsPerCell - 0.5
    firstRow = Double(-box.south) / unitsPerCell - 0.5
  }

  var cellCount: Int { columns * rows }

  /// The cell of a coordinate if a rounded calculation is certain; nil otherwise.
  ///
  /// It is nil for about one in a few hundred thousand coordinates, including those on the sides of
  /// cells, and for the poles and the antimeridian. The grid must cover the Earth. With a hundred
  /// million cells around the Earth the error is below a hundredth of the margin used here.
  @inline(__always)
  func roughCell(of coordinate: Coordinate) -> Int? {
    rough(coordinate).map { $0.row &* columns &+ $0.column }
  }

  /// Like ``roughCell(of:)`` for a grid of any size that need not cover the Earth; also nil outside
  /// of it.
  @inline(__always)
  func roughCellWithin(of coordinate: Coordinate) -> Int? {
    // Negative numbers become large ones.
    guard let (column, row) = rough(coordinate),
      UInt(bitPattern: column) < UInt(bitPattern: columns),
      UInt(bitPattern: row) < UInt(bitPattern: rows)
    else { return nil }
    return row &* columns &+ column
  }

  @inline(__always)
  private func rough(_ coordinate: Coordinate) -> (column: Int, row: Int)? {
    guard coordinate.latitude.magnitude < 90, coordinate.longitude.magnitude < 180 else {
      return nil
    }
    // Shifted by half a cell, so that rounding to the nearest integer rounds down.
    let x = coordinate.longitude * cellsPerDegree + firstColumn
    let y = coordinate.latitude * cellsPerDegree + firstRow
    let column = x + wholeNumbers
    let row = y + wholeNumbers
    guard (x - (column - wholeNumbers)).magnitude < 0.499_999,
      (y - (row - wholeNumbers)).magnitude < 0.499_999
    else { return nil }
    return (lowBits(column), lowBits(row))
  }

  /// All cells.
  var window: CellRange {
    CellRange(
      originX: Int64(originX), originY: Int64(originY), shift: cellShift, columns: columns,
      rows: rows)
  }
}

/// The integer units in which a grid's boundaries are stored.
internal struct GridUnits: Hashable, Sendable {
  /// The number of units per degree: an integer of at most 23 bits.
  let perDegree: Double

  /// 1e-4 degrees, about 11 meters: the units of the embedded boundaries.
  static let countries = GridUnits(perDegree: BoundaryArcs.unitsPerDegree)
  /// 2e-7 degrees, about 2 centimeters; a boundary of two turns fits into 32 bits.
  static let regions = GridUnits(perDegree: 5_000_000)

  /// The greatest integer number of units that is at most an angle, and the remainder.
  ///
  /// The integer is exact for every double of at most 360 degrees. A product that was rounded to an
  /// integer may have come from either side of it; the rounding error decides.
  @inline(__always)
  func floor(_ degrees: Double) -> (whole: Int, rest: Double) {
    let units = degrees * perDegree
    let nearest = (units + wholeNumbers) - wholeNumbers
    var whole = nearest > units ? nearest - 1 : nearest
    if nearest == units, isRoundedUp(degrees, to: units) { whole = nearest - 1 }
    return (lowBits(whole + wholeNumbers), units - whole)
  }

  /// Whether a product in units is greater than the exact one.
  ///
  /// Splitting the angle makes both partial products exact: T. J. Dekker, "A floating-point
  /// technique for extending the available precision", Numer. Math. 18 (1971),
  /// doi:10.1007/BF01397083.
  private func isRoundedUp(_ degrees: Double, to units: Double) -> Bool {
    let spread = degrees * 134_217_729  // 2^27 + 1
    let high = spread - (spread - degrees)
    let low = degrees - high
    return (high * perDegree - units) + low * perDegree < 0
  }

  /// An angle in units of 2^-60 of a unit, rounded down; exact for angles of at least 2^-8 degrees.
  func fixed(_ degrees: Double) -> WideInteger { exact(degrees).high }

  /// An angle in units of 2^-60 of a unit, rounded down, and the remainder in units of 2^-120.
  ///
  /// Together they are exact for every angle of at least 2^-68 degrees. A smaller one, less than
  /// 10^-15 meters, is rounded down, too, and stays on the same side of every integer unit.
  func exact(_ degrees: Double) -> (high: WideInteger, low: WideInteger) {
    guard degrees.isFinite, degrees != 0 else { return (.zero, .zero) }
    let bits = WideInteger(
      product: Int64(degrees.significandBitPattern | 1 << 52), Int64(perDegree))
    let product = degrees < 0 ? -bits : bits
    let shift = Int(degrees.exponent) - 52 + 60
    if shift >= 0 { return (product << shift, .zero) }
    let lost = min(-shift, 126)
    let rest = product.lowest(lost)
    return (product >> lost, lost <= 60 ? rest << (60 - lost) : rest >> (lost - 60))
  }
}

/// 1.5 × 2⁵²: adding and subtracting it rounds to the nearest integer.
internal let wholeNumbers = 0x1.8p52

/// The integer that was added to ``wholeNumbers``, without the checks of a conversion.
@inline(__always)
internal func lowBits(_ sum: Double) -> Int {
  Int(Int32(bitPattern: UInt32(truncatingIfNeeded: sum.bitPattern)))
}

/// A place for lookups in a grid: longitude in -180..<180, latitude below 90.
internal struct GridPoint {
  let latitude: Double
  let longitude: Double

  /// Creates the point of a coordinate; `nil` for one that is not ``Coordinate/isValid``.
  ///
  /// A pole has no longitude: it is placed on the meridian of Greenwich, and the north pole one ulp
  /// south of it, so that both belong to the area around them.
  @inline(__always)
  init?(_ coordinate: Coordinate) {
    guard coordinate.latitude.magnitude < 90, coordinate.longitude.magnitude < 180 else {
      self.init(unusual: coordinate)
      return
    }
    self.init(latitude: coordinate.latitude, longitude: coordinate.longitude)
  }

  @inline(__always)
  private init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  @inline(never)
  private init?(unusual coordinate: Coordinate) {
    guard coordinate.isValid else { return nil }
    let isPole = coordinate.latitude.magnitude == 90
    self.init(
      latitude: min(coordinate.latitude, (90.0).nextDown),
      longitude: isPole ? 0 : coordinate.normalized.longitude)
  }
}
