package import CairnGeodesy
package import CairnMemory

// Batch queries whose results are written directly to columns of the caller. They use the entry
// points, so each search is compiled only once.
extension _PackedCore {
  /// Writes the number of points within a radius of each place.
  package func writeCounts(
    within radius: Double, of places: UnsafeSpan<Coordinate>, into counts: UnsafeBuffer<Int64>
  ) {
    for row in 0..<places.count {
      counts[row] = Int64(count(within: radius, of: places[row]))
    }
  }

  /// Writes the `wanted` nearest points to each place, nearest first; missing points get the offset
  /// -1 and the distance NaN.
  ///
  /// - Parameters:
  ///   - wanted: the number of points per place, at least 1.
  ///   - places: the centers of the searches.
  ///   - radius: the maximum distance in meters, inclusive.
  ///   - offsets: a buffer for `wanted` offsets per place.
  ///   - meters: a buffer of the same size for their distances in meters, or nil.
  package func writeNearest(
    _ wanted: Int, to places: UnsafeSpan<Coordinate>, within radius: Double,
    offsets: UnsafeBuffer<Int64>,
    meters: UnsafeBuffer<Double>?
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
          meters?[start + rank] = hits[rank].distance
        }
      }
      for rank in found..<wanted {
        offsets[start + rank] = -1
        meters?[start + rank] = .nan
      }
    }
  }

  /// Writes the points within a radius of each place, nearest first, until the points of a place do
  /// not fit.
  ///
  /// - Parameters:
  ///   - radius: the radius in meters, inclusive.
  ///   - places: the centers of the searches.
  ///   - counts: a buffer for the number of points of each place.
  ///   - offsets: a buffer for their offsets, place by place.
  ///   - meters: a buffer of the same size for their distances in meters, or nil.
  /// - Returns: the number of completed places, the number of their points, and the number of
  ///   points of the next place; 0 if all places are completed.
  package func writeHits(
    within radius: Double, of places: UnsafeSpan<Coordinate>, counts: UnsafeBuffer<Int64>,
    offsets: UnsafeBuffer<Int64>, meters: UnsafeBuffer<Double>?
  ) -> (rows: Int, hits: Int, next: Int) {
    var hits = GrowableArray<Hit>(capacity: 64)
    var end = 0
    for row in 0..<places.count {
      tree.collect(
        &hits, within: radius, of: places[row], sorted: true, where: { _ in 0 },
        filtered: false)
      guard hits.count <= offsets.count - end else { return (row, end, hits.count) }
      for index in 0..<hits.count {
        offsets[end + index] = Int64(hits[index].tag)
        meters?[end + index] = hits[index].distance
      }
      counts[row] = Int64(hits.count)
      end += hits.count
    }
    return (places.count, end, 0)
  }
}
