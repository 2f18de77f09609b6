// A libFuzzer target for the formats with one geometry per line: WKT, encoded polylines and geo
// URIs; `Tests/Fuzz/run` builds and starts it.
//
// For all inputs there is no trap; pieces of any size give the same result as the whole; and
// features that were read can be written, read back as the same, and then written as the same
// bytes.

import CairnFormats

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzLines(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  var input = Array(UnsafeBufferPointer(start: data, count: size))
  guard let choice = input.popLast() else { return 0 }
  let pieces = Int(choice >> 2) + 1
  switch choice & 3 {
  case 0: check(input, pieces, { WKTReader() }, { WKTWriter() })
  case 1: check(input, pieces, { PolylineReader() }, { PolylineWriter() })
  case 2:
    check(input, pieces, { PolylineReader(precision: .six) }, { PolylineWriter(precision: .six) })
  default: check(input, pieces, { GeoURIReader() }, { GeoURIWriter() })
  }
  _ = try? FileFormat.detect(input)
  return 0
}

private func check<Writer: FeatureWriter>(
  _ input: [UInt8], _ pieces: Int, _ reader: () -> some FeatureReader, _ writer: () -> Writer
) {
  let whole = outcomes(reader(), input, pieces: .max)
  let cut = outcomes(reader(), input, pieces: pieces)
  // Not compared with ==, because an empty point has NaN coordinates.
  precondition("\(whole.features)" == "\(cut.features)" && whole.errors == cut.errors)
  let text = written(whole.features, writer())
  let again = outcomes(reader(), text, pieces: .max)
  precondition(again.errors.isEmpty)
  precondition(written(again.features, writer()) == text)
}

private func written(_ features: [GeoFeature], _ writer: some FeatureWriter) -> [UInt8] {
  var writer = writer
  for feature in features { try? writer.write(feature) }
  try? writer.end()
  return writer.drain()
}

private func outcomes(
  _ reader: some FeatureReader, _ bytes: [UInt8], pieces: Int
) -> (features: [GeoFeature], errors: [FormatError]) {
  var reader = reader
  var features: [GeoFeature] = []
  var errors: [FormatError] = []
  func take() {
    while true {
      do {
        guard let feature = try reader.next() else { return }
        features.append(feature)
      } catch {
        errors.append(error)
        precondition(errors.count <= bytes.count)
      }
    }
  }
  var start = 0
  while start < bytes.count {
    let end = bytes.count - start > pieces ? start + pieces : bytes.count
    reader.append(Array(bytes[start..<end]))
    take()
    start = end
  }
  reader.finish()
  take()
  return (features, errors)
}
