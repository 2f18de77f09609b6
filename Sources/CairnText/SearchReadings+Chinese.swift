internal import CairnMemory

extension SearchReadings {
  /// The key in simplified and in traditional Chinese characters: `墨尔本` for "墨爾本".
  ///
  /// Names are recorded in one of the two scripts. Characters are converted one by one, to their
  /// usual form.
  ///
  /// - Parameter key: the key.
  /// - Returns: other keys than the given one; empty if it has no such characters, or is longer
  ///   than any name.
  package static func exchangingChinese(_ key: ArraySlice<UInt8>) -> [[UInt8]] {
    // The characters of the table begin with these bytes.
    guard key.count <= greatestLength, key.contains(where: { 0xE3...0xE9 ~= $0 }) else { return [] }
    let pairs = ConstantText(ChineseTable.pairs)
    var keys: [[UInt8]] = []
    for isSimplified in [true, false] {
      var other = Array(key)
      var place = 0
      while place + 3 <= other.count {
        guard 0xE3...0xE9 ~= other[place] else {
          place += 1
          continue
        }
        exchange(&other, place, pairs, toSimplified: isSimplified)
        place += 3
      }
      if other != Array(key), !keys.contains(other) { keys.append(other) }
    }
    return keys
  }

  /// The maximum length in bytes of a key that is converted: the table is searched for each
  /// character.
  private static let greatestLength = 300

  /// Replaces the character of three bytes at a place by its other form, if it has one.
  private static func exchange(
    _ key: inout [UInt8], _ place: Int, _ pairs: ConstantText, toSimplified: Bool
  ) {
    let count = toSimplified ? pairs.count / 6 : ChineseTable.usualCount
    for pair in 0..<count {
      let from = pair * 6 + (toSimplified ? 3 : 0)
      let to = pair * 6 + (toSimplified ? 0 : 3)
      guard (0..<3).allSatisfy({ pairs[from + $0] == key[place + $0] }) else { continue }
      for byte in 0..<3 { key[place + byte] = pairs[to + byte] }
      return
    }
  }
}
