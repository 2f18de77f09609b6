// A libFuzzer target for `DynamicShapeIndex`; `Tests/Fuzz/run` builds and starts it.
//
// The bytes are insertions, changes, removals, copies and queries. Every answer must equal that of
// a loop over a list of shapes.

import CairnGeodesy
import CairnIndex
import CairnShapes

private struct Item {
  let id: Int
  let shape: GeoShape
}

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDynamicShapes(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  var input = ShapeDecoder(Array(UnsafeBufferPointer(start: data, count: min(size, 2_000))))
  var index = DynamicShapeIndex<Item, Int>(id: { $0.id }, shape: { $0.shape })
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
      // The shape keeps its element and becomes the last one.
      if isKnown {
        list.removeAll { $0.id == id }
        list.append(Item(id: id, shape: shape))
      }
    case 6: (copy, listOfCopy) = (index, list)
    case 7:
      // Many insertions at once create trees of all sizes.
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
  _ index: DynamicShapeIndex<Item, Int>, _ list: [Item], _ input: inout ShapeDecoder
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
  let radius = input.meters()
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
