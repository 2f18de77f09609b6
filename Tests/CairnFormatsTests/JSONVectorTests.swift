import CairnFormats
import Foundation
import Testing

/// Values as read by Python's json: `Vectors/json_values.tsv` contains the text, its kind, and the
/// bits of a double, the digits of an integer or the bytes of a string.
@Suite struct JSONVectorTests {
  @Test func valuesAgreeWithPython() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Vectors/json_values.tsv")
    let rows = try Data(contentsOf: file).split(separator: 0x0A).dropFirst()
    #expect(rows.count > 400)
    for row in rows {
      let fields = row.split(separator: 0x09, omittingEmptySubsequences: false)
      guard fields.count == 3 else {
        Issue.record("\(String(decoding: row, as: UTF8.self))")
        continue
      }
      let note = String(decoding: fields[0], as: UTF8.self)
      let expected = String(decoding: fields[2], as: UTF8.self)
      let read = Result { try PropertyValue(json: Array(fields[0])) }
      switch (String(decoding: fields[1], as: UTF8.self), read) {
      case ("integer", .success(.integer(let number))): #expect("\(number)" == expected)
      case ("number", .success(.number(let number))):
        #expect(number.bitPattern == UInt64(expected, radix: 16), "\(note)")
      case ("number", .success(.string(let text))):
        // A whole number keeps its digits, as in Python.
        #expect(text.drop { $0 == "-" }.allSatisfy(\.isNumber) && note.contains(text), "\(note)")
        #expect(Double(text)?.bitPattern == UInt64(expected, radix: 16), "\(note)")
      case ("text", .success(.string(let text))):
        #expect(text.utf8.map { String(format: "%02x", $0) }.joined() == expected, "\(note)")
      case ("huge", .failure(let error)):
        guard case .numberTooLarge? = (error as? FormatError)?.reason else {
          Issue.record("\(note): \(error)")
          continue
        }
      case (let kind, _): Issue.record("\(note): \(kind), not \(read)")
      }
      // The output reads back as the same value.
      guard case .success(let value) = read else { continue }
      var json = JSONWriter()
      json.value(value)
      #expect(try PropertyValue(json: json.bytes) == value)
    }
  }
}
