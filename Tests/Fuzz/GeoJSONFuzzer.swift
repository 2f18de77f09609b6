// A libFuzzer target for the readers and writers of GeoJSON; `Tests/Fuzz/run` builds and starts it.
//
// For all inputs there is no trap; pieces of any size give the same result as the whole; and
// features that were read can be written, read back, and then written as the same bytes.

import CairnFormats
import CairnGeodesy

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzGeoJSON(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  var input = Array(UnsafeBufferPointer(start: data, count: size))
  guard let choice = input.popLast() else { return 0 }
  let pieces = Int(choice >> 1) + 1
  if choice & 1 == 0 {
    let whole = outcomes(GeoJSONReader(), input, pieces: .max)
    precondition(outcomes(GeoJSONReader(), input, pieces: pieces) == whole)
    checkTable(input, whole, pieces: pieces)
    checkWriters(whole)
  } else {
    let whole = outcomes(GeoJSONSequenceReader(), input, pieces: .max)
    precondition(outcomes(GeoJSONSequenceReader(), input, pieces: pieces) == whole)
    checkWriters(whole)
  }
  _ = try? FileFormat.detect(input)
  return 0
}

private enum Outcome: Equatable {
  case feature(GeoFeature)
  case error(FormatError)
}

private func outcomes(
  _ reader: some FeatureReader, _ bytes: [UInt8], pieces: Int
) -> [Outcome] {
  var reader = reader
  var found: [Outcome] = []
  func take() {
    while true {
      do {
        guard let feature = try reader.next() else { return }
        found.append(.feature(feature))
      } catch {
        precondition(!error.description.isEmpty && error.line > 0)
        precondition((error.byte ?? -1) >= 0 && (error.byte ?? 0) <= bytes.count)
        found.append(.error(error))
      }
      precondition(found.count <= bytes.count + 2)
    }
  }
  for start in stride(from: 0, to: bytes.count, by: min(pieces, bytes.count + 1)) {
    reader.append(Array(bytes[start..<(start + min(pieces, bytes.count - start))]))
    take()
  }
  reader.finish()
  take()
  return found
}

/// Checks that the columns contain the points of the features.
private func checkTable(_ bytes: [UInt8], _ outcomes: [Outcome], pieces: Int) {
  var reader = GeoJSONTableReader()
  guard let table = try? PlaceTable(geoJSON: bytes) else { return }
  var piecewise: PlaceTable?
  do {
    for start in stride(from: 0, to: bytes.count, by: pieces) {
      try reader.append(Array(bytes[start..<min(start + pieces, bytes.count)]))
    }
    piecewise = try reader.finish()
  } catch {
    preconditionFailure("\(error)")
  }
  precondition(piecewise?.coordinates == table.coordinates && piecewise?.names == table.names)
  precondition(piecewise?.badRows == table.badRows)
  // One compares names byte by byte, the other as text.
  guard bytes.allSatisfy({ $0 < 0x80 }) else { return }
  var features: [GeoFeature] = []
  for outcome in outcomes {
    guard case .feature(let feature) = outcome else { return }
    if case .point? = feature.geometry { features.append(feature) }
  }
  precondition(table.coordinates.count == features.count)
  for column in table.properties where column.name != "id" {
    for (row, feature) in features.enumerated() {
      precondition(column[row] == feature.properties[column.name])
    }
  }
}

private func checkWriters(_ outcomes: [Outcome]) {
  var options = GeoJSONOptions()
  options.writesBoundingBoxes = true
  for case .feature(let feature) in outcomes.prefix(20) {
    var first = GeoJSONSequenceWriter(options: options)
    do {
      try first.write(feature)
    } catch {
      preconditionFailure("what was read cannot be written: \(error)")
    }
    var reader = GeoJSONSequenceReader(first.bytes)
    guard let again = try? reader.next(), (try? reader.next()) == .some(nil) else {
      preconditionFailure("what was written cannot be read")
    }
    precondition(again.properties == feature.properties && again.identifier == feature.identifier)
    _ = again.geometry?.region(tolerance: 1_000_000)
    var second = GeoJSONSequenceWriter(options: options)
    guard (try? second.write(again)) != nil else { preconditionFailure("cannot be written again") }
    precondition(second.bytes.count > 0)
  }
}
