import Foundation

/// Values of one public type that is `Codable`, as they are stored in the files of old versions.
struct CodableExample: Sendable {
  /// The name of the type, as in `Documentation/API.md`.
  let name: String
  /// The values as JSON of one line.
  let encoded: @Sendable () throws -> String
  /// Whether stored JSON is decoded to the values.
  let equals: @Sendable (String) throws -> Bool

  /// Creates an example.
  ///
  /// - Parameters:
  ///   - name: the name of the type, with the types that contain it.
  ///   - values: values that use every case and every optional property.
  init<Value: Codable & Equatable & Sendable>(_ name: String, _ values: Value...) {
    self.name = name
    encoded = {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(values), as: UTF8.self)
    }
    equals = { text in
      try JSONDecoder().decode([Value].self, from: Data(text.utf8)) == values
    }
  }
}
