internal import CairnFormats
internal import CairnGeodesy
internal import CairnIndex

/// What `cairn index info` tells of an index file.
struct IndexDescription {
  private let count: Int
  private let elementCount: Int
  private let byteCount: Int
  private let version: Int
  private let isChecked: Bool
  private let properties: [String]?
  private let extent: BoundingBox?

  init(_ path: String, checksAll: Bool) throws(Failure) {
    var head = try InputFile(path)
    let start = try head.next(atMost: 4096)
    guard IndexFileStart.isOne(start), start.count >= 24 else {
      throw Failure(code: .data, message: "\(Spelling.quoted(path)) is no index file")
    }
    func number(at bytes: Range<Int>) -> Int {
      start[bytes].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    let (file, features) = try reading(path) {
      () throws(IndexFileError) -> (MappedPlaceIndex<RecordBytes>, FeatureRecords?) in
      let file = try MappedPlaceIndex(opening: path)
      if checksAll { try file.checkEverything() }
      return (file, try FeatureRecords(file))
    }
    version = number(at: 8..<12)
    // The file has passed as one of the length that its head says.
    byteCount = number(at: 16..<24)
    count = file.count
    elementCount = features?.count ?? file.elementCount
    properties = features?.propertyNames
    extent = features?.extent
    isChecked = checksAll
  }

  private var bytesPerPlace: Int { count == 0 ? 0 : byteCount / count }

  var text: String {
    var rows = [("places", Text.grouped(count))]
    if elementCount > count {
      rows.append(("elements", "\(Text.grouped(elementCount)), some without a place"))
    }
    rows.append(
      (
        "properties",
        properties.map { $0.isEmpty ? "none" : Text.line($0.joined(separator: ", ")) }
          ?? "records of a kind that is not known here"
      ))
    if let extent {
      let bounds = [extent.south, extent.west, extent.north, extent.east]
        .map { decimalText($0, digits: 5, trimsZeros: true) }
      let across = extent.crossesAntimeridian ? ", across 180 degrees" : ""
      rows.append(("extent", extent.isEmpty ? "none" : bounds.joined(separator: ",") + across))
    }
    let megabytes = decimalText(Double(byteCount) / 1e6, digits: 2)
    rows.append(("size", "\(megabytes) MB, \(bytesPerPlace) bytes a place"))
    rows.append(("memory", "mapped: only the pages that a question meets"))
    rows.append(("version", "\(version)"))
    rows.append(
      (
        "checksums",
        isChecked
          ? "all \(Text.grouped(byteCount >> 12)) pages are right"
          : "those of the head are right; --check looks at all"
      ))
    return rows.map { "\($0.0.padding(to: 12))\($0.1)\n" }.joined()
  }

  var json: String {
    var json = JSONWriter()
    json.beginObject()
    json.member("places", count)
    json.member("elements", elementCount)
    if let properties {
      json.key("properties")
      json.beginArray()
      for name in properties { json.value(name) }
      json.endArray()
    }
    if let extent, !extent.isEmpty {
      json.key("extent")
      json.beginArray()
      // In the order of `--box`.
      for bound in [extent.south, extent.west, extent.north, extent.east] { json.value(bound) }
      json.endArray()
    }
    json.member("bytes", byteCount)
    json.member("bytes_per_place", bytesPerPlace)
    json.member("version", version)
    json.member("checked", isChecked ? "all" : "head")
    json.endObject()
    return String(decoding: json.bytes, as: UTF8.self) + "\n"
  }
}
