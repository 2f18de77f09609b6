internal import CairnFormats
internal import CairnMemory

/// The bytes of a file, read where they are needed: the headers of a photo are a few kilobytes.
struct PhotoBytes {
  /// The number of bytes.
  let count: Int
  private let read: @Sendable (Range<Int>) -> [UInt8]

  /// Creates a view of bytes in memory.
  init(_ bytes: [UInt8]) {
    count = bytes.count
    read = { Array(bytes[$0]) }
  }

  /// Creates a view of a file.
  init(count: Int, read: @escaping @Sendable (Range<Int>) -> [UInt8]) {
    self.count = count
    self.read = read
  }

  /// Some bytes; nil if the file does not have all of them.
  func bytes(at start: Int, count: Int) -> [UInt8]? {
    guard start >= 0, count >= 0, start <= self.count, count <= self.count - start else {
      return nil
    }
    if count == 0 { return [] }
    let bytes = read(start..<start + count)
    return bytes.count == count ? bytes : nil
  }

  /// A whole number of up to eight bytes; nil beyond the end, or if it is not an `Int`.
  func number(at start: Int, size: Int, isBigEndian: Bool = true) -> Int? {
    guard size <= 8, let bytes = bytes(at: start, count: size) else { return nil }
    var value: UInt64 = 0
    for byte in isBigEndian ? bytes : bytes.reversed() { value = value << 8 | UInt64(byte) }
    return Int(exactly: value)
  }

  /// The part of the file from a position on, of at most some bytes.
  func part(from start: Int, count: Int) -> PhotoBytes? {
    guard start >= 0, start <= self.count, count >= 0 else { return nil }
    let read = read
    return PhotoBytes(count: min(count, self.count - start)) {
      read($0.lowerBound + start..<$0.upperBound + start)
    }
  }
}

/// The container formats of photos.
enum PhotoFormat: String {
  case jpeg = "JPEG"
  /// HEIC, HEIF and AVIF: the ISO base media file format.
  case heif = "HEIF"
  case tiff = "TIFF"
  case png = "PNG"
  case webP = "WebP"

  /// The format by the first twelve bytes of a file; nil for any other file.
  init?(start: [UInt8]) {
    func has(_ text: String, at place: Int) -> Bool {
      start.count >= place + text.utf8.count
        && start[place..<place + text.utf8.count].elementsEqual(text.utf8)
    }
    if start.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if has("ftyp", at: 4) {
      let brands = ["heic", "heix", "heim", "heis", "hevc", "mif1", "msf1", "avif", "avis"]
      guard brands.contains(where: { has($0, at: 8) }) else { return nil }
      self = .heif
    } else if start.starts(with: [0x49, 0x49, 0x2A, 0])
      || start.starts(with: [0x4D, 0x4D, 0, 0x2A])
    {
      self = .tiff
    } else if start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if has("RIFF", at: 0), has("WEBP", at: 8) {
      self = .webP
    } else {
      return nil
    }
  }

  /// The block of Exif data in a file: a TIFF file within it; nil if it has none.
  ///
  /// - Throws: ``FormatError`` if the file is damaged before the block is found.
  func exif(in file: PhotoBytes) throws(FormatError) -> PhotoBytes? {
    switch self {
    case .tiff: file
    case .jpeg: try Self.jpegExif(file)
    case .png: try Self.pngExif(file)
    case .webP: try Self.webPExif(file)
    case .heif: try HEIFItems(file).exif
    }
  }

  /// The maximum number of segments or chunks that are read before the image.
  private static let limit = 10_000

  /// Reads the segments of a JPEG file before the image.
  private static func jpegExif(_ file: PhotoBytes) throws(FormatError) -> PhotoBytes? {
    var place = 2
    for _ in 0..<limit {
      guard let marker = file.number(at: place, size: 2) else { throw ends(file) }
      // Fill bytes may precede a marker.
      if marker == 0xFFFF {
        place += 1
        continue
      }
      guard marker >= 0xFF01 else {
        throw FormatError(.expected("a JPEG marker", found: "other data"), line: 0, byte: place)
      }
      // The image, or the end: no metadata follow.
      if marker == 0xFFDA || marker == 0xFFD9 { return nil }
      if (0xFFD0...0xFFD8).contains(marker) || marker == 0xFF01 {
        place += 2
        continue
      }
      guard let length = file.number(at: place + 2, size: 2) else { throw ends(file) }
      guard length >= 2 else {
        throw FormatError(
          .expected("a segment of 2 bytes or more", found: "\(length)"), line: 0, byte: place)
      }
      if marker == 0xFFE1, length > 8,
        file.bytes(at: place + 4, count: 6) == Array("Exif".utf8) + [0, 0]
      {
        return try block(of: file, from: place + 10, count: length - 8)
      }
      place += 2 + length
    }
    return nil
  }

  private static func pngExif(_ file: PhotoBytes) throws(FormatError) -> PhotoBytes? {
    var place = 8
    for _ in 0..<limit {
      guard let length = file.number(at: place, size: 4),
        let name = file.bytes(at: place + 4, count: 4)
      else { throw ends(file) }
      if name == Array("eXIf".utf8) {
        return try block(of: file, from: place + 8, count: length)
      }
      if name == Array("IEND".utf8) { return nil }
      place += length + 12
    }
    return nil
  }

  private static func webPExif(_ file: PhotoBytes) throws(FormatError) -> PhotoBytes? {
    var place = 12
    for _ in 0..<limit where place < file.count {
      guard let name = file.bytes(at: place, count: 4),
        let length = file.number(at: place + 4, size: 4, isBigEndian: false)
      else { throw ends(file) }
      if name == Array("EXIF".utf8) {
        // Some programs write the header of JPEG, too.
        let hasHeader = file.bytes(at: place + 8, count: 6) == Array("Exif".utf8) + [0, 0]
        let skipped = hasHeader ? 6 : 0
        return try block(of: file, from: place + 8 + skipped, count: length - skipped)
      }
      place += 8 + length + length % 2
    }
    return nil
  }

  /// A block, all of which must be in the file.
  private static func block(
    of file: PhotoBytes, from start: Int, count: Int
  ) throws(FormatError) -> PhotoBytes {
    guard count >= 0, start + count <= file.count, let part = file.part(from: start, count: count)
    else { throw ends(file) }
    return part
  }

  static func ends(_ file: PhotoBytes) -> FormatError {
    FormatError(
      .expected("the headers of a photo", found: "the end of the file"), line: 0, byte: file.count)
  }
}
