import CairnGeodesy
import Foundation
import TestSupport

/// A temporary file, removed when the object is deinitialized.
final class OwnFile {
  let path: String

  init(_ text: String, name: String = "places.csv") throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("cairn-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appendingPathComponent(name).path
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  /// Replaces the contents.
  func replace(with bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  /// The path of another file in the same folder.
  func sibling(_ name: String) -> String {
    URL(fileURLWithPath: path).deletingLastPathComponent().appendingPathComponent(name).path
  }

  deinit {
    try? FileManager.default.removeItem(
      at: URL(fileURLWithPath: path).deletingLastPathComponent())
  }
}

/// Random user places, as values and as a table.
struct OwnPlaces {
  struct Item {
    var name: String
    var coordinate: Coordinate
    var kind: String
    var country: String
  }

  var items: [Item] = []

  /// Places all over the Earth, with some at the poles, across 180 degrees and in one spot.
  init(count: Int, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for number in 0..<count {
      var latitude = Double(random.next() % 180_001) / 1000 - 90
      var longitude = Double(random.next() % 360_000) / 1000 - 180
      switch random.next() % 8 {
      case 0: (latitude, longitude) = (48.2, 16.4)
      case 1: longitude = longitude < 0 ? -179.9 : 179.95
      case 2: latitude = 47 + Double(random.next() % 3000) / 1000
      default: break
      }
      if random.next() % 4 == 0 { longitude = 5 + Double(random.next() % 20_000) / 1000 }
      items.append(
        Item(
          name: number % 7 == 0 ? "Place \"\(number)\", the" : "Place \(number)",
          coordinate: Coordinate(latitude: latitude, longitude: longitude),
          kind: ["hotel", "Inn", ""][Int(random.next() % 3)],
          country: ["FR", "Germany", "AUT", ""][Int(random.next() % 4)]))
    }
  }

  /// A table with a header.
  func csv(withCountry: Bool = true) -> String {
    var text = "id,title,lat,lon,category" + (withCountry ? ",cc" : "") + "\n"
    for (number, item) in items.enumerated() {
      text += "\(number),\"\(item.name.replacingOccurrences(of: "\"", with: "\"\""))\","
      text += "\(item.coordinate.latitude),\(item.coordinate.longitude),\(item.kind)"
      text += withCountry ? ",\(item.country)\n" : "\n"
    }
    return text
  }
}
