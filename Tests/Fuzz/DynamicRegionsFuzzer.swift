// A libFuzzer target for `DynamicRegionIndex`; `Tests/Fuzz/run` builds and starts it.
//
// The bytes are insertions, changes, removals, copies and questions. Every answer must be that of a
// loop over a list of shapes.

import CairnGeodesy
import CairnIndex
import CairnShapes

private struct Item {
  let id: Int
  let shape: GeoShape
}

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDynamicRegions(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  var input = Decoder(Array(UnsafeBufferPointer(start: data, count: min(size, 2_000))))
  var index = DynamicRegionIndex<Item, Int>(id: { $0.id }, shape: { $0.shape })
  var list: [Item] = []
  var (copy, listOfCopy) = (index, list)
  while !input.isAtEnd {
    switch input.byte() % 10 {
    case 0...3:
      let item = Item(id: input.byte() & 127, shape: input.shape())
      let old = index.insert(item)
      demand(old?.id == list.first { $0.id == item.id }?.id, "replaced")
      list.removeAll { $0.id == item.id }
      list.append(item)
    case 4:
      let id = input.byte() & 127
      demand((index.remove(id) != nil) == list.contains { $0.id == id }, "removed")
      list.removeAll { $0.id == id }
    case 5:
      let (id, shape) = (input.byte() & 127, input.shape())
      let isKnown = index.update(id, to: shape)
      demand(isKnown == list.contains { $0.id == id }, "updated")
      // It keeps its element and comes last.
      if isKnown {
        list.removeAll { $0.id == id }
        list.append(Item(id: id, shape: shape))
      }
    case 6: (copy, listOfCopy) = (index, list)
    case 7:
      // Many at once fill trees of all sizes.
      for number in 0..<input.byte() {
        let item = Item(id: number & 127, shape: .point(input.place()))
        index.insert(item)
        list.removeAll { $0.id == item.id }
        list.append(item)
        if input.isAtEnd { break }
      }
    case 8: ask(index, list, &input)
    default: ask(copy, listOfCopy, &input)
    }
  }
  ask(index, list, &input)
  ask(copy, listOfCopy, &input)
  return 0
}

private func ask(
  _ index: DynamicRegionIndex<Item, Int>, _ list: [Item], _ input: inout Decoder
) {
  demand(index.elements.map(\.id) == list.map(\.id), "elements")
  let place = input.place()
  demand(
    Set(index.keys(containing: place)) == Set(list.filter { $0.shape.contains(place) }.map(\.id)),
    "containing \(place) of \(list)")
  let shape = input.shape()
  demand(
    Set(index.keys(touching: shape)) == Set(list.filter { $0.shape.intersects(shape) }.map(\.id)),
    "touching \(shape) of \(list)")
  let radius = input.metres()
  let distances = list.map { $0.shape.distance(to: place) }
  demand(
    index.within(radius, of: place).map(\.distance)
      == distances.filter { $0 <= radius && radius >= 0 }.sorted(),
    "within \(radius) of \(place) of \(list)")
  let near = distances.filter { !$0.isNaN }.sorted()
  demand(
    index.nearest(to: place, count: 5).map(\.distance) == Array(near.prefix(5)),
    "nearest to \(place) of \(list)")
}

/// Takes numbers, places and shapes from bytes; zeros when they are used up.
private struct Decoder {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { position >= bytes.count }

  mutating func byte() -> Int {
    guard position < bytes.count else { return 0 }
    position += 1
    return Int(bytes[position - 1])
  }

  /// A number in 0..<1 of two bytes.
  private mutating func share() -> Double { Double(byte() << 8 | byte()) / 65_536 }

  /// A place that many shapes have in common, or one anywhere, a pole or one of the antimeridian.
  mutating func place() -> Coordinate {
    switch byte() & 7 {
    case 0: Coordinate(latitude: share() * 180 - 90, longitude: share() * 360 - 180)
    case 1: Coordinate(latitude: 90, longitude: share() * 360)
    case 2: Coordinate(latitude: share() - 0.5, longitude: 180)
    case 3: Coordinate(latitude: -90, longitude: 0)
    case 4: Coordinate(latitude: Double(byte()), longitude: Double(byte()))
    default:
      // On a grid, so that corners and edges are hit exactly.
      Coordinate(latitude: Double(byte() & 15) / 8, longitude: Double(byte() & 15) / 8)
    }
  }

  mutating func metres() -> Double { [0, 1, 1_000, 13_899.4, 2e5, 5e6, 3e7, -1][byte() & 7] }

  mutating func shape() -> GeoShape {
    switch byte() % 7 {
    case 0: return .point(place())
    case 1: return .cap(Cap(center: place(), radius: metres()))
    case 2:
      let (a, b) = (place(), place())
      return .box(
        BoundingBox(
          south: min(a.latitude, b.latitude), west: a.longitude,
          north: max(a.latitude, b.latitude), east: b.longitude))
    case 3: return .path(GeoPath((0..<byte() & 7).map { _ in place() }))
    case 4: return .polygon(GeoPolygon((0..<byte() & 7).map { _ in place() }))
    case 5:
      return .multiPolygon(
        GeoMultiPolygon(
          (0..<byte() & 7).map { _ in GeoPolygon((0..<3).map { _ in place() }) }))
    default:
      let corner = place()
      return .polygon(
        GeoPolygon(
          [(0.0, 0.0), (0, 1), (1, 1), (1, 0)].map {
            Coordinate(latitude: corner.latitude + $0.0, longitude: corner.longitude + $0.1)
          }))
    }
  }
}

/// Ends the run with a message, which `precondition` leaves out in release.
private func demand(_ isRight: Bool, _ message: @autoclosure () -> String) {
  if !isRight { fatalError(message()) }
}
