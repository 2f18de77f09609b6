internal import CairnOSM

/// The tags of a way or node that the rules of roads read, by key.
struct RoadTags {
  private var pairs: [(key: String, value: String)] = []

  init(_ pairs: [(key: String, value: String)] = []) {
    self.pairs = pairs
  }

  init(_ tags: OSMTags) {
    pairs = tags.pairs.map { ($0.key, $0.value) }
  }

  mutating func append(_ key: String, _ value: String) {
    pairs.append((key, value))
  }

  /// The value of a key; nil if the key is missing.
  subscript(key: String) -> String? {
    for pair in pairs where pair.key == key { return pair.value }
    return nil
  }

  /// The value of a key with a suffix such as `:forward`.
  subscript(key: String, suffix: String) -> String? {
    suffix.isEmpty ? self[key] : self[key + suffix]
  }
}
