internal import CairnOSM

/// The keys that rules of roads read, for a set of profiles.
struct RoadVocabulary: Sendable {
  let words: OSMVocabulary
  /// The number of keys at the beginning that only nodes need: the access keys and barriers.
  let nodeKeyCount: Int

  init(_ profiles: [RoadProfile]) {
    var keys = ["barrier", "bollard"]
    var known = Set(keys)
    func add(_ more: [String]) {
      for key in more where known.insert(key).inserted { keys.append(key) }
    }
    for profile in profiles { add(profile.accessKeys) }
    nodeKeyCount = keys.count
    for profile in profiles {
      for key in profile.accessKeys { add([key + ":forward", key + ":backward"]) }
      add(profile.onewayKeys)
    }
    add([
      "highway", "route", "area", "junction", "duration", "maxspeed", "maxspeed:forward",
      "maxspeed:backward", "motorroad", "sidewalk", "conveying", "cycleway", "cycleway:left",
      "cycleway:right", "oneway", "oneway:bicycle",
    ])
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
    let highway = vocabulary.words.number(of: "highway")
    let route = vocabulary.words.number(of: "route")
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
          if number == highway || (number == route && value == special.ferry) { isRoad = true }
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

/// Strings of a block that are compared by index; -2 if the block lacks them.
struct SpecialStrings {
  let ferry: Int32
  let name: Int32
  let reference: Int32
  let type: Int32

  init(_ strings: OSMStrings) {
    let words = OSMVocabulary(["ferry", "name", "ref", "type"])
    var found: [Int32] = [-2, -2, -2, -2]
    for (index, number) in words.numbers(of: strings).enumerated() where number >= 0 {
      found[Int(number)] = Int32(index)
    }
    ferry = found[0]
    name = found[1]
    reference = found[2]
    type = found[3]
  }
}
