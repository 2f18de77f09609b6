internal import CairnGeodesy

/// Places that are too many to be drawn individually: one dot for each category in each pixel, at
/// the position of the first place.
///
/// It takes a bit for each category of each pixel, and a byte for each dot, however many places
/// there are. The dots of a category are ordered row by row, which makes their path data short.
internal struct DotLayer: Sendable {
  /// A point in tenths of pixels.
  struct Dot: Sendable {
    var x: Int32
    var y: Int32

    init(_ point: PlanePoint) {
      x = Int32(SVGWriter.tenths(point.x))
      y = Int32(SVGWriter.tenths(point.y))
    }

    /// A number that differs between neighbors, to draw them in an arbitrary order.
    var hash: Int {
      let mixed = (UInt32(bitPattern: x) &* 0x9E37_79B1) ^ (UInt32(bitPattern: y) &* 0x85EB_CA77)
      return Int((mixed ^ mixed >> 15) &* 0x2C1B_3C6D >> 16)
    }

    fileprivate init(x: Int, y: Int) {
      self.x = Int32(truncatingIfNeeded: x)
      self.y = Int32(truncatingIfNeeded: y)
    }
  }

  /// A place on the map.
  struct Place {
    var point: PlanePoint
    var category: Int
  }

  /// The number of places on the map.
  let count: Int
  /// The number of categories in the legend, at least one.
  let categoryCount: Int
  /// The index of the places' symbols, for placing labels.
  let field: SymbolIndex
  private var pixels: DotPixels

  /// - Parameters:
  ///   - box: the map.
  ///   - categoryCount: the number of categories in the legend.
  ///   - places: calls its argument with all places, the same ones each time.
  init(_ box: PixelBox, _ categoryCount: Int, _ places: ((Place) -> Void) -> Void) {
    self.categoryCount = max(categoryCount, 1)
    var pixels = DotPixels(box, self.categoryCount)
    var count = 0
    places { place in
      count += 1
      pixels.mark(place.point, place.category)
    }
    pixels.makeRoom()
    places { pixels.place($0.point, $0.category) }
    self.count = count
    self.pixels = pixels
    field = withoutActuallyEscaping(places) { places in
      SymbolIndex(box, radius: PictureScene.symbolRadius) { take in
        places { take($0.point) }
      }
    }
  }

  /// The dots of all categories, one category after the other.
  var all: Dots { dots(of: 0..<categoryCount) }

  /// The dots of some categories, one category after the other.
  func dots(of categories: Range<Int>) -> Dots { Dots(pixels, categories) }

  /// An iterator over dots.
  struct Dots: Sequence, IteratorProtocol {
    private let pixels: DotPixels
    /// The current word, and the end of the words.
    private var word: Int
    private let end: Int
    private var bits: UInt64 = 0
    /// The number of the next dot.
    private var number: Int

    fileprivate init(_ pixels: DotPixels, _ categories: Range<Int>) {
      self.pixels = pixels
      word = categories.lowerBound * pixels.wordsPerCategory - 1
      end = categories.upperBound * pixels.wordsPerCategory
      number = word + 1 < end ? pixels.rank(ofWord: word + 1) : 0
    }

    mutating func next() -> Dot? {
      while bits == 0 {
        guard word + 1 < end else { return nil }
        word += 1
        bits = pixels.words[word]
      }
      let bit = bits.trailingZeroBitCount
      bits &= bits - 1
      defer { number += 1 }
      return pixels.dot(number, cell: word % pixels.wordsPerCategory * 64 + bit)
    }
  }
}

/// A bit set of the pixels with dots by category, and the position of each dot within its pixel.
private struct DotPixels: Sendable {
  private let left: Int
  private let top: Int
  private let columns: Int
  /// The number of words for each category, a multiple of the block size.
  let wordsPerCategory: Int
  /// A bit for each pixel, row by row, category by category.
  private(set) var words: [UInt64]
  /// The number of bits set before each block of words.
  private var ranks: [UInt32] = []
  /// The position of each dot within its pixel, in tenths, plus 1; 0 until it is known.
  private var offsets: [UInt8] = []

  private static let blockSize = 8

  init(_ box: PixelBox, _ categoryCount: Int) {
    left = Int(box.left.rounded())
    top = Int(box.top.rounded())
    columns = Int(box.right.rounded()) - left + 1
    let rows = Int(box.bottom.rounded()) - top + 1
    let blockCount = (columns * rows + 64 * Self.blockSize - 1) / (64 * Self.blockSize)
    wordsPerCategory = blockCount * Self.blockSize
    words = Array(repeating: 0, count: wordsPerCategory * categoryCount)
  }

  private func position(_ point: PlanePoint, _ category: Int) -> (word: Int, bit: UInt64) {
    let (column, row) = (Int(point.x.rounded()) - left, Int(point.y.rounded()) - top)
    let cell = row * columns + column
    return (category * wordsPerCategory + cell >> 6, 1 << UInt64(cell & 63))
  }

  /// Marks a pixel as having a dot.
  mutating func mark(_ point: PlanePoint, _ category: Int) {
    let (word, bit) = position(point, category)
    words[word] |= bit
  }

  /// Allocates the positions, once all dots are marked.
  mutating func makeRoom() {
    var count = 0
    ranks = stride(from: 0, to: words.count, by: Self.blockSize).map { start in
      defer {
        for word in words[start..<start + Self.blockSize] { count += word.nonzeroBitCount }
      }
      return UInt32(truncatingIfNeeded: count)
    }
    offsets = Array(repeating: 0, count: count)
  }

  /// The number of dots before a word.
  func rank(ofWord word: Int) -> Int {
    let start = word & -Self.blockSize
    return words[start..<word].reduce(Int(ranks[word / Self.blockSize])) { $0 + $1.nonzeroBitCount }
  }

  /// Records the position of a dot within its pixel, unless it is already known.
  mutating func place(_ point: PlanePoint, _ category: Int) {
    let (word, bit) = position(point, category)
    // If a spill file cannot be read again, the places may not be those that were marked.
    guard words[word] & bit != 0 else { return }
    let number = rank(ofWord: word) + (words[word] & (bit - 1)).nonzeroBitCount
    guard offsets[number] == 0 else { return }
    func tenths(_ value: Double) -> Int {
      min(max(SVGWriter.tenths(value) - 10 * Int(value.rounded()), -5), 5) + 5
    }
    offsets[number] = UInt8(truncatingIfNeeded: tenths(point.y) * 11 + tenths(point.x) + 1)
  }

  /// The dot of a number in the pixel of a cell.
  func dot(_ number: Int, cell: Int) -> DotLayer.Dot {
    let (row, column) = cell.quotientAndRemainder(dividingBy: columns)
    let (y, x) = max(Int(offsets[number]) - 1, 0).quotientAndRemainder(dividingBy: 11)
    return DotLayer.Dot(x: (left + column) * 10 + x - 5, y: (top + row) * 10 + y - 5)
  }
}
