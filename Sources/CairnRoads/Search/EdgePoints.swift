internal import CairnMemory

/// The points of an edge, from its first node to its last.
struct EdgePoints {
  private let graph: RoadGraphView
  private let edge: Int
  private var offset: Int
  private let end: Int
  private var latitude: Int64
  private var longitude: Int64
  private var state = 0

  @inline(__always)
  init(_ graph: RoadGraphView, _ edge: Int) {
    self.graph = graph
    self.edge = edge
    offset = Int(graph.geometryStarts[edge])
    end = Int(graph.geometryStarts[edge + 1])
    let tail = graph.tail(ofEdge: edge)
    latitude = Int64(graph.latitudes[tail])
    longitude = Int64(graph.longitudes[tail])
  }

  /// The next point; nil after the last one.
  @inline(__always)
  mutating func next() -> (latitude: Int32, longitude: Int32)? {
    if state == 0 {
      state = 1
    } else if offset < end, let north = read(), let east = read() {
      latitude &+= north
      longitude &+= east
    } else if state == 1 {
      state = 2
      let head = graph.head(ofEdge: edge)
      return (graph.latitudes[head], graph.longitudes[head])
    } else {
      return nil
    }
    return (Int32(truncatingIfNeeded: latitude), Int32(truncatingIfNeeded: longitude))
  }

  /// Reads a difference as ``Varint/read(_:_:end:)`` does, without branches for its length if it
  /// has at most four bytes.
  @inline(__always)
  private mutating func read() -> Int64? {
    let bytes = graph.geometry
    // Near the end of an edge the bytes of the next one are loaded, too, and not used: the verified
    // geometry has no number that continues there.
    guard offset &+ 4 <= bytes.count else { return Varint.read(bytes, &offset, end: end) }
    // The compiler turns this into a single load.
    let word =
      UInt32(bytes[offset]) | UInt32(bytes[offset &+ 1]) &<< 8
      | UInt32(bytes[offset &+ 2]) &<< 16 | UInt32(bytes[offset &+ 3]) &<< 24
    let last = ~word & 0x8080_8080
    guard last != 0 else { return Varint.read(bytes, &offset, end: end) }
    // The bits up to and including the first byte without a continuation bit.
    let used = word & (last ^ (last &- 1))
    offset &+= (last.trailingZeroBitCount &+ 1) &>> 3
    let value =
      used & 0x7F | (used & 0x7F00) &>> 1 | (used & 0x7F_0000) &>> 2 | (used & 0x7F00_0000) &>> 3
    return Int64(value &>> 1) ^ -Int64(value & 1)
  }
}
