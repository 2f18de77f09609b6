/// The places that have each of some words or prefixes.
internal struct WordMatches {
  /// The words, each once.
  let wanted: [WantedWord]
  /// All words as typed.
  private let typed: [WantedWord]
  /// The places that have all words that are not common; nil if every word is common.
  private(set) var all: SlotBitSet?
  /// Those of them that may begin a text with the first word; nil if that word is common.
  private(set) var starting: SlotBitSet?
  /// Words of many places, which are cheaper to check in the keys of the other candidates.
  private(set) var common: [WantedWord] = []
  /// An upper bound of the number of places that have the words.
  let maximumCount: Int
  /// The number of places that may begin a text with the first word, or a part of them if it is
  /// common.
  private(set) var startingCount = 0

  init(_ words: some WordSource, _ typed: [WantedWord], collectsCommon: Bool = false) {
    let wanted = typed.distinct
    self.wanted = wanted
    self.typed = typed
    if wanted.count > 1, let rarest = words.rarest(of: wanted) {
      // The words of a few places are compared faster than the places of other words are collected.
      var few = words.slots(with: wanted[rarest]).all
      for slot in few.list {
        for position in wanted.indices
        where position != rarest && !words.hasWord(slot, wanted[position]) {
          few.remove(slot)
          break
        }
      }
      (all, starting) = (few, few)
      maximumCount = few.count
      startingCount = maximumCount
      return
    }
    for (position, word) in wanted.enumerated() {
      let (isCommon, startingCount) = words.isCommon(word)
      if isCommon, !collectsCommon {
        common.append(word)
        if position == 0 { self.startingCount = startingCount }
        continue
      }
      let slots = words.slots(with: word)
      if position == 0 { starting = slots.starting }
      all?.formIntersection(slots.all)
      if all == nil { all = slots.all }
    }
    if let all { starting?.formIntersection(all) }
    if let starting { startingCount = starting.count }
    maximumCount = all?.count ?? words.slotLimit
  }

  /// Whether a place has the words.
  @inline(__always)
  func contains(_ slot: Int, _ words: some WordSource) -> Bool {
    if let all, !all.contains(slot) { return false }
    for word in common where !words.hasWord(slot, word) { return false }
    return true
  }

  /// Collects all places that have the words, including common ones.
  mutating func collect(_ words: some WordSource) {
    self = WordMatches(words, typed, collectsCommon: true)
  }

  /// The slots that may have a text of exactly these words.
  func slotsWithText(_ words: some WordSource) -> SlotBitSet {
    words.slots(withTextOf: wanted, last: typed.last)
  }

  /// Whether only one word is typed, and indexed as a whole.
  var isOneWord: Bool { typed.count == 1 && !typed[0].isVerified }
}

extension WordSource {
  /// The position of the rarest word, if few places have it.
  fileprivate func rarest(of wanted: [WantedWord]) -> Int? {
    var least = 64
    var rarest: Int?
    for (position, word) in wanted.enumerated() {
      let (cost, _) = cost(of: word, upTo: least)
      if cost < least { (least, rarest) = (cost, position) }
    }
    return rarest
  }

  /// Whether collecting the places that have a word is expensive, and the number of places counted
  /// until then that begin a text with it.
  internal func isCommon(_ wanted: WantedWord) -> (Bool, startingCount: Int) {
    let much = 1_024 + slotLimit / 8
    let (cost, startingCount) = cost(of: wanted, upTo: much)
    return (cost >= much, startingCount)
  }
}
