import CairnCountryData
import Foundation
import TestSupport
import Testing

@testable import CairnCountries

@Suite("Embedded boundaries")
struct DataTests {
  let arcs = WorldBoundaries.arcs()

  @Test("the tables have the checksum of the build script")
  func checksum() {
    var checksum = Checksum()
    for table in CountryData.tables { checksum.add(table.description.utf8) }
    #expect(checksum.value == CountryData.checksum)
  }

  @Test("the decoder finds the vertices that were encoded")
  func arcChecksum() {
    #expect(Checksum(of: arcs).value == CountryData.arcChecksum)
  }

  @Test("around a node, each area ends where the next begins")
  func nodesAreConsistent() {
    /// An arc's end: the direction in which it leaves the node, and the areas on its sides.
    struct Spoke {
      let toX: Int
      let toY: Int
      let left: UInt16
      let right: UInt16
      var angle: Double { atan2(Double(toY), Double(toX)) }
    }
    var nodes: [SIMD2<Int32>: [Spoke]] = [:]
    func add(_ node: Int, _ next: Int, _ left: UInt16, _ right: UInt16) {
      let spoke = Spoke(
        toX: Int(arcs.x[next] - arcs.x[node]), toY: Int(arcs.y[next] - arcs.y[node]), left: left,
        right: right)
      nodes[SIMD2(arcs.x[node], arcs.y[node]), default: []].append(spoke)
    }
    for arc in 0..<arcs.count {
      let vertices = arcs.vertices(of: arc)
      add(vertices.lowerBound, vertices.lowerBound + 1, arcs.left[arc], arcs.right[arc])
      add(vertices.upperBound - 1, vertices.upperBound - 2, arcs.right[arc], arcs.left[arc])
    }
    var seamNodes = 0
    for (node, spokes) in nodes {
      // An arc ends at the antimeridian and continues beyond it.
      if abs(node.x) == 1_800_000 {
        let other = nodes[SIMD2(-node.x, node.y)] ?? []
        #expect(spokes.count == 1 && other.count == 1)
        #expect(spokes.first?.left == other.first?.right)
        #expect(spokes.first?.right == other.first?.left)
        seamNodes += 1
        continue
      }
      let sorted = spokes.sorted { $0.angle < $1.angle }
      for (spoke, next) in zip(sorted, sorted[1...] + sorted[..<1]) {
        #expect(spoke.left == next.right, "\(node)")
      }
    }
    #expect(nodes.count > 4_000)
    #expect(seamNodes == 32)
  }

  @Test("arcs are complete, stay on the Earth and have two areas")
  func arcsAreWhole() {
    #expect(arcs.count > 4_000)
    #expect(arcs.starts.count == arcs.count + 1)
    #expect(arcs.x.count == Int(arcs.starts.last ?? 0))
    #expect(arcs.y.count == arcs.x.count)
    #expect(arcs.x.allSatisfy { abs($0) <= 1_800_000 })
    #expect(arcs.y.allSatisfy { abs($0) <= 900_000 })
    for arc in 0..<arcs.count {
      #expect(arcs.vertices(of: arc).count >= 2)
      #expect(arcs.left[arc] != arcs.right[arc])
      #expect(arcs.left[arc] < arcs.areaCount && arcs.right[arc] < arcs.areaCount)
    }
  }
}
