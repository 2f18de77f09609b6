import CairnFormats
import TestSupport
import Testing

/// All features and errors that a reader returns for a text, in pieces of one size.
struct Reading {
  var features: [GeoFeature] = []
  var errors: [FormatError] = []
  var leftOut = LeftOut()

  init(_ reader: some FeatureReader, _ text: String, pieces size: Int = .max) {
    self.init(reader, Array(text.utf8), pieces: size)
  }

  init(_ reader: some FeatureReader, _ bytes: [UInt8], pieces size: Int = .max) {
    var reader = reader
    var start = 0
    while start < bytes.count {
      let end = bytes.count - start > size ? start + size : bytes.count
      reader.append(Array(bytes[start..<end]))
      take(&reader)
      start = end
    }
    reader.finish()
    take(&reader)
    leftOut = reader.leftOut
  }

  private mutating func take(_ reader: inout some FeatureReader) {
    var count = 0
    while true {
      count += 1
      guard count < 1_000_000 else {
        Issue.record("the reader does not terminate")
        return
      }
      do throws(FormatError) {
        guard let feature = try reader.next() else { return }
        features.append(feature)
      } catch {
        errors.append(error)
      }
    }
  }
}

/// Inputs that are truncated or have a wrong byte; all must terminate with features or typed
/// errors.
enum Damage {
  /// Reads a text truncated at each byte and with each byte changed; pieces of one byte must give
  /// the same result as the whole.
  ///
  /// In debug, this is done for some of the bytes, others for each text.
  static func check(_ text: String, _ reader: () -> some FeatureReader) {
    let bytes = Array(text.utf8)
    let step = rounds(1, inDebug: 7)
    for end in stride(from: bytes.count % step, to: bytes.count, by: step) {
      compare(Array(bytes[..<end]), reader)
    }
    var generator = SeededGenerator(seed: 7)
    for index in stride(from: bytes.count / 2 % step, to: bytes.count, by: step) {
      for value in [UInt8(0), 0xFF, UInt8.random(in: 1..<128, using: &generator)] {
        var changed = bytes
        changed[index] = value
        compare(changed, reader)
      }
    }
  }

  private static func compare(_ bytes: [UInt8], _ reader: () -> some FeatureReader) {
    let whole = Reading(reader(), bytes)
    let pieces = Reading(reader(), bytes, pieces: 1)
    let isSame = whole.features == pieces.features && whole.errors == pieces.errors
    #expect(
      isSame,
      "\(String(decoding: bytes.suffix(200), as: UTF8.self)) \(whole.errors) \(pieces.errors)")
  }
}
