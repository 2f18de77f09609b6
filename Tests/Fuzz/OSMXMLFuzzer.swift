// A libFuzzer target for XML extracts; `Tests/Fuzz/run` builds and starts it.
//
// For all inputs there is no trap and no hang, the offsets of each block are within its columns,
// and the elements of one kind are the same, whether or not the others are read.

import CairnOSM

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOSMXML(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: data, count: size))
  guard let file = try? OSMFile(bytes: input), file.format == .xml else { return 0 }
  guard let all = ways(file, Set(OSMElementKind.allCases)) else { return 0 }
  precondition(ways(file, [.way]) == all)
  _ = try? file.places(OSMCategory.all)
  return 0
}

/// The ways of a file; nil if it is damaged.
private func ways(_ file: OSMFile, _ kinds: Set<OSMElementKind>) -> [OSMWay]? {
  var blocks = file.blocks(kinds)
  var ways: [OSMWay] = []
  do throws(OSMError) {
    while let block = try blocks.next() {
      for index in 0..<block.nodes.count { _ = block.node(at: index) }
      for index in 0..<block.ways.count { ways.append(block.way(at: index)) }
      for index in 0..<block.relations.count { _ = block.relation(at: index) }
    }
  } catch {
    return nil
  }
  return ways
}
