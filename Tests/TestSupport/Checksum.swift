package import CairnCountries

/// CRC-32 as zlib computes it.
package struct Checksum {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in
      value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
    }
  }
  private var remainder: UInt32 = 0xFFFF_FFFF

  /// The checksum of no bytes.
  package init() {}

  /// Adds arcs: the vertex count, the areas and the vertices of each.
  package init(of arcs: BoundaryArcs) {
    for arc in 0..<arcs.count {
      let vertices = arcs.vertices(of: arc)
      add(Int32(vertices.count))
      add(Int32(arcs.left[arc]))
      add(Int32(arcs.right[arc]))
      for vertex in vertices {
        add(arcs.x[vertex])
        add(arcs.y[vertex])
      }
    }
  }

  package var value: UInt32 { ~remainder }

  package mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      remainder = Self.table[Int(UInt8(truncatingIfNeeded: remainder) ^ byte)] ^ remainder >> 8
    }
  }

  package mutating func add(_ number: Int32) {
    for shift in [0, 8, 16, 24] {
      add(CollectionOfOne(UInt8(truncatingIfNeeded: number >> Int32(shift))))
    }
  }
}
