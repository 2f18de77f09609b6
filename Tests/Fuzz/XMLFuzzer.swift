// A libFuzzer target for the readers and writers of GPX and KML; `Tests/Fuzz/run` builds and starts
// it.
//
// For all inputs there is no trap and no hang; pieces of any size give the same result as the
// whole; and features that were read can be written and read back without an error.

import CairnFormats

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzXML(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  var input = Array(UnsafeBufferPointer(start: data, count: size))
  guard let choice = input.popLast() else { return 0 }
  let pieces = Int(choice >> 1) + 1
  if choice & 1 == 0 {
    let whole = Outcomes(GPXReader(), input, pieces: .max)
    precondition(Outcomes(GPXReader(), input, pieces: pieces) == whole)
    let text = written(whole.features, GPXWriter())
    let again = Outcomes(GPXReader(), text, pieces: .max)
    precondition(again.errors.isEmpty)
  } else {
    let whole = Outcomes(KMLReader(), input, pieces: .max)
    precondition(Outcomes(KMLReader(), input, pieces: pieces) == whole)
    let text = written(whole.features, KMLWriter())
    let again = Outcomes(KMLReader(), text, pieces: .max)
    precondition(again.errors.isEmpty && again.features.count == whole.features.count)
    precondition(written(again.features, KMLWriter()) == text)
  }
  _ = try? FileFormat.detect(input)
  return 0
}

private func written(_ features: [GeoFeature], _ writer: some FeatureWriter) -> [UInt8] {
  var writer = writer
  for feature in features { try? writer.write(feature) }
  try? writer.end()
  return writer.drain()
}

private struct Outcomes: Equatable {
  var features: [GeoFeature] = []
  var errors: [FormatError] = []

  init(_ reader: some FeatureReader, _ bytes: [UInt8], pieces: Int) {
    var reader = reader
    var start = 0
    while start < bytes.count {
      let end = bytes.count - start > pieces ? start + pieces : bytes.count
      reader.append(Array(bytes[start..<end]))
      take(&reader)
      start = end
    }
    reader.finish()
    take(&reader)
  }

  private mutating func take(_ reader: inout some FeatureReader) {
    while true {
      do {
        guard let feature = try reader.next() else { return }
        features.append(feature)
      } catch {
        errors.append(error)
        precondition(errors.count < 1_000_000)
      }
    }
  }
}
