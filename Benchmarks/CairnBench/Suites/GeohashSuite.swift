internal import CairnGeodesy
internal import CairnIndex

extension Suite {
  /// Encoding, decoding and neighbors of geohashes, and covers of circles.
  static let geohash = Suite(
    name: "geohash", summary: "encoding, decoding and covering by geohash"
  ) { bench in
    // Few enough to fit into the level 2 cache, so that the arithmetic is timed.
    let places = Array(bench.workload.places.prefix(10_000))
    let hashes = places.compactMap { Geohash($0) }
    let texts = hashes.map(\.description)

    var cells = [Geohash64](repeating: Geohash64(truncating: 0), count: places.count)
    bench.measure("encode to 64 bits, batch", calls: places.count) {
      unsafe places.withUnsafeBufferPointer { input in
        unsafe cells.withUnsafeMutableBufferPointer { output in
          try? unsafe Geohash64.encode(input, into: output)
        }
      }
      return Tally(sum: Double(cells[places.count / 2].rawValue))
    }
    bench.measure("encode to 64 bits, single", calls: places.count) {
      var sum: UInt64 = 0
      for place in places { sum &+= Geohash64(place)?.rawValue ?? 0 }
      return Tally(sum: Double(sum))
    }
    var bytes = [UInt8](repeating: 0, count: 12 * places.count)
    bench.measure("encode to 12 characters in a buffer", calls: places.count) {
      unsafe bytes.withUnsafeMutableBytes { buffer in
        for number in places.indices {
          let room = unsafe UnsafeMutableRawBufferPointer(
            start: buffer.baseAddress.map { unsafe $0 + 12 * number }, count: 12)
          unsafe Geohash(places[number])?.writeASCII(to: room)
        }
      }
      return Tally(sum: Double(bytes[0]) + Double(bytes[bytes.count - 1]))
    }
    bench.measure("encode to a String", calls: places.count) {
      var sum = 0
      for place in places { sum &+= Geohash(place)?.description.utf8.count ?? 0 }
      return Tally(sum: Double(sum))
    }
    bench.measure("decode a String to its center", calls: texts.count) {
      var sum = 0.0
      for text in texts { sum += Geohash(text)?.center.latitude ?? 0 }
      return Tally(sum: sum)
    }
    bench.measure("decode 64 bits to the center", calls: cells.count) {
      var sum = 0.0
      for cell in cells {
        let center = cell.center
        sum += center.latitude + center.longitude
      }
      return Tally(sum: sum)
    }
    bench.measure("eight neighbors by for in", calls: cells.count) {
      var sum: UInt64 = 0
      for cell in cells {
        for neighbor in cell.neighbors { sum &+= neighbor.rawValue }
      }
      return Tally(sum: Double(sum))
    }
    bench.measure("eight neighbors of 64 bits", calls: cells.count) {
      var sum: UInt64 = 0
      for cell in cells {
        let around = cell.neighbors
        sum &+= around.east.rawValue &+ around.west.rawValue
        if let north = around.north, let east = around.northEast, let west = around.northWest {
          sum &+= north.rawValue &+ east.rawValue &+ west.rawValue
        }
        if let south = around.south, let east = around.southEast, let west = around.southWest {
          sum &+= south.rawValue &+ east.rawValue &+ west.rawValue
        }
      }
      return Tally(sum: Double(sum))
    }
    for kilometers in [1, 5, 100] {
      bench.measureQueries("ranges of a circle of \(kilometers) km") { center in
        let query = GeohashQuery(within: Double(kilometers) * 1_000, of: center)
        return Tally(hits: query.ranges(of: Geohash60.self).count, sum: 0)
      }
    }
    bench.measureQueries("cover of a circle of 1 km by 6 characters") { center in
      let cap = Cap(center: center, radius: 1_000)
      let cover = try? GeohashCover(cap, precision: 6)
      return Tally(hits: cover?.cells.count ?? 0, sum: 0)
    }
  }
}
