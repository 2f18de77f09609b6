import CairnFormats
import CairnGeodesy
import Foundation
import TestSupport
import Testing

@testable import CairnCommand

@Suite struct PhotoTests {
  /// Exif data: a directory, and the directories of the camera and of GPS.
  ///
  /// - Parameters:
  ///   - isBigEndian: the order of bytes.
  ///   - hasPosition: whether there is a directory of GPS.
  ///   - isSouthWest: the hemispheres.
  ///   - changes: texts of GPS tags that differ; an empty one is left out.
  /// - Returns: the bytes of a TIFF file.
  static func tiff(
    isBigEndian: Bool = false, hasPosition: Bool = true, isSouthWest: Bool = false,
    changes: [Int: String] = [:]
  ) -> [UInt8] {
    func bytes(_ value: Int, _ size: Int) -> [UInt8] {
      let low = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      return isBigEndian ? low.reversed() : low
    }
    func text(_ text: String) -> (Int, Int, [UInt8]) {
      (2, text.utf8.count + 1, Array(text.utf8) + [0])
    }
    func ratios(_ values: [(Int, Int)]) -> (Int, Int, [UInt8]) {
      (5, values.count, values.flatMap { bytes($0.0, 4) + bytes($0.1, 4) })
    }
    func directory(_ entries: [(Int, (Int, Int, [UInt8]))], at start: Int) -> [UInt8] {
      var (table, data) = (bytes(entries.count, 2), [UInt8]())
      let end = start + 6 + 12 * entries.count
      for (tag, (type, count, value)) in entries {
        table += bytes(tag, 2) + bytes(type, 2) + bytes(count, 4)
        if value.count <= 4 {
          table += value + Array(repeating: 0, count: 4 - value.count)
        } else {
          table += bytes(end + data.count, 4)
          data += value
        }
      }
      return table + bytes(0, 4) + data
    }
    let camera = [(0x9003, text("2026:05:01 10:11:12")), (0x9011, text("+02:00"))]
    var gps = [
      (1, text(isSouthWest ? "S" : "N")), (2, ratios([(48, 1), (12, 1), (2952, 100)])),
      (3, text(isSouthWest ? "W" : "E")), (4, ratios([(16, 1), (22, 1), (2568, 100)])),
      (5, (1, 1, [0])), (6, ratios([(171, 1)])), (0x11, ratios([(905, 10)])),
    ]
    for (tag, word) in changes {
      gps.removeAll { $0.0 == tag }
      if !word.isEmpty { gps.append((tag, text(word))) }
    }
    func main(_ first: Int, _ second: Int) -> [UInt8] {
      let links = [(0x8769, (4, 1, bytes(first, 4)))]
      let position = hasPosition ? [(0x8825, (4, 1, bytes(second, 4)))] : []
      return directory([(0x10F, text("Apple")), (0x110, text("iPhone"))] + links + position, at: 8)
    }
    let first = 8 + main(0, 0).count
    let cameraBytes = directory(camera, at: first)
    let second = first + cameraBytes.count
    let order: [UInt8] = isBigEndian ? [0x4D, 0x4D] : [0x49, 0x49]
    return order + bytes(42, 2) + bytes(8, 4) + main(first, second) + cameraBytes
      + (hasPosition ? directory(gps, at: second) : [])
  }

  private static func big(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static func jpeg(_ tiff: [UInt8]) -> [UInt8] {
    let block = Array("Exif".utf8) + [0, 0] + tiff
    return [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xE1] + big(block.count + 2, 2) + block
      + [0xFF, 0xDA, 0, 2] + Array(repeating: 7, count: 50) + [0xFF, 0xD9]
  }

  /// A JPEG file with a position in Vienna.
  static let jpeg = jpeg(tiff())

  private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    big(content.count + 8, 4) + Array(type.utf8) + content
  }

  private static func heic(_ tiff: [UInt8]) -> [UInt8] {
    let item = big(6, 4) + Array("Exif".utf8) + [0, 0] + tiff
    let start = box("ftyp", Array("heic".utf8) + [0, 0, 0, 0] + Array("mif1".utf8))
    func info(_ number: Int, _ type: String) -> [UInt8] {
      box("infe", [2, 0, 0, 0] + big(number, 2) + [0, 0] + Array(type.utf8) + [0])
    }
    func meta(_ place: Int) -> [UInt8] {
      var locations: [UInt8] = [1, 0, 0, 0, 0x44, 0] + big(2, 2)
      for (number, extent) in [(1, (place + item.count, 9)), (2, (place, item.count))] {
        locations +=
          big(number, 2) + [0, 0, 0, 0, 0, 1] + big(extent.0, 4) + big(extent.1, 4)
      }
      return box(
        "meta",
        [0, 0, 0, 0] + box("hdlr", Array(repeating: 0, count: 25))
          + box("iinf", [0, 0, 0, 0, 0, 2] + info(1, "hvc1") + info(2, "Exif"))
          + box("iloc", locations))
    }
    let place = start.count + meta(0).count + 8
    return start + meta(place) + box("mdat", item + Array(repeating: 0, count: 9))
  }

  private static func png(_ tiff: [UInt8]) -> [UInt8] {
    func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
      big(data.count, 4) + Array(name.utf8) + data + [0, 0, 0, 0]
    }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", Array(repeating: 0, count: 13)) + chunk("eXIf", tiff) + chunk("IEND", [])
  }

  private static func webP(_ tiff: [UInt8]) -> [UInt8] {
    let count: [UInt8] = big(tiff.count, 4).reversed()
    let content = Array("WEBPVP8X".utf8) + [1, 0, 0, 0, 9, 0] + Array("EXIF".utf8) + count + tiff
    return Array("RIFF".utf8) + big(content.count, 4).reversed() + content
  }

  private static func read(_ file: [UInt8]) throws -> PhotoMetadata? {
    try PhotoFormat(start: Array(file.prefix(16))).map { try PhotoMetadata(PhotoBytes(file), $0) }
  }

  @Test func everyFormatGivesThePositionAndTheTime() throws {
    for isBigEndian in [false, true] {
      let tiff = Self.tiff(isBigEndian: isBigEndian)
      for file in [tiff, Self.jpeg(tiff), Self.heic(tiff), Self.png(tiff), Self.webP(tiff)] {
        let photo = try #require(try Self.read(file))
        let place = try #require(photo.position)
        let known = Coordinate(latitude: 48.2082, longitude: 16.3738)
        #expect(place.coordinate.distance(to: known) < 0.01)
        #expect(place.elevation == 171)
        #expect(photo.time?.text == "2026-05-01T10:11:12+02:00")
        #expect(photo.camera == "Apple iPhone")
        #expect(photo.direction == 90.5)
      }
    }
    let south = try Self.read(Self.jpeg(Self.tiff(isSouthWest: true)))
    #expect((south?.position?.coordinate.latitude ?? 0) < -48)
    #expect((south?.position?.coordinate.longitude ?? 0) < -16)
    #expect(try Self.read(Self.jpeg(Self.tiff(hasPosition: false)))?.position == nil)
    #expect(try Self.read(Array("name,lat,lon\n1,2,3\n".utf8)) == nil)
  }

  @Test func aPositionWithoutAHemisphereOrAFixIsNotUsed() throws {
    let known: [([Int: String], String?)] = [
      ([1: ""], "GPSLatitudeRef"), ([3: ""], "GPSLongitudeRef"),
      ([1: "", 3: ""], "GPSLatitudeRef"), ([3: "N"], "GPSLongitudeRef"),
      ([1: "48"], "GPSLatitudeRef"), ([9: "V"], "GPSStatus"),
      ([9: "A"], nil), ([1: "North", 3: "east"], nil),
    ]
    for (changes, problem) in known {
      let tiff = Self.tiff(changes: changes)
      for file in [tiff, Self.jpeg(tiff), Self.heic(tiff)] {
        let photo = try #require(try Self.read(file))
        #expect((photo.position == nil) == (problem != nil), "\(changes)")
        #expect(photo.positionProblem?.contains(problem ?? "") == problem.map { _ in true })
      }
    }
    #expect(try Self.read(Self.tiff(hasPosition: false))?.positionProblem == nil)
  }

  @Test func photosThatCannotBeReadOrPlacedAreReported() throws {
    let file = try OwnFile("", name: "a.jpg")
    try file.replace(with: Self.jpeg)
    let nowhere = file.sibling("b.jpg")
    try Data(Self.jpeg(Self.tiff(changes: [3: ""]))).write(to: URL(fileURLWithPath: nowhere))
    let cut = file.sibling("c.png")
    try Data(Self.png(Self.tiff()).prefix(60)).write(to: URL(fileURLWithPath: cut))
    let photos = Run("photos", file.path, nowhere, cut)
    #expect(photos.errors.contains("1 of 3 photos with a position that cannot be used"))
    #expect(photos.errors.contains("the hemisphere is missing (GPSLongitudeRef)"))
    for files in [[file.path, cut, nowhere], [cut, file.path, nowhere]] {
      let stats = Run(["stats"] + files + ["--format", "csv"])
      #expect(stats.code == .success && stats.lines.contains("features,,2"))
      #expect(stats.lines.contains("bad_reason,damaged photo,1"))
      #expect(stats.errors.contains("b.jpg: no position: the hemisphere is missing"))
      #expect(Run(["stats"] + files + ["--on-error", "fail"]).code == .data)
    }
    let null = Run("stats", file.path, cut, "--on-error", "null", "--format", "csv")
    #expect(null.lines.contains("features,,2") && null.lines.contains("bad,,1"))
    #expect(Run("stats", cut).code == .data)
    #expect(Run("stats", cut, cut).code == .data)
    #expect(Run("doctor", nowhere).output.contains("none: the hemisphere is missing"))
  }

  @Test func damagedPhotosGiveErrorsAndNeverTrap() throws {
    var random = SeededGenerator(seed: 9)
    let tiff = Self.tiff()
    let files = [tiff, Self.jpeg(tiff), Self.heic(tiff), Self.png(tiff), Self.webP(tiff)]
    for round in 0..<1500 {
      var file = files[round % files.count]
      for _ in 0...(random.next() % 5) {
        let value = [0, 255, 128, 1, UInt8(truncatingIfNeeded: random.next())]
        file[Int(random.next() % UInt64(file.count))] = value[Int(random.next() % 5)]
      }
      if round % 3 == 0 { file.removeLast(Int(random.next() % UInt64(file.count))) }
      if let photo = try? Self.read(file), let place = photo.position {
        #expect(place.coordinate.isValid)
      }
    }
    for end in 3..<60 {
      #expect(throws: FormatError.self) { try Self.read(Array(Self.jpeg.prefix(end + 9))) }
    }
  }

  @Test func theCommandListsPhotosAndCountsThem() throws {
    let file = try OwnFile("", name: "a.jpg")
    try Data(Self.jpeg).write(to: URL(fileURLWithPath: file.path))
    let bare = file.sibling("b.jpg")
    try Data(Self.jpeg(Self.tiff(hasPosition: false))).write(to: URL(fileURLWithPath: bare))
    let table = try OwnFile("name,lat,lon\n")
    let run = Run("photos", file.path, bare, table.path)
    #expect(run.code == .success && run.lines.count == 3)
    #expect(run.output.contains("a.jpg") && run.output.contains("AT,2026-05-01T10:11:12+02:00"))
    #expect(run.errors.contains("1 of 3 photos without a position, left out"))
    #expect(run.errors.contains("1 of 3 files cannot be read, left out"))
    #expect(Run("photos", table.path).code == .data)
    #expect(Run("photos").code == .usage)
    #expect(Run("photos", file.sibling("none.jpg")).code == .noInput)
    let stats = Run("stats", file.path, bare, "--format", "csv")
    #expect(stats.lines.contains("country,AT,1") && stats.lines.contains("country_days,AT,1"))
    #expect(Run("photos", file.path, "--out", file.sibling("a.gpx")).code == .success)
  }

  @Test func exiftoolTablesAreRead() throws {
    let file = try OwnFile(
      """
      SourceFile,DateTimeOriginal,GPSLatitude,GPSLongitude
      a.jpg,2026:05:01 10:00:00,"48 deg 12' 29.52"" N","16 deg 22' 25.68"" E"
      b.jpg,2026:05:02 10:00:00,48.15,17.11

      """)
    let run = Run("stats", file.path, "--format", "csv")
    #expect(run.lines.contains("country,AT,1") && run.lines.contains("country_days,SK,1"))
  }
}
