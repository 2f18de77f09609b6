// A libFuzzer target for PBF extracts; `Tests/Fuzz/run` builds and starts it.
//
// For all inputs there is no trap and no hang, one and three threads give the same blocks and
// error, and the offsets of each block are within its columns. The last byte selects whether the
// bytes are a whole file, or the contents of a block, which would otherwise rarely get past its
// framing.

@testable import CairnOSM

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOSMPBF(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  var input = Array(UnsafeBufferPointer(start: data, count: size))
  guard let choice = input.popLast() else { return 0 }
  if choice & 1 == 0 {
    guard let file = try? OSMFile(bytes: input) else { return 0 }
    check(file)
  } else {
    var decoder = PBFBlockDecoder(
      kinds: Set(OSMElementKind.allCases), hasHistory: choice & 2 != 0)
    guard (try? decoder.decode(input, at: 0)) != nil else { return 0 }
    check(decoder.block)
    let decoded = OSMDecodedBlock(block: decoder.block, history: decoder.history)
    if choice & 2 != 0 { check(decoded.latest(before: decoded)) }
  }
  return 0
}

private func check(_ file: OSMFile) {
  var error: OSMError?
  var found: [OSMBlock] = []
  var blocks = file.blocks()
  do throws(OSMError) {
    while let block = try blocks.next() {
      check(block)
      found.append(block)
    }
  } catch let thrown {
    error = thrown
  }
  var others = file.blocks(threads: 3)
  do throws(OSMError) {
    for block in found {
      let other = try others.next()
      precondition(other == block)
    }
    let end = try others.next()
    precondition(end == nil && error == nil)
  } catch let thrown {
    precondition(error == thrown)
  }
  _ = try? file.places(OSMCategory.all)
}

private func check(_ block: OSMBlock) {
  for index in 0..<block.nodes.count { _ = block.node(at: index) }
  for index in 0..<block.ways.count { _ = block.way(at: index) }
  for index in 0..<block.relations.count { _ = block.relation(at: index) }
  precondition(block.tagKeys.count == block.tagValues.count)
  precondition(block.nodes.latitudes.count == block.nodes.count)
  precondition(block.nodes.longitudes.count == block.nodes.count)
}
