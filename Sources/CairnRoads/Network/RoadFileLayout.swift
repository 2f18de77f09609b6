internal import CairnMemory

/// The sections of a file of roads.
///
/// All integers are little-endian. *N* nodes are junctions, *E* edges are the chains of segments
/// between them, and each edge has two arcs, one per direction. Nodes and edges are numbered along
/// a Hilbert curve.
enum RoadSection: UInt32, CaseIterable, Sendable {
  /// *N* latitudes, Int32, in 10⁻⁷ degrees.
  case latitudes = 1
  /// *N* longitudes.
  case longitudes = 2
  /// *N* + 1 numbers, UInt32: the first arc that leaves each node.
  case firstOut = 3
  /// 2*E* numbers: the node at which each arc ends.
  case heads = 4
  /// 2*E* numbers: the edge of each arc, doubled, plus 1 for an arc against the edge's direction.
  case arcEdges = 5
  /// 2*E* numbers: the inverse of ``arcEdges``.
  case edgeArcs = 6
  /// *E* numbers: the class of each edge.
  case edgeClasses = 7
  /// *E* numbers: the name of each edge.
  case edgeNames = 8
  /// *E* + 1 numbers: the first byte of each edge in ``geometry``.
  case geometryStarts = 9
  /// The points of each edge between its nodes: differences of latitude and longitude to the
  /// previous point, zigzag-encoded, in groups of seven bits.
  case geometry = 10
  /// The first byte of each name in ``names``, and the end of the last one.
  case nameStarts = 11
  /// The names in UTF-8.
  case names = 12
  /// The properties of each class: ``RoadKind``, then two bits per profile for directions that may
  /// be used only at the ends of a route.
  case classKinds = 13
  /// The speeds of each class for each profile in both directions, Float64, km/h; 0 if unusable.
  case classSpeeds = 14
  /// The boxes of the edges, eight edges or boxes per box, level after level: south, west, north
  /// and east, Int32.
  case boxes = 15
  /// The names and properties of the profiles.
  case profiles = 16
  /// Per profile, 2*E* times in milliseconds, UInt32; 0x7FFFFFFF for arcs that cannot be used.
  case weights = 17
  /// Per profile, *N* bytes: ``RoadNodeFlags``.
  case nodeFlags = 18
  /// Per profile, the arc of each extra state; see ``TurnTable``.
  case extraArcs = 19
  /// Per profile, the states and arcs of exceptional turns, UInt64.
  case turnKeys = 20
  /// Per profile, the states after exceptional turns, UInt32.
  case turnTargets = 21
  /// Per profile, the junctions that it uses in the order in which a hierarchy contracts them. It
  /// is computed if the section is missing.
  case junctionOrder = 22
  /// The box of each edge, UInt32; see ``EdgeBoxes``. They are computed if the section is missing.
  case edgeBoxes = 23

  /// Whether each profile has a section of this kind.
  var isOfProfile: Bool {
    rawValue >= RoadSection.weights.rawValue && self != .edgeBoxes
  }
}

/// Properties of a node for a profile.
struct RoadNodeFlags: OptionSet, Sendable {
  let rawValue: UInt8
  /// The node cannot be passed.
  static let blocked = RoadNodeFlags(rawValue: 1)
  /// The node is in the largest strongly connected component.
  static let main = RoadNodeFlags(rawValue: 2)
  /// Only one edge can be used there, so that turning around is allowed.
  static let deadEnd = RoadNodeFlags(rawValue: 4)
  /// Turns at the node have exceptions.
  static let restricted = RoadNodeFlags(rawValue: 8)
  /// The node can be passed only at the ends of a route; it is also ``blocked``.
  static let gate = RoadNodeFlags(rawValue: 16)
}

/// The header of a file of roads.
///
/// ```
///   0   8     magic: 89 43 52 4F 41 44 0D 0A ("\x89CROAD\r\n")
///   8   4     version, UInt32
///   12  4     number of sections, UInt32
///   16  8     length of the file
///   24  4×4   numbers of nodes, edges, profiles and classes, UInt32
///   40  8     checksum of the rest of the header and the table
///   64  32×n  for each section: kind and profile, UInt32, offset, length and checksum, UInt64
/// ```
///
/// Sections start at multiples of 64 bytes. The checksum of a section is verified when the section
/// is first used, together with its values.
struct RoadFileLayout: Sendable {
  static let magic: UInt64 = 0x0A0D_4441_4F52_4389
  static let version: UInt32 = 1
  static let headerBytes = 64
  static let entryBytes = 32
  /// The maximum number of profiles: two bits of a class for each.
  static let profileLimit = 12
  static let sectionLimit = 1 << 10

  struct Entry: Sendable {
    var kind: UInt32
    var profile: UInt32
    var offset: Int
    var length: Int
    var checksum: UInt64
  }

  var nodeCount = 0
  var edgeCount = 0
  var profileCount = 0
  var classCount = 0
  var entries: [Entry] = []

  /// Reads and checks the header and the table of sections.
  init(_ memory: PackedMemory) throws(RoadError) {
    guard memory.byteCount >= Self.headerBytes else { throw .notARoadFile }
    let words = SharedValues<UInt64>(memory, count: memory.byteCount / 8)
    guard words[0] == Self.magic else { throw .notARoadFile }
    let version = UInt32(truncatingIfNeeded: words[1])
    guard version == Self.version else {
      throw .unsupportedVersion(found: version, supported: Self.version)
    }
    guard words[2] == UInt64(memory.byteCount) else {
      throw .wrongLength(expected: words[2], found: UInt64(memory.byteCount))
    }
    let count = Int(words[1] >> 32)
    let end = Self.headerBytes + count * Self.entryBytes
    guard count <= Self.sectionLimit, end <= memory.byteCount else {
      throw .malformed(section: "header", reason: "too many sections")
    }
    guard words[5] == words.withUnsafeSpan({ Self.checksum(ofHeader: $0, end: end / 8) }) else {
      throw .damaged(section: "header")
    }
    nodeCount = Int(UInt32(truncatingIfNeeded: words[3]))
    edgeCount = Int(words[3] >> 32)
    profileCount = Int(UInt32(truncatingIfNeeded: words[4]))
    classCount = Int(words[4] >> 32)
    guard profileCount <= Self.profileLimit, nodeCount < 1 << 31, edgeCount < 1 << 30 else {
      throw .malformed(section: "header", reason: "too many elements")
    }
    for index in 0..<count {
      let word = (Self.headerBytes + index * Self.entryBytes) / 8
      let offset = words[word + 1]
      let length = words[word + 2]
      let (sectionEnd, isTooLarge) = offset.addingReportingOverflow(length)
      guard offset % 64 == 0, !isTooLarge, sectionEnd <= UInt64(memory.byteCount) else {
        throw .malformed(section: "header", reason: "a section is outside the file")
      }
      entries.append(
        Entry(
          kind: UInt32(truncatingIfNeeded: words[word]), profile: UInt32(words[word] >> 32),
          offset: Int(offset), length: Int(length), checksum: words[word + 3]))
    }
  }

  /// The entry of a section; nil if the file lacks it.
  func entry(_ section: RoadSection, profile: Int = 0) -> Entry? {
    entries.first { $0.kind == section.rawValue && $0.profile == UInt32(profile) }
  }

  /// The checksum of the header without the word that stores it.
  static func checksum(ofHeader words: UnsafeSpan<UInt64>, end: Int) -> UInt64 {
    var sum: UInt64 = 0
    for index in 0..<end where index != 5 { sum = mixed(sum, words[index]) }
    return sum
  }

  /// The checksum of a section: four interleaved sums of its words, so that they overlap.
  static func checksum(_ memory: PackedMemory, _ entry: Entry) -> UInt64 {
    let words = SharedValues<UInt64>(
      memory, byteOffset: entry.offset, count: entry.length / 8)
    var (a, b, c, d) = (UInt64(entry.length), UInt64(1), UInt64(2), UInt64(3))
    var index = 0
    while index &+ 4 <= words.count {
      a = mixed(a, words[index])
      b = mixed(b, words[index &+ 1])
      c = mixed(c, words[index &+ 2])
      d = mixed(d, words[index &+ 3])
      index &+= 4
    }
    while index < words.count {
      a = mixed(a, words[index])
      index &+= 1
    }
    let bytes = SharedValues<UInt8>(memory, byteOffset: entry.offset, count: entry.length)
    for index in (entry.length & ~7)..<entry.length { b = mixed(b, UInt64(bytes[index])) }
    return mixed(mixed(mixed(a, b), c), d)
  }

  /// A bijection of either argument for a given other one, so that each change of a single word is
  /// detected.
  @inline(__always)
  private static func mixed(_ sum: UInt64, _ word: UInt64) -> UInt64 {
    let product = (sum ^ word) &* 0x9FB2_1C65_1E98_DF25
    return product ^ product &>> 29
  }
}
