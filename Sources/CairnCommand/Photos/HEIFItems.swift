internal import CairnFormats

/// The items of a HEIF file (ISO/IEC 14496-12 and 23008-12), of which one may be Exif data.
struct HEIFItems {
  /// The Exif data; nil if the file has none.
  private(set) var exif: PhotoBytes?

  /// A box: its type and the range of its content.
  private struct Box {
    let type: String
    let content: Range<Int>
  }

  /// The maximum number of boxes, items or extents that are read.
  private static let limit = 100_000

  private let file: PhotoBytes

  /// Finds the Exif item.
  ///
  /// - Throws: ``FormatError`` if a box ends beyond the file.
  init(_ file: PhotoBytes) throws(FormatError) {
    self.file = file
    guard let meta = try Self.box("meta", in: 0..<file.count, of: file) else { return }
    // The version and the flags of a full box.
    let content = meta.content.dropFirst(4)
    guard !content.isEmpty,
      let infos = try Self.box("iinf", in: content, of: file),
      let identifier = try exifItem(infos.content),
      let locations = try Self.box("iloc", in: content, of: file),
      let range = location(of: identifier, in: locations.content)
    else { return }
    guard range.upperBound <= file.count else { throw PhotoFormat.ends(file) }
    // The item begins with the offset of the TIFF header after these four bytes.
    guard let offset = file.number(at: range.lowerBound, size: 4),
      offset <= range.count - 4
    else { throw PhotoFormat.ends(file) }
    exif = file.part(from: range.lowerBound + 4 + offset, count: range.count - 4 - offset)
  }

  private static func boxes(
    in range: Range<Int>, of file: PhotoBytes, _ body: (Box) throws(FormatError) -> Bool
  ) throws(FormatError) {
    var place = range.lowerBound
    for _ in 0..<limit where place < range.upperBound {
      guard var size = file.number(at: place, size: 4),
        let type = file.bytes(at: place + 4, count: 4)
      else { throw PhotoFormat.ends(file) }
      var header = 8
      if size == 1 {
        guard let large = file.number(at: place + 8, size: 8) else { throw PhotoFormat.ends(file) }
        (size, header) = (large, 16)
      } else if size == 0 {
        size = range.upperBound - place
      }
      guard size >= header, size <= range.upperBound - place else {
        throw FormatError(
          .expected("a box within its parent", found: "one of \(size) bytes"), line: 0, byte: place)
      }
      let box = Box(
        type: String(decoding: type, as: UTF8.self), content: place + header..<place + size)
      if try !body(box) { return }
      place += size
    }
  }

  private static func box(
    _ type: String, in range: Range<Int>, of file: PhotoBytes
  ) throws(FormatError) -> Box? {
    var found: Box?
    try boxes(in: range, of: file) { box in
      if box.type == type { found = box }
      return found == nil
    }
    return found
  }

  /// The number of the first item of type `Exif`.
  private func exifItem(_ content: Range<Int>) throws(FormatError) -> Int? {
    guard let version = file.number(at: content.lowerBound, size: 1) else { return nil }
    let entries = content.dropFirst(version == 0 ? 6 : 8)
    var found: Int?
    try Self.boxes(in: entries, of: file) { info in
      guard info.type == "infe",
        let version = file.number(at: info.content.lowerBound, size: 1), version >= 2
      else { return true }
      let size = version == 2 ? 2 : 4
      let start = info.content.lowerBound + 4
      if file.bytes(at: start + size + 2, count: 4) == Array("Exif".utf8) {
        found = file.number(at: start, size: size)
      }
      return found == nil
    }
    return found
  }

  /// The bytes of an item in the file; nil if it has none, or is not stored in one piece.
  private func location(of identifier: Int, in content: Range<Int>) -> Range<Int>? {
    var place = content.lowerBound
    func next(_ size: Int) -> Int? {
      guard place + size <= content.upperBound else { return nil }
      defer { place += size }
      return size == 0 ? 0 : file.number(at: place, size: size)
    }
    guard let version = next(1), version <= 2, next(3) != nil, let sizes = next(2),
      let count = next(version < 2 ? 2 : 4)
    else { return nil }
    let (offsetSize, lengthSize) = (sizes >> 12 & 15, sizes >> 8 & 15)
    let (baseSize, indexSize) = (sizes >> 4 & 15, version == 0 ? 0 : sizes & 15)
    for _ in 0..<min(count, Self.limit) {
      guard let item = next(version < 2 ? 2 : 4) else { return nil }
      var method = 0
      if version > 0 {
        guard let bits = next(2) else { return nil }
        method = bits & 15
      }
      guard next(2) != nil, let base = next(baseSize), let extents = next(2) else { return nil }
      var range: Range<Int>?
      for _ in 0..<extents {
        guard next(indexSize) != nil, let offset = next(offsetSize), let length = next(lengthSize)
        else { return nil }
        let (start, overflows) = base.addingReportingOverflow(offset)
        guard !overflows, length <= Int.max - start else { return nil }
        if range == nil { range = start..<start + length }
      }
      // Other methods store the item within other boxes.
      if item == identifier { return method == 0 && extents == 1 ? range : nil }
    }
    return nil
  }
}
