import CairnGeodesy
import Foundation
import TestSupport
import Testing

@testable import CairnIndex

@Suite struct IndexFileSystemTests {
  private let folder: String

  init() throws {
    folder = NSTemporaryDirectory() + "cairn-index-file-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
  }

  private func places(_ count: Int) -> [Coordinate] {
    var random = SeededGenerator(seed: 21)
    return (0..<count).map { _ in coordinate(&random) }
  }

  @Test func filesAreReplacedAtomically() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/places.cairn"
    let center = Coordinate(latitude: 1, longitude: 2)
    let few = try PlaceIndex(places(10), coordinate: { $0 })
    let many = try PlaceIndex(places(2000), coordinate: { $0 })
    try few.write(to: path) { "\($0)".utf8 }
    let old = try MappedPlaceIndex(opening: path)
    try many.write(to: path) { "\($0)".utf8 }
    let new = try MappedPlaceIndex(opening: path) { String(decoding: $0, as: UTF8.self) }

    // An index that has the old file open keeps it.
    #expect(try old.within(.infinity, of: center).count == 10)
    let found = try new.nearest(to: center, count: 3)
    #expect(found.map(\.element) == many.nearest(to: center, count: 3).map { "\($0.element)" })
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["places.cairn"])
    #expect(
      try Array(Data(contentsOf: URL(fileURLWithPath: path))) == many.encoded { "\($0)".utf8 })
  }

  @Test func systemErrorsAreReported() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let index = try PlaceIndex(places(3), coordinate: { $0 })
    let nowhere = folder + "/no/such/folder/x.cairn"
    #expect {
      try index.write(to: nowhere)
    } throws: { error in
      guard case .system("create", let path, ENOENT)? = error as? IndexFileError else {
        return false
      }
      return path.hasPrefix(nowhere)
    }
    #expect(throws: IndexFileError.system(operation: "open", path: nowhere, code: ENOENT)) {
      try MappedPlaceIndex(opening: nowhere)
    }
    // A directory can be opened but is not a file; an empty file is not an index.
    #expect(throws: IndexFileError.notAnIndexFile) { try MappedPlaceIndex(opening: folder) }
    let empty = folder + "/empty"
    #expect(FileManager.default.createFile(atPath: empty, contents: Data()))
    #expect(throws: IndexFileError.notAnIndexFile) { try MappedPlaceIndex(opening: empty) }
    // If the target cannot be replaced, no temporary file remains.
    #expect(throws: IndexFileError.self) { try index.write(to: folder) }
    let siblings = try FileManager.default.contentsOfDirectory(atPath: NSTemporaryDirectory())
    #expect(!siblings.contains { $0.contains("draft") && folder.hasSuffix($0.prefix(30)) })
  }
}
