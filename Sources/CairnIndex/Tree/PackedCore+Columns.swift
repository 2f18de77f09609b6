package import CairnGeodesy
package import CairnMemory

// The questions of many places whose answers go straight into columns of the caller. They pass the
// doors, each behind which a search is compiled once.
extension _PackedCore {
  /// Writes how many points are within a radius of each place.
  package func writeCounts(
    within radius: Double, of places: Window<Coordinate>, into counts: Slab<Int64>
  ) {
    for row in 0..<places.count {
      counts[row] = Int64(count(within: radius, of: places[row]))
    }
  }

  /// Writes the nearest points to each place, nearest first, so many a place; where there are fewer
  /// their offset is -1 and their distance NaN.
  ///
  /// - Parameters:
  ///   - wanted: how many for each place, at least 1.
  ///   - places: where to look.
  ///   - radius: metres beyond which nothing is wanted; the edge is included.
  ///   - offsets: room for `wanted` offsets of each place.
  ///   - metres: as much room for their distances, or none.
  package func writeNearest(
    _ wanted: Int, to places: Window<Coordinate>, within radius: Double, offsets: Slab<Int64>,
    metres: Slab<Double>?
  ) {
    for row in 0..<places.count {
      let start = row * wanted
      var found = 0
      withNearest(
        wanted, to: places[row], within: radius, where: { _ in true }, filtered: false
      ) { hits in
        found = hits.count
        for rank in 0..<found {
          offsets[start + rank] = Int64(hits[rank].tag)
          metres?[start + rank] = hits[rank].distance
        }
      }
      for rank in found..<wanted {
        offsets[start + rank] = -1
        metres?[start + rank] = .nan
      }
    }
  }

  /// Writes the points within a radius of each place, nearest first, as long as there is room for
  /// all those of a place.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - places: where to look.
  ///   - counts: room for the number of points of each place.
  ///   - offsets: room for their offsets, one place after the other.
  ///   - metres: as much room for their distances, or none.
  /// - Returns: how many places were answered, with how many points, and how many points the next
  ///   place has: 0 where all were answered.
  package func writeHits(
    within radius: Double, of places: Window<Coordinate>, counts: Slab<Int64>,
    offsets: Slab<Int64>, metres: Slab<Double>?
  ) -> (rows: Int, hits: Int, next: Int) {
    var hits = GrowingList<Hit>(capacity: 64)
    var end = 0
    for row in 0..<places.count {
      tree.collect(
        &hits, within: radius, of: places[row], sorted: true, where: { _ in 0 },
        filtered: false)
      guard hits.count <= offsets.count - end else { return (row, end, hits.count) }
      for index in 0..<hits.count {
        offsets[end + index] = Int64(hits[index].tag)
        metres?[end + index] = hits[index].distance
      }
      counts[row] = Int64(hits.count)
      end += hits.count
    }
    return (places.count, end, 0)
  }
}
