/// A closed tour in an array, and the moves that turn no part of it round.
internal struct AsymmetricTour {
  /// The cities in order.
  internal private(set) var cities: [Int32]
  /// Where each city stands.
  internal private(set) var positions: [Int32]

  internal init(_ cities: [Int32]) {
    self.cities = cities
    positions = [Int32](repeating: 0, count: cities.count)
    for (position, city) in cities.enumerated() { positions[Int(city)] = Int32(position) }
  }

  internal var count: Int { cities.count }

  @inline(__always)
  internal func next(_ city: Int32) -> Int32 {
    let position = Int(positions[Int(city)]) + 1
    return cities[position == cities.count ? 0 : position]
  }

  @inline(__always)
  internal func previous(_ city: Int32) -> Int32 {
    let position = Int(positions[Int(city)])
    return cities[(position == 0 ? cities.count : position) - 1]
  }

  /// Whether one comes to `b` no later than to `c`, going on from `a`.
  @inline(__always)
  internal func isOrdered(_ a: Int32, _ b: Int32, _ c: Int32) -> Bool {
    let (a, b, c) = (positions[Int(a)], positions[Int(b)], positions[Int(c)])
    return a <= b ? (b <= c || c < a) : (b <= c && c < a)
  }

  /// Exchanges the parts from behind `a` to `b` and from behind `b` to `c`.
  ///
  /// The edges out of `a`, `b` and `c` are replaced; `exchange(a, c, b)` brings them back.
  internal mutating func exchange(_ a: Int32, _ b: Int32, _ c: Int32) {
    let (a, b, c) = (Int(positions[Int(a)]), Int(positions[Int(b)]), Int(positions[Int(c)]))
    // One of the three parts may run across the end of the array; the other two are exchanged,
    // which is the same on a circle.
    if a < b, b < c {
      exchange(first: a + 1, middle: b + 1, end: c + 1)
    } else if b < c {
      exchange(first: b + 1, middle: c + 1, end: a + 1)
    } else {
      exchange(first: c + 1, middle: a + 1, end: b + 1)
    }
  }

  /// Exchanges two parts that stand one behind the other in the array.
  private mutating func exchange(first: Int, middle: Int, end: Int) {
    let moved = Array(cities[first..<middle])
    var position = first
    for index in middle..<end {
      let city = cities[index]
      cities[position] = city
      positions[Int(city)] = Int32(truncatingIfNeeded: position)
      position += 1
    }
    for city in moved {
      cities[position] = city
      positions[Int(city)] = Int32(truncatingIfNeeded: position)
      position += 1
    }
  }

  /// Puts three parts that stand one behind the other into the opposite order, each as it was:
  /// A B C D becomes A D C B, which no exchange of two parts undoes.
  internal mutating func bridge(first: Int, second: Int, third: Int, end: Int) {
    let moved =
      Array(cities[third..<end]) + cities[second..<third] + cities[first..<second]
    for (index, city) in moved.enumerated() {
      cities[first + index] = city
      positions[Int(city)] = Int32(truncatingIfNeeded: first + index)
    }
  }
}
