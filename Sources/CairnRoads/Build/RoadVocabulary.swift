internal import CairnOSM

/// The keys that rules of roads read, for a set of profiles.
struct RoadVocabulary: Sendable {
  let words: OSMVocabulary
  /// The number of keys at the beginning of which a node needs one: the access keys and barriers.
  let nodeKeyCount: Int
  /// The number of keys at the beginning that nodes with one of the first keys need.
  let nodeExtraCount: Int

  /// Creates the keys of profiles.
  ///
  /// - Parameters:
  ///   - profiles: the profiles.
  ///   - conditional: whether conditional tags are read.
  init(_ profiles: [RoadProfile], conditional: Bool = false) {
    var keys = ["barrier"]
    var known = Set(keys)
    func add(_ more: [String], conditional: Bool = false) {
      for key in more {
        if known.insert(key).inserted { keys.append(key) }
        if conditional { add([key + ":conditional"]) }
      }
    }
    for profile in profiles { add(profile.accessKeys, conditional: conditional) }
    nodeKeyCount = keys.count
    add(["amenity", "bollard", "crossing", "entrance", "highway", "sensory"])
    for profile in profiles {
      for key in profile.dimensions.keys.sorted() {
        add([key, key + ":physical"], conditional: conditional)
      }
    }
    nodeExtraCount = keys.count
    for profile in profiles {
      for key in profile.accessKeys {
        add([key + ":forward", key + ":backward"], conditional: conditional)
      }
      add(profile.onewayKeys, conditional: conditional)
    }
    add(["maxspeed", "maxspeed:forward", "maxspeed:backward"], conditional: conditional)
    add([
      "route", "area", "junction", "duration", "motorroad", "sidewalk", "conveying", "cycleway",
      "cycleway:left", "cycleway:right", "cycleway:both", "oneway", "oneway:bicycle",
      "smoothness", "railway", "public_transport", "man_made",
    ])
    if profiles.contains(where: { !$0.surfaceSpeeds.isEmpty }) { add(["surface"]) }
    words = OSMVocabulary(keys)
  }
}

/// Distinct tags of ways, without their names.
struct TagSet: Hashable, Sendable {
  /// Keys and values in turn, in the order of the file.
  var words: [String]

  var tags: RoadTags {
    var tags = RoadTags()
    for index in stride(from: 0, to: words.count, by: 2) {
      tags.append(words[index], words[index + 1])
    }
    return tags
  }
}

/// The roads and turn restrictions of one block of an extract.
struct WayBatch: Sendable {
  var ids: [Int64] = []
  var references: [Int64] = []
  var referenceEnds: [Int32] = []
  /// The distinct tags, and for each way an index into them.
  var tagSets: [TagSet] = []
  var tagSetOf: [Int32] = []
  /// The distinct names, and for each way an index into them.
  var names: [String] = []
  var nameOf: [Int32] = []
  var restrictions: [TurnRestriction] = []

  init(_ block: OSMBlock, _ vocabulary: RoadVocabulary) {
    let numbers = vocabulary.words.numbers(of: block.strings)
    let roadKeys = RoadKeys(vocabulary, block.strings)
    let special = SpecialStrings(block.strings)
    var sets: [[Int32]: Int32] = [:]
    var nameIndices: [Int32: Int32] = [:]
    for way in 0..<block.ways.count {
      var isRoad = false
      var key: [Int32] = []
      var name: Int32 = -1
      var reference: Int32 = -1
      for tag in block.ways.tagRange(of: way) {
        let string = block.tagKeys[tag]
        let number = numbers[Int(string)]
        let value = block.tagValues[tag]
        if number >= 0 {
          if roadKeys.isRoad(number, value) { isRoad = true }
          key.append(string)
          key.append(value)
        } else if string == special.name {
          name = value
        } else if string == special.reference {
          reference = value
        }
      }
      guard isRoad else { continue }
      let range = block.ways.referenceRange(of: way)
      guard range.count > 1 else { continue }
      ids.append(block.ways.ids[way])
      references.append(contentsOf: block.ways.references[range])
      referenceEnds.append(Int32(references.count))
      if let set = sets[key] {
        tagSetOf.append(set)
      } else {
        sets[key] = Int32(tagSets.count)
        tagSetOf.append(Int32(tagSets.count))
        tagSets.append(TagSet(words: key.map { block.strings[Int($0)] }))
      }
      nameOf.append(nameIndex(name >= 0 ? name : reference, block.strings, &nameIndices))
    }
    for relation in 0..<block.relations.count {
      if let restriction = TurnRestriction(block, relation, special) {
        restrictions.append(restriction)
      }
    }
  }

  private mutating func nameIndex(
    _ string: Int32, _ strings: OSMStrings, _ known: inout [Int32: Int32]
  ) -> Int32 {
    if let index = known[string] { return index }
    let index = Int32(names.count)
    names.append(string < 0 ? "" : strings[Int(string)])
    known[string] = index
    return index
  }
}

/// The keys and values of a block that make a way a road.
private struct RoadKeys {
  private let highway: Int32
  /// Keys with the values that make a way a road; -2 for values that the block lacks.
  private let others: [(key: Int32, value: Int32)]

  init(_ vocabulary: RoadVocabulary, _ strings: OSMStrings) {
    highway = vocabulary.words.number(of: "highway")
    let pairs = [
      ("route", "ferry"), ("route", "shuttle_train"), ("railway", "platform"),
      ("public_transport", "platform"), ("man_made", "pier"),
    ]
    let values = OSMVocabulary(pairs.map(\.1))
    var found = [Int32](repeating: -2, count: pairs.count)
    for (index, number) in values.numbers(of: strings).enumerated() where number >= 0 {
      for pair in pairs.indices where values.number(of: pairs[pair].1) == number {
        found[pair] = Int32(index)
      }
    }
    others = zip(pairs, found).map { (vocabulary.words.number(of: $0.0), $1) }
  }

  func isRoad(_ key: Int32, _ value: Int32) -> Bool {
    key == highway || others.contains { $0.key == key && $0.value == value }
  }
}

/// Strings of a block that are compared by index; -2 if the block lacks them.
struct SpecialStrings {
  let name: Int32
  let reference: Int32
  let type: Int32

  init(_ strings: OSMStrings) {
    let words = OSMVocabulary(["name", "ref", "type"])
    var found: [Int32] = [-2, -2, -2]
    for (index, number) in words.numbers(of: strings).enumerated() where number >= 0 {
      found[Int(number)] = Int32(index)
    }
    name = found[0]
    reference = found[1]
    type = found[2]
  }
}
