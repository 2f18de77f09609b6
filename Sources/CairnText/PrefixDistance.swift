/// The edit distance between a word of up to 64 bytes and the nearest prefix of other words, up to
/// two errors.
///
/// Equal to ``EditDistance`` in its results and its use, but several times as fast, because the
/// states of an automaton are the bits of three integers: bit i of `none`, `one` or `two` is set if
/// the processed letters equal the first i + 1 letters of the word with at most that many errors.
/// Source: S. Wu and U. Manber, "Fast text searching allowing errors", Communications of the ACM 35
/// (1992), doi:10.1145/135239.135244; transpositions as in H. Hyyrö, "A bit-vector algorithm for
/// computing Levenshtein and Damerau edit distances", Nordic Journal of Computing 10 (2003).
@usableFromInline
package struct PrefixDistance {
  @usableFromInline
  package let wanted: [UInt8]
  @usableFromInline
  internal let limit: Int
  /// For each letter, the bits of its places in the word.
  @usableFromInline
  internal var masks: ContiguousArray<UInt64>
  @usableFromInline
  internal var rows: ContiguousArray<Row>
  /// The bit of the last letter of the word.
  @usableFromInline
  internal let last: UInt64
  /// The first eight letters of the word from each place on, as a number with the same order, and 0
  /// past the last one.
  private var tails: ContiguousArray<UInt64>
  /// The number of processed letters.
  @usableFromInline
  package internal(set) var depth = 0

  /// The state after a letter.
  @usableFromInline
  internal struct Row {
    @usableFromInline var none: UInt64 = 0
    @usableFromInline var one: UInt64 = 0
    @usableFromInline var two: UInt64 = 0
    @usableFromInline var letter: UInt8 = 0
    /// The minimum number of errors.
    @usableFromInline var best: UInt8 = 0
    /// The minimum number of errors of a prefix up to here.
    @usableFromInline var nearest: UInt8 = 0

    @inlinable
    init() {}
  }

  /// - Parameters:
  ///   - wanted: the word, 4 to 64 bytes.
  ///   - limit: the maximum number of errors, 1 or 2.
  package init(to wanted: [UInt8], limit: Int) {
    self.wanted = wanted
    self.limit = limit
    masks = ContiguousArray(repeating: 0, count: 256)
    for (place, letter) in wanted.enumerated() { masks[Int(letter)] |= 1 << UInt64(place) }
    last = 1 << UInt64(wanted.count - 1)
    tails = ContiguousArray(repeating: 0, count: wanted.count + 1)
    for place in wanted.indices.reversed() {
      tails[place] = UInt64(wanted[place]) << 56 | tails[place + 1] >> 8
    }
    rows = ContiguousArray(repeating: Row(), count: wanted.count + limit + 1)
    rows[0].one = 1
    rows[0].two = 3
    rows[0].nearest = UInt8(limit + 1)
  }

  /// The maximum number of letters of another word that can matter.
  @inlinable
  package var greatestDepth: Int { wanted.count + limit }

  /// The distance of the nearest prefix of the processed letters; nil if it exceeds the limit.
  @inlinable
  package var nearestPrefixDistance: Int? {
    let errors = Int(rows[depth].nearest)
    return errors <= limit ? errors : nil
  }

  /// The distance of all processed letters; nil if it exceeds the limit.
  package var distance: Int? {
    let row = rows[depth]
    if row.none & last != 0 { return 0 }
    if row.one & last != 0 { return 1 }
    return limit == 2 && row.two & last != 0 ? 2 : nil
  }

  /// Keeps only the first `depth` letters.
  @inlinable @inline(__always)
  package mutating func pop(to depth: Int) { self.depth = depth }

  /// Processes the next letter of the other word; call it at most ``greatestDepth`` times.
  ///
  /// - Returns: whether the distance can still be within the limit with further letters.
  @inlinable @inline(__always)
  package mutating func push(_ letter: UInt8) -> Bool {
    let old = rows[depth]
    let older = depth > 0 ? rows[depth - 1] : Row()
    // The empty prefix of the word is not among the bits: it has as many errors as letters were
    // processed.
    let emptyNone: UInt64 = depth == 0 ? 1 : 0
    let emptyOne: UInt64 = depth <= 1 ? 1 : 0
    let emptyTwo: UInt64 = depth <= 2 ? 1 : 0
    let mask = masks[Int(letter)]
    let exchange = depth > 0 ? masks[Int(old.letter)] & (mask &<< 1) : 0
    let olderNone = older.none &<< 2 | (depth == 1 ? 2 : 0)
    let olderOne = older.one &<< 2 | (depth == 1 || depth == 2 ? 2 : 0)
    var row = Row()
    row.letter = letter
    // A letter that agrees; one too many, a wrong one, a missing one; or two exchanged ones.
    let shiftedNone = old.none &<< 1 | emptyNone
    let shiftedOne = old.one &<< 1 | emptyOne
    row.none = shiftedNone & mask
    row.one =
      shiftedOne & mask | old.none | shiftedNone | row.none &<< 1 | olderNone & exchange
      | (depth == 0 ? 1 : 0)
    row.two =
      (old.two &<< 1 | emptyTwo) & mask | old.one | shiftedOne | row.one &<< 1
      | olderOne & exchange | (depth <= 1 ? 1 : 0)
    depth &+= 1
    let far = UInt8(limit &+ 1)
    let isTwo = limit == 2
    row.best =
      row.none != 0
      ? 0 : row.one != 0 || depth <= 1 ? 1 : isTwo && (row.two != 0 || depth <= 2) ? 2 : far
    let nearest =
      row.none & last != 0 ? 0 : row.one & last != 0 ? 1 : isTwo && row.two & last != 0 ? 2 : far
    row.nearest = min(old.nearest, nearest)
    rows[depth] = row
    // A transposition spans two letters, but has one error after the first one already.
    return Int(row.best) <= limit
  }

  /// The least letter greater than the last one, after which ``push(_:)`` returned false, with
  /// which it would return true at the same depth; nil if there is none.
  package func letter(after letter: UInt8) -> UInt8? {
    var least: UInt8?
    func add(_ other: UInt8) {
      if other > letter, other < least ?? .max { least = other }
    }
    let places = continuations(at: depth - 1)
    forEachPlace(in: places.next) { add(wanted[$0]) }
    forEachPlace(in: places.exchanged) { add(wanted[$0 - 1]) }
    return least
  }

  /// The greatest head of the words to skip after one that was rejected.
  ///
  /// After the last allowed error the letters must be a suffix of the wanted word, of which only a
  /// few are possible. So the words to skip are those before the next word with such letters, or
  /// all words with the same letters up to that error.
  ///
  /// - Parameter head: the first eight letters of a word as a number with the same order, of which
  ///   ``push(_:)`` rejected the last processed one.
  /// - Returns: a head that is not less than the given one.
  package func lastHead(toSkipAfter head: UInt64) -> UInt64 {
    var start = depth - 1
    while rows[start - 1].best >= limit { start -= 1 }
    let shift = UInt64(8 * start)
    let others = UInt64.max &>> shift
    let stem = head & ~others
    var least = UInt64.max
    func add(_ letters: UInt64) {
      let other = stem | letters &>> shift
      if other > head, other < least { least = other }
    }
    let places = continuations(at: start)
    forEachPlace(in: places.next) { add(tails[$0]) }
    forEachPlace(in: places.exchanged) {
      add(UInt64(wanted[$0 - 1]) &<< 56 | tails[$0 + 1] &>> 8)
    }
    return least == .max ? stem | others : least &- 1
  }

  /// The places in the word whose letters can follow the first `depth` letters, which have as many
  /// errors as are allowed: those of the next letter, and those of the second letter of an
  /// exchange, after which the letter before it follows.
  private func continuations(at depth: Int) -> (next: UInt64, exchanged: UInt64) {
    let (row, older) = (rows[depth], rows[depth - 1])
    let (most, fewer) = limit == 1 ? (row.one, older.none) : (row.two, older.one)
    let isShort = depth <= limit
    return (
      (most &<< 1 | (isShort ? 1 : 0)) & (last &<< 1 &- 1),
      (fewer &<< 2 | (isShort ? 2 : 0)) & masks[Int(row.letter)]
    )
  }

  @inline(__always)
  private func forEachPlace(in places: UInt64, _ body: (Int) -> Void) {
    var places = places
    while places != 0 {
      body(places.trailingZeroBitCount)
      places &= places &- 1
    }
  }
}
