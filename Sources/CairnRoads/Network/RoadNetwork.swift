public import CairnHours
internal import CairnMemory
public import CairnOSM

/// A road network: routes, travel times and reachable areas for pedestrians, cyclists and cars,
/// offline.
///
/// ```swift
/// let network = try RoadNetwork(extract: OSMFile(path: "porto.osm.pbf"))
/// try network.write(to: "porto.roads")
///
/// let roads = try RoadNetwork(path: "porto.roads")   // mapped, opened in about a millisecond
/// let route = try roads.route(from: hotel, to: museum, by: "foot")
/// print(route.duration, route.distance)
/// ```
///
/// A network contains one graph and one geometry, and the times of each ``RoadProfile``. It is
/// immutable, and any number of threads may use it. Times are whole milliseconds, so a route, a
/// matrix and a reach give exactly equal times.
///
/// Routes go around squares and parking areas, not across them. There is no public transport, no
/// live traffic and no elevation.
public struct RoadNetwork: Sendable {
  let storage: RoadStorage
  let infos: [RoadProfileInfo]
  let pool: SearchPool
  let hierarchies: RoadHierarchies
  private let views: RoadViews

  init(memory: PackedMemory) throws(RoadError) {
    storage = try RoadStorage(memory)
    infos = try RoadProfileInfo.all(storage)
    pool = SearchPool()
    hierarchies = RoadHierarchies(profileCount: infos.count)
    views = RoadViews(profileCount: infos.count)
  }

  /// Builds a network from an extract, which is read twice.
  ///
  /// - Parameters:
  ///   - extract: the extract.
  ///   - profiles: at most twelve profiles.
  ///   - threads: the maximum number of threads that read the extract.
  ///   - time: the local time at which conditional tags, such as `access:conditional`, are in
  ///     force; nil if they are not in force at all.
  /// - Throws: ``RoadError`` if the extract is damaged or the network is too large.
  /// - Complexity: O(*n* log *n*) for *n* nodes of roads.
  public init(
    extract: OSMFile, profiles: [RoadProfile] = RoadProfile.standard, threads: Int = 1,
    at time: CivilTime? = nil
  ) throws(RoadError) {
    guard profiles.count <= RoadFileLayout.profileLimit else {
      throw .tooLarge(
        "\(profiles.count) profiles; at most \(RoadFileLayout.profileLimit) are possible")
    }
    let roads: RoadExtract
    do throws(OSMError) {
      roads = try RoadExtract(extract, profiles, clock: time.map(RoadClock.init), threads: threads)
    } catch {
      throw .extract(error)
    }
    try self.init(memory: RoadFileWriter(RoadGraph(roads)).packed())
  }

  /// Opens a file of roads by mapping it.
  ///
  /// - Parameter path: the path of a file that ``write(to:)`` or `cairn roads build` wrote.
  /// - Throws: ``RoadError`` if the file is not a file of roads. Damage of its sections is detected
  ///   when they are first used.
  public init(path: String) throws(RoadError) {
    let memory: PackedMemory?
    do throws(FileError) {
      memory = try PackedMemory.mapping(path: path)
    } catch {
      throw .system(path: path, code: error.code)
    }
    guard let memory else { throw .notARoadFile }
    try self.init(memory: memory)
  }

  /// Opens a file of roads in memory.
  ///
  /// - Parameter bytes: the contents of the file.
  /// - Throws: ``RoadError`` if the bytes are not a file of roads.
  public init(bytes: [UInt8]) throws(RoadError) {
    try self.init(memory: PackedMemory(copying: bytes))
  }

  /// Writes the network to a file, which is replaced when the new one is complete.
  public func write(to path: String) throws(RoadError) {
    do throws(FileError) {
      var file = try OutputFile(path)
      try storage.memory.write(to: &file)
      try file.finish()
    } catch {
      throw .system(path: path, code: error.code)
    }
  }

  /// The file in memory.
  public var bytes: [UInt8] { storage.memory.allBytes }

  /// The size of the file in bytes.
  public var byteCount: Int { storage.memory.byteCount }

  /// The names of the profiles.
  public var profileNames: [String] { infos.map(\.name) }

  /// The number of junctions and dead ends.
  public var nodeCount: Int { storage.layout.nodeCount }

  /// The number of roads between junctions.
  public var edgeCount: Int { storage.layout.edgeCount }

  /// Verifies all sections.
  ///
  /// - Throws: ``RoadError`` for the first damaged section.
  /// - Complexity: O(bytes).
  public func checkEverything() throws(RoadError) {
    _ = try graph()
    for index in infos.indices {
      _ = try profile(index)
      if storage.layout.entry(.junctionOrder, profile: index) != nil {
        _ = try junctionOrder(index)
      }
    }
    _ = try names()
  }

  func graph() throws(RoadError) -> RoadGraphView { try views.graph(storage) }

  func names() throws(RoadError) -> RoadNames { try views.names(storage) }

  func profile(_ index: Int) throws(RoadError) -> RoadProfileView {
    try views.profile(storage, index, infos[index])
  }

  /// The offset of a profile by its name.
  func profileIndex(_ name: String) throws(RoadError) -> Int {
    if let index = infos.firstIndex(where: { $0.name == name }) { return index }
    throw .unknownProfile(name, available: profileNames)
  }
}

/// The names of edges, verified.
struct RoadNames: Sendable {
  /// Keeps the memory of the spans alive.
  private let storage: RoadStorage
  private let edgeNames: UnsafeSpan<UInt32>
  private let starts: UnsafeSpan<UInt32>
  private let bytes: UnsafeSpan<UInt8>

  init(_ storage: RoadStorage) throws(RoadError) {
    self.storage = storage
    let bytes: UnsafeSpan<UInt8> = try storage.values(.names)
    let starts: UnsafeSpan<UInt32> = try storage.values(.nameStarts) {
      RoadCheck.ascending($0, to: bytes.count)
    }
    self.bytes = bytes
    self.starts = starts
    edgeNames = try storage.values(.edgeNames, count: storage.layout.edgeCount) {
      RoadCheck.below($0, starts.count - 1)
    }
  }

  /// The number of an edge's name; equal names have equal numbers, and no name has 0.
  func number(ofEdge edge: Int) -> Int { Int(edgeNames[edge]) }

  /// The name of an edge, or its reference such as "A 12"; empty if it has neither.
  func name(ofEdge edge: Int) -> String {
    let number = number(ofEdge: edge)
    let range = Int(starts[number])..<Int(starts[number + 1])
    return String(decoding: range.map { bytes[$0] }, as: UTF8.self)
  }
}
