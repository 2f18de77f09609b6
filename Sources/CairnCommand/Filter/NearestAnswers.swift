internal import CairnFormats
internal import CairnGeodesy
internal import CairnIndex

/// The nearest of some places for each row: its name and how far it is in metres.
struct NearestAnswers: RowAnswers {
  static let pointCount = 1

  let columns: [String]
  private let index: PlaceIndex<Int>
  private let names: [String]
  private let radius: Double
  private var fields: [[UInt8]] = []
  private var dialect = TableDialect.csv
  private var text = AnswerText()

  /// - Parameters:
  ///   - coordinates: where the places are; those that are not valid are never the nearest.
  ///   - names: what they are called.
  ///   - radius: metres beyond which none is named.
  ///   - column: the name of the first column, which the second's is then made of.
  init(
    _ coordinates: [Coordinate], names: [String], within radius: Double = .infinity,
    column: String? = nil
  ) throws(PlaceIndexError) {
    index = try PlaceIndex(skippingInvalid: coordinates.indices, coordinate: { coordinates[$0] })
    self.names = names
    self.radius = radius
    columns = [column ?? "nearest", column.map { "\($0)_distance_m" } ?? "distance_m"]
  }

  mutating func begin(_ dialect: TableDialect) {
    self.dialect = dialect
    fields = names.map { [dialect.delimiter] + dialect.field($0) + [dialect.delimiter] }
  }

  var capacity: Int { text.longest }

  mutating func answer(_ points: [Coordinate], _ others: [Coordinate]) {
    let nothing = [dialect.delimiter] + (dialect.hasNulls ? Array("\\N".utf8) : [])
    text.removeAll()
    for point in points {
      if point.latitude.isFinite,
        let nearest = index.nearest(to: point, count: 1, within: radius).first
      {
        text.append(fields[nearest.element])
        text.append(decimalText(nearest.distance, digits: 3).utf8)
      } else {
        text.append(nothing + nothing)
      }
      text.endRow()
    }
  }

  func write(
    _ row: Int, of points: [Coordinate], to output: FilterSlots<UInt8>, at position: Int
  ) -> Int {
    text.write(row, to: output, at: position)
  }
}

extension NearestAnswers {
  /// Answers `cairn near --nearest-of FILE --append`.
  static func run(_ arguments: Arguments, _ console: inout Console) throws(Failure) {
    guard arguments.has("append"), let path = arguments["nearest-of"] else {
      throw .usage("--nearest-of FILE and --append go together")
    }
    for name in ["kind", "country", "country-by"] where arguments.has(name) {
      throw .usage("--\(name) chooses among places that are listed; leave it out with --append")
    }
    guard var input = try PlaceInput(arguments, path: path) else { return }
    // What becomes of bad rows is said of the table that is answered.
    input.policy = .skip
    let features = try input.features(&console)
    let roles = PlaceRoles(features.propertyNames)
    let places = 0..<features.count
    let radius = try arguments.length("radius", unit: arguments.unit)
    let answers: NearestAnswers
    do {
      answers = try NearestAnswers(
        places.map { features.coordinate(at: $0) },
        names: places.map { roles.row(features[$0]).place.name }, within: radius ?? .infinity,
        column: arguments["column"])
    } catch {
      throw Failure(code: .data, message: "\(Spelling.quoted(path)) has too many places")
    }
    try FilterRun.run(
      answers, FilterSettings(arguments), name: "near", paths: arguments.operands, &console)
  }
}
