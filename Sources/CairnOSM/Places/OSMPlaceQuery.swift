internal import CairnGeodesy

/// The places of an extract that a search has found.
public struct OSMPlaceList: Sendable {
  /// The places, in the order of the file: nodes, ways, relations.
  public internal(set) var places: [OSMPlace] = []
  /// The elements with the requested tags that have no location in the extract, because their nodes
  /// or members are missing.
  public internal(set) var withoutLocation: [OSMPlace.ID] = []
}

/// The requested categories and tags, prepared for blocks.
internal struct OSMPlaceQuery: Sendable {
  internal let categories: [OSMCategory]
  internal let patterns: [OSMTagPattern]
  /// All keys of the conditions.
  private let keys: OSMVocabulary

  internal init(_ categories: [OSMCategory], _ patterns: [OSMTagPattern]) {
    self.categories = categories
    self.patterns = patterns
    keys = OSMVocabulary((categories.flatMap(\.patterns) + patterns).map(\.key))
  }

  /// The elements of a block that fulfill a condition.
  internal struct Matches: Sendable {
    internal var nodes: [OSMNode] = []
    internal var ways: [OSMWay] = []
    internal var relations: [OSMRelation] = []
  }

  /// Finds the elements of a block.
  internal func matches(in block: OSMBlock) -> Matches {
    var matches = Matches()
    let numbers = keys.numbers(of: block.strings)
    guard numbers.contains(where: { $0 >= 0 }) else { return matches }
    func isMatch(_ range: Range<Int>) -> Bool {
      guard range.contains(where: { numbers[Int(block.tagKeys[$0])] >= 0 }) else { return false }
      return accepts(block.tags(range))
    }
    for index in 0..<block.nodes.count where isMatch(block.nodes.tagRange(of: index)) {
      matches.nodes.append(block.node(at: index))
    }
    for index in 0..<block.ways.count where isMatch(block.ways.tagRange(of: index)) {
      matches.ways.append(block.way(at: index))
    }
    for index in 0..<block.relations.count where isMatch(block.relations.tagRange(of: index)) {
      matches.relations.append(block.relation(at: index))
    }
    return matches
  }

  private func accepts(_ tags: OSMTags) -> Bool {
    categories.contains { $0.accepts(tags) } || patterns.contains { $0.accepts(tags) }
  }

  /// The category of an element: the first requested one, or else the first of the table.
  internal func category(of tags: OSMTags) -> OSMCategory? {
    categories.first { $0.accepts(tags) } ?? OSMCategory.of(tags)
  }
}

extension OSMFile {
  /// Returns the places of some categories or with some tags.
  ///
  /// A node is a place; so is a closed way, at a label point inside its area, an open way, at its
  /// middle, and a relation: a multipolygon at a label point of its largest part, any other
  /// relation at its member with the role `label`, or else in the middle of its members. The file
  /// is read up to three times; memory is proportional to the places found and their geometry.
  ///
  /// ```swift
  /// let file = try OSMFile(path: "porto.osm.pbf")
  /// let found = try file.places([OSMCategory("café")!], tags: [OSMTagPattern("cuisine=crepe")!])
  /// ```
  ///
  /// - Parameters:
  ///   - categories: the categories; a place belongs to the first one that accepts its tags.
  ///   - tags: further conditions; a place must fulfill one of them, or belong to a category.
  ///   - threads: the maximum number of threads.
  /// - Returns: the places; empty without categories and tags.
  /// - Throws: ``OSMError`` if the file is damaged.
  public func places(
    _ categories: [OSMCategory], tags: [OSMTagPattern] = [], threads: Int = 1
  ) throws(OSMError) -> OSMPlaceList {
    let query = OSMPlaceQuery(categories, tags)
    var matches = OSMPlaceQuery.Matches()
    var blocks = blocks(threads: threads) { query.matches(in: $0) }
    while let found = try blocks.next() {
      matches.nodes += found.nodes
      matches.ways += found.ways
      matches.relations += found.relations
    }
    var geometry = OSMGeometry()
    try geometry.load(matches.ways, matches.relations, from: self, threads: threads)
    var list = OSMPlaceList()
    func add(_ id: OSMPlace.ID, _ tags: OSMTags, _ location: OSMGeometry.Location?) {
      guard let location else { return list.withoutLocation.append(id) }
      list.places.append(
        OSMPlace(
          id: id, coordinate: Self.rounded(location.coordinate), category: query.category(of: tags),
          tags: tags,
          isIncomplete: location.isIncomplete))
    }
    for node in matches.nodes {
      let location = node.coordinate.map { OSMGeometry.Location(coordinate: $0) }
      add(.init(.node, node.id), node.tags, location)
    }
    for way in matches.ways { add(.init(.way, way.id), way.tags, geometry.location(of: way)) }
    for relation in matches.relations {
      add(.init(.relation, relation.id), relation.tags, geometry.location(of: relation))
    }
    return list
  }

  /// Rounds a computed location to the precision of OpenStreetMap, 10⁻⁷ degrees.
  private static func rounded(_ place: Coordinate) -> Coordinate {
    Coordinate(
      latitude: (place.latitude * 1e7).rounded() / 1e7,
      longitude: (place.longitude * 1e7).rounded() / 1e7)
  }
}
