internal import CairnGeodesy
internal import CairnIndex

extension Suite {
  /// Cells of the places of the set, there and back.
  static let geohash = Suite(name: "geohash", summary: "encoding, decoding, neighbours") { bench in
    let places = bench.workload.places

    let cells64 = UnsafeMutableBufferPointer<Geohash64>.allocate(capacity: places.count)
    defer { unsafe cells64.deallocate() }
    bench.measure("encode to 64 bits, batch", calls: places.count) {
      unsafe places.withUnsafeBufferPointer { input in
        try? unsafe Geohash64.encode(input, into: cells64)
      }
      return unsafe Tally(sum: Double(cells64[0].rawValue ^ cells64[places.count - 1].rawValue))
    }

    bench.measure("encode to 12 letters", calls: places.count) {
      unsafe withUnsafeTemporaryAllocation(byteCount: 12, alignment: 1) { buffer in
        var sum = 0
        for place in places {
          guard let cell = Geohash(place, precision: 12) else { continue }
          sum &+= unsafe cell.writeASCII(to: buffer)
          sum &+= unsafe Int(buffer[11])
        }
        return Tally(sum: Double(sum))
      }
    }

    bench.measure("encode to a string", calls: places.count) {
      var sum = 0
      for place in places {
        sum &+= Geohash(place, precision: 12)?.description.utf8.count ?? 0
      }
      return Tally(sum: Double(sum))
    }

    let texts = places.compactMap { Geohash($0, precision: 12)?.description }
    bench.measure("decode a string", calls: texts.count) {
      var sum = 0.0
      for text in texts {
        if let cell = Geohash(text) { sum += cell.center.latitude }
      }
      return Tally(sum: sum)
    }

    let cells = places.compactMap { Geohash($0, precision: 8) }
    bench.measure("eight neighbours", calls: cells.count) {
      var sum = 0
      for cell in cells {
        let neighbors = cell.neighbors
        if neighbors.east > neighbors.west { sum += 1 }
        if neighbors.north != nil { sum += 1 }
      }
      return Tally(sum: Double(sum))
    }
  }
}
