internal import CairnMemory

// Tags of a part as tags of its set.

extension _TagBatch {
  /// Calls a closure with the same tags plus a number.
  func withTags<Result>(from start: Int, _ body: (_TagBatch) -> Result) -> Result {
    withScratch(of: Int.self, count: Self.mostCount) { tags in
      for index in 0..<count { tags[index] = self[index] + start }
      return body(_TagBatch(tags[0..<count]))
    }
  }
}

extension GrowableArray where Value == Hit {
  /// Appends hits of a part.
  mutating func append(_ found: _HitBuffer, from start: Int) {
    reserve(found.count)
    for index in 0..<found.count {
      appendReserved(Hit(tag: found[index].tag + start, distance: found[index].distance))
    }
  }
}
