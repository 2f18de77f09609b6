internal import CairnFormats
internal import CairnGeodesy

/// The position and the time of a photo, from its Exif data.
struct PhotoMetadata: Equatable {
  /// The position with the elevation; nil if the photo has none.
  var position: GeoFeature.Position?
  /// Why the recorded position cannot be used; nil if it can, or if there is none.
  var positionProblem: String?
  /// The time of the camera's clock, or that of GPS.
  var time: FeatureTime?
  /// The direction of view in degrees from north.
  var direction: Double?
  /// The error of the position in meters.
  var accuracy: Double?
  /// The camera's maker and model.
  var camera: String?

  /// Reads a photo.
  ///
  /// - Throws: ``FormatError`` if the headers are damaged.
  init(_ file: PhotoBytes, _ format: PhotoFormat) throws(FormatError) {
    guard let exif = try format.exif(in: file) else { return }
    let tiff = try TIFFTags(exif)
    let main = tiff.tags(at: tiff.first)
    let exifTags = main[0x8769].flatMap { tiff.integer($0) }.map { tiff.tags(at: $0) } ?? [:]
    let gps = main[0x8825].flatMap { tiff.integer($0) }.map { tiff.tags(at: $0) } ?? [:]
    readPosition(tiff, gps)
    time = Self.time(tiff, main, exifTags) ?? Self.gpsTime(tiff, gps)
    let maker = main[0x010F].flatMap { tiff.text($0) } ?? ""
    let model = main[0x0110].flatMap { tiff.text($0) } ?? ""
    // Many models begin with the name of the maker.
    let isWithin = model.lowercased().hasPrefix(maker.lowercased())
    let words = isWithin ? model : "\(maker) \(model)"
    camera = words.allSatisfy { $0 == " " } ? nil : words
  }

  private mutating func readPosition(_ tiff: TIFFTags, _ gps: [Int: TIFFTags.Entry]) {
    func angle(_ number: Int, _ limit: Double) -> Double? {
      guard let parts = gps[number].flatMap({ tiff.numbers($0) }), (1...3).contains(parts.count),
        parts.allSatisfy({ $0.isFinite && $0 >= 0 }), let first = parts.first
      else { return nil }
      let degrees =
        first + (parts.count > 1 ? parts[1] / 60 : 0) + (parts.count > 2 ? parts[2] / 3600 : 0)
      return degrees <= limit ? degrees : nil
    }
    /// The sign of a hemisphere, by its letter; nil if it is not recorded.
    func sign(_ number: Int, _ letters: (positive: Character, negative: Character)) -> Double? {
      switch gps[number].flatMap({ tiff.text($0) })?.uppercased().first {
      case letters.positive: 1
      case letters.negative: -1
      default: nil
      }
    }
    if let north = angle(2, 90), let east = angle(4, 180),
      // Cameras without a fix write zeros.
      north != 0 || east != 0
    {
      let signs = (sign(1, ("N", "S")), sign(3, ("E", "W")))
      if gps[9].flatMap({ tiff.text($0) })?.uppercased() == "V" {
        positionProblem = "the receiver had no fix (GPSStatus is V)"
      } else if let latitudeSign = signs.0, let longitudeSign = signs.1 {
        var position = GeoFeature.Position(
          Coordinate(latitude: latitudeSign * north, longitude: longitudeSign * east))
        if let height = gps[6].flatMap({ tiff.numbers($0)?.first }), height.isFinite {
          let isBelow = gps[5].flatMap { tiff.integer($0) } == 1
          position.elevation = isBelow ? -height : height
        }
        self.position = position
      } else {
        let tag = signs.0 == nil ? "GPSLatitudeRef" : "GPSLongitudeRef"
        positionProblem = "the hemisphere is missing (\(tag))"
      }
    }
    direction = gps[0x11].flatMap { tiff.numbers($0)?.first }.flatMap {
      (0...360).contains($0) ? $0 : nil
    }
    accuracy = gps[0x1F].flatMap { tiff.numbers($0)?.first }.flatMap {
      $0.isFinite && $0 >= 0 ? $0 : nil
    }
  }

  /// The time at which the photo was taken, on the camera's clock.
  private static func time(
    _ tiff: TIFFTags, _ main: [Int: TIFFTags.Entry], _ exif: [Int: TIFFTags.Entry]
  ) -> FeatureTime? {
    let sources = [
      (exif[0x9003], exif[0x9011]), (exif[0x9004], exif[0x9012]), (main[0x0132], exif[0x9010]),
    ]
    for (entry, offset) in sources {
      guard let text = entry.flatMap({ tiff.text($0) }) else { continue }
      // Many cameras note one offset for all of their times.
      let offsets = [offset] + [0x9011, 0x9010, 0x9012].map { exif[$0] }
      let zone = offsets.lazy.compactMap { $0.flatMap { tiff.text($0) } }.first ?? ""
      if let time = FeatureTime(text + zone) ?? FeatureTime(text) { return time }
    }
    return nil
  }

  private static func gpsTime(_ tiff: TIFFTags, _ gps: [Int: TIFFTags.Entry]) -> FeatureTime? {
    guard let day = gps[0x1D].flatMap({ tiff.text($0) }), var time = FeatureTime(day),
      let parts = gps[7].flatMap({ tiff.numbers($0) }), parts.count == 3
    else { return nil }
    let seconds = parts[0] * 3600 + parts[1] * 60 + parts[2]
    guard (0..<86_401).contains(seconds) else { return nil }
    time.seconds += seconds
    time.clock = .utc
    return time
  }
}

/// The tags of a TIFF file.
struct TIFFTags {
  /// An entry of a directory.
  struct Entry {
    var type: Int
    var count: Int
    /// The position of the values.
    var place: Int
  }

  private let file: PhotoBytes
  private let isBigEndian: Bool
  /// The position of the first directory.
  let first: Int

  /// The sizes of the values of each type, from 1 on.
  private static let sizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8]

  /// Reads the header.
  init(_ file: PhotoBytes) throws(FormatError) {
    self.file = file
    let start = file.bytes(at: 0, count: 2)
    isBigEndian = start == [0x4D, 0x4D]
    guard isBigEndian || start == [0x49, 0x49],
      file.number(at: 2, size: 2, isBigEndian: isBigEndian) == 42,
      let first = file.number(at: 4, size: 4, isBigEndian: isBigEndian)
    else {
      throw FormatError(.expected("Exif data", found: "other data"), line: 0, byte: 0)
    }
    self.first = first
  }

  /// The entries of a directory by tag; those beyond the end of the file are left out.
  func tags(at place: Int) -> [Int: Entry] {
    guard place >= 8, let count = file.number(at: place, size: 2, isBigEndian: isBigEndian) else {
      return [:]
    }
    var tags: [Int: Entry] = [:]
    for number in 0..<count {
      let start = place + 2 + 12 * number
      guard let tag = file.number(at: start, size: 2, isBigEndian: isBigEndian),
        let type = file.number(at: start + 2, size: 2, isBigEndian: isBigEndian),
        let count = file.number(at: start + 4, size: 4, isBigEndian: isBigEndian)
      else { return tags }
      guard Self.sizes.indices.contains(type), type > 0 else { continue }
      let size = Self.sizes[type] * count
      let isInline = size <= 4
      guard
        let values = isInline
          ? start + 8 : file.number(at: start + 8, size: 4, isBigEndian: isBigEndian)
      else { return tags }
      if tags[tag] == nil { tags[tag] = Entry(type: type, count: count, place: values) }
    }
    return tags
  }

  /// The first value of an entry as a whole number.
  func integer(_ entry: Entry) -> Int? {
    guard [1, 3, 4].contains(entry.type), entry.count > 0 else { return nil }
    return file.number(
      at: entry.place, size: Self.sizes[entry.type], isBigEndian: isBigEndian)
  }

  /// The text of an entry up to the first zero byte, without spaces at its ends.
  func text(_ entry: Entry) -> String? {
    guard entry.type == 2 || entry.type == 7, entry.count <= 4096,
      let bytes = file.bytes(at: entry.place, count: entry.count)
    else { return nil }
    var text = Substring(String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text.isEmpty ? nil : String(text)
  }

  /// The values of an entry of rational or whole numbers, at most eight; nil for a division by
  /// zero.
  func numbers(_ entry: Entry) -> [Double]? {
    guard entry.count > 0, entry.count <= 8 else { return nil }
    let size = Self.sizes[entry.type]
    var numbers: [Double] = []
    for index in 0..<entry.count {
      let place = entry.place + index * size
      switch entry.type {
      case 5, 10:
        guard let top = file.number(at: place, size: 4, isBigEndian: isBigEndian),
          let bottom = file.number(at: place + 4, size: 4, isBigEndian: isBigEndian), bottom != 0
        else { return nil }
        let isSigned = entry.type == 10
        func value(_ bits: Int) -> Double {
          isSigned ? Double(Int32(truncatingIfNeeded: bits)) : Double(bits)
        }
        numbers.append(value(top) / value(bottom))
      case 1, 3, 4:
        guard let value = file.number(at: place, size: size, isBigEndian: isBigEndian) else {
          return nil
        }
        numbers.append(Double(value))
      default: return nil
      }
    }
    return numbers
  }
}
