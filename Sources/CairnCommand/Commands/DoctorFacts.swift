internal import CairnFormats
internal import CairnGeodesy
internal import CairnMemory
internal import CairnText

/// A line of `cairn doctor` about a file.
struct FileFact {
  private let name: String
  private let text: String
  /// The members of the JSON object that state the same.
  private let members: [(name: String, value: PropertyValue)]

  init(_ name: String, _ text: String, members: [(name: String, value: PropertyValue)]) {
    self.name = name
    self.text = text
    self.members = members
  }

  /// A text, which JSON has under the same name.
  init(_ name: String, _ text: String) {
    self.init(name, text, members: [(Self.key(name), .string(text))])
  }

  /// A number, which JSON has under the same name.
  init(_ name: String, _ count: Int, unit: String = "") {
    self.init(
      name, "\(Text.grouped(count))\(unit)", members: [(Self.key(name), .integer(count))])
  }

  /// The numbers of geometries by kind.
  init(geometries kinds: [(name: String, count: Int)]) {
    var object = Properties()
    for kind in kinds { object[kind.name] = .integer(kind.count) }
    self.init(
      "geometry", kinds.map { "\(Text.grouped($0.count)) \($0.name)" }.joined(separator: ", "),
      members: [("geometries", .object(object))])
  }

  /// The corners of a box, which JSON has in the order of GeoJSON.
  static func corners(of box: BoundingBox) -> [FileFact] {
    func text(_ latitude: Double, _ longitude: Double) -> String {
      [latitude, longitude].map { decimalText($0, digits: 6, trimsZeros: true) }
        .joined(separator: ", ")
    }
    let numbers = [box.west, box.south, box.east, box.north].map { PropertyValue.number($0) }
    return [
      FileFact("south, west", text(box.south, box.west), members: [("bbox", .array(numbers))]),
      FileFact("north, east", text(box.north, box.east), members: []),
    ]
  }

  private static func key(_ name: String) -> String { String(name.map { $0 == " " ? "_" : $0 }) }

  /// Facts as lines.
  static func text(_ facts: [FileFact]) -> String {
    let width = facts.map(\.name.count).max() ?? 0
    return facts.map { "\($0.name.padding(to: width))  \(Text.line($0.text))\n" }.joined()
  }

  /// Writes facts as members of an object.
  static func write(_ facts: [FileFact], to json: inout JSONWriter) {
    for member in facts.flatMap(\.members) {
      json.key(member.name)
      json.value(member.value)
    }
  }
}

/// A file that other commands read: an index, an extract, a photo.
struct OtherFile {
  private let path: String
  /// The format of the file, and the facts about a photo.
  private var facts: [FileFact] = []
  /// The command that reads the file.
  private let hint: String

  /// Recognizes a file by its first bytes or its name; returns nil for any other file.
  init?(_ path: String) throws(Failure) {
    guard !InputFile.isStream(path) else { return nil }
    self.path = path
    var file = try InputFile(path)
    if let photo = try Photo(path) {
      let problem = photo.metadata.positionProblem.map { ": \($0)" } ?? ""
      let place = photo.metadata.position?.coordinate
      facts = [
        FileFact("format", "a photo (\(photo.format.rawValue))"),
        FileFact(
          "position", place?.formatted() ?? "none\(problem)",
          members: [
            ("latitude", place.map { .number($0.latitude) } ?? .null),
            ("longitude", place.map { .number($0.longitude) } ?? .null),
            ("position_problem", photo.metadata.positionProblem.map { .string($0) } ?? .null),
          ]),
        FileFact(
          "time", photo.metadata.time?.text ?? "none",
          members: [("time", photo.metadata.time.map { .string($0.text) } ?? .null)]),
      ]
      hint = "read it with `cairn photos \(path)`"
      return
    }
    let start: [UInt8]
    do {
      start = try file.next(atMost: 4096)
    } catch {
      // The examination reports the reason.
      return nil
    }
    let head = String(decoding: start, as: UTF8.self)
    if IndexFileStart.isOne(start) {
      facts = [FileFact("format", "an index file of Cairn")]
      hint =
        "read it with `cairn index info \(path)`, "
        + "and verify all of it with `cairn index info \(path) --check`"
    } else if path.hasSuffix(".roads") {
      facts = [FileFact("format", "a file of roads")]
      hint = "read it with `cairn roads near \(path) ...`"
    } else if path.hasSuffix(".osm.pbf") || head.contains("<osm") || head.contains("OSMHeader") {
      facts = [FileFact("format", "an extract of OpenStreetMap")]
      hint = "read it with `cairn places \(path)` or `cairn roads build \(path)`"
    } else {
      return nil
    }
  }

  var text: String { "\(FileFact.text(facts))\n\(hint)\n" }

  var json: [UInt8] {
    var json = JSONWriter()
    json.beginObject(onLines: true)
    FileFact.write([FileFact("file", path)] + facts, to: &json)
    json.member("hints", [hint]) { $0.value($1) }
    json.endObject()
    return json.bytes + [UInt8(ascii: "\n")]
  }
}
