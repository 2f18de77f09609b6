// A libFuzzer target for files of roads; `Tests/Fuzz/run` builds and starts it.
//
// Half of the inputs are files. Random bytes almost never have valid checksums, so the other half
// are edits of a valid file with recomputed checksums, as a hostile writer could make. For all
// inputs there is no trap and no hang, and a file that passes `checkEverything` answers all
// queries.

import CairnGeodesy
import CairnMemory
import CairnOSM

@testable import CairnRoads

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Called by libFuzzer at the start; writes the first inputs if a folder for them is given.
@_cdecl("LLVMFuzzerInitialize")
public func prepare(
  _ count: UnsafeMutablePointer<CInt>,
  _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
) -> CInt {
  precondition(!goodFile.isEmpty)
  guard let folder = getenv("CAIRN_FUZZ_SEEDS") else { return 0 }
  for (number, seed) in seeds().enumerated() {
    guard let file = fopen("\(String(cString: folder))/\(number)", "wb") else { exit(1) }
    fwrite(seed, 1, seed.count, file)
    guard fclose(file) == 0 else { exit(1) }
  }
  exit(0)
}

/// The valid file, and edits at the start of each section.
private func seeds() -> [[UInt8]] {
  var seeds = [goodFile + [0]]
  let layout = try? RoadFileLayout(PackedMemory(copying: goodFile))
  for place in [12, 24, 28, 32, 36] + (layout?.entries.map(\.offset) ?? []) {
    let bytes = [place >> 16, place >> 8, place].map { UInt8(truncatingIfNeeded: $0) }
    seeds.append(bytes + [0xFF, 0x01, 1])
    seeds.append(bytes + [0x00, 0xFF, 1])
  }
  return seeds
}

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRoadFile(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  var input = Array(UnsafeBufferPointer(start: data, count: size))
  guard let kind = input.popLast() else { return 0 }
  ask(kind & 1 == 0 ? input : edited(goodFile, by: input))
  return 0
}

/// Runs all queries on a file.
private func ask(_ bytes: [UInt8]) {
  guard let network = try? RoadNetwork(bytes: bytes) else { return }
  let isSound = (try? network.checkEverything()) != nil
  for profile in network.profileNames {
    for start in points {
      for end in points {
        do throws(RoadError) {
          let route = try network.route(from: start, to: end, by: profile)
          precondition(route.steps.allSatisfy { route.path.indices.contains($0.pathIndex) })
          _ = route.directions(in: RoadWords(.german))
        } catch {
          switch error {
          case .noRoute, .noRoad: break
          default: precondition(!isSound)
          }
        }
      }
    }
    _ = try? network.milliseconds(from: points, to: points, by: profile)
    _ = try? network.reach(from: points[0], within: .seconds(60), by: profile, withLines: true)
    _ = try? network.snap(points[1], by: profile)
    if let areas = try? network.isochrones(
      from: points[0], within: [.seconds(600), .seconds(60)], by: profile)
    {
      precondition(areas.count == 2)
    }
    if let match = try? network.match(points.map { RoadTrackPoint($0) }, by: profile) {
      precondition(match.points.count == points.count)
    }
  }
}

/// The valid file with replaced bytes; five bytes of input for each: an offset, a mask, a value.
private func edited(_ bytes: [UInt8], by input: [UInt8]) -> [UInt8] {
  var bytes = bytes
  for start in stride(from: 0, to: input.count - 4, by: 5) {
    let place = input[start..<(start + 3)].reduce(0) { $0 << 8 | Int($1) } % bytes.count
    bytes[place] = bytes[place] & input[start + 3] ^ input[start + 4]
  }
  return signed(bytes)
}

/// The file with valid checksums, as far as its table can be read.
private func signed(_ bytes: [UInt8]) -> [UInt8] {
  let memory = PackedMemory(copying: bytes)
  let words = unsafe UnsafeBuffer<UInt64>(memory, byteOffset: 0, count: bytes.count / 8)
  let count = Int(words[1] >> 32)
  let end = (RoadFileLayout.headerBytes + count * RoadFileLayout.entryBytes) / 8
  guard end <= words.count else { return bytes }
  for index in 0..<count {
    let word = (RoadFileLayout.headerBytes + index * RoadFileLayout.entryBytes) / 8
    let (offset, length) = (words[word + 1], words[word + 2])
    let (sum, isTooLarge) = offset.addingReportingOverflow(length)
    guard !isTooLarge, sum <= UInt64(bytes.count), offset % 8 == 0 else { continue }
    let entry = RoadFileLayout.Entry(
      kind: 0, profile: 0, offset: Int(offset), length: Int(length), checksum: 0)
    words[word + 3] = RoadFileLayout.checksum(memory, entry)
  }
  words[5] = RoadFileLayout.checksum(ofHeader: words.span, end: end)
  return memory.allBytes
}

/// Positions near the streets of the valid file.
private let points = [
  Coordinate(latitude: 47, longitude: 9), Coordinate(latitude: 47.0018, longitude: 9.0012),
  Coordinate(latitude: 47.0031, longitude: 9.0039),
]

/// A grid of streets with one-way streets, a gate, a ferry and turn restrictions.
private let goodFile: [UInt8] = {
  var text = "<osm version=\"0.6\">"
  for y in 0..<5 {
    for x in 0..<5 {
      let tag = x == 2 && y == 2 ? "<tag k=\"barrier\" v=\"bollard\"/>" : ""
      text += "<node id=\"\(10 * y + x + 1)\" lat=\"\(47 + Double(y) * 0.001)\" "
      text += "lon=\"\(9 + Double(x) * 0.001)\">\(tag)</node>"
    }
  }
  func way(_ id: Int, _ nodes: [Int], _ tags: String) {
    text += "<way id=\"\(id)\">" + nodes.map { "<nd ref=\"\($0)\"/>" }.joined()
    text += "<tag k=\"name\" v=\"Street \(id)\"/>\(tags)</way>"
  }
  for line in 0..<5 {
    let oneway = line == 1 ? "<tag k=\"oneway\" v=\"yes\"/>" : ""
    let access = line == 3 ? "<tag k=\"access\" v=\"private\"/>" : ""
    let street = "<tag k=\"highway\" v=\"residential\"/>"
    way(line + 1, (1...5).map { 10 * line + $0 }, street + oneway)
    way(line + 11, (0..<5).map { 10 * $0 + line + 1 }, street + access)
  }
  way(30, [1, 45], "<tag k=\"route\" v=\"ferry\"/><tag k=\"duration\" v=\"00:10\"/>")
  for (from, via, to, kind) in [(1, 2, 12, "no_left_turn"), (12, 12, 2, "only_right_turn")] {
    text += "<relation id=\"\(from)\"><member type=\"way\" ref=\"\(from)\" role=\"from\"/>"
    text += "<member type=\"node\" ref=\"\(via)\" role=\"via\"/>"
    text += "<member type=\"way\" ref=\"\(to)\" role=\"to\"/>"
    text += "<tag k=\"type\" v=\"restriction\"/><tag k=\"restriction\" v=\"\(kind)\"/></relation>"
  }
  guard let extract = try? OSMFile(bytes: Array((text + "</osm>").utf8)),
    let network = try? RoadNetwork(extract: extract)
  else { return [] }
  return network.bytes
}()
