import TestSupport
import Testing

@testable import CairnRoutes

/// Calendar lines with random texts: none is too long, folds are between characters, and joining
/// the lines gives the text.
@Suite struct CalendarFoldingTests {
  private static let pieces = [
    "\\", ",", ";", "\n", "\r\n", "\r", "a", " ", "é", "e\u{301}", ",\u{301}", "\\\u{301}",
    "\n\u{301}",
    "👨‍👩‍👧‍👦", "🇫🇷", "🏰", "\u{600}", "\u{600},", "क्षि", "각", "\u{200D}", "\u{0}", "\u{7F}", "\t",
    "Łódź", "n", "\\n", "\u{2028}",
  ]

  /// The joined lines of a text, and the positions of the folds in bytes.
  private func unfolded(_ text: String) throws -> (line: String, folds: [Int]) {
    let bytes = Array(text.utf8)
    var (line, folds, width): ([UInt8], [Int], Int) = ([], [], 0)
    var index = 0
    while index < bytes.count {
      if bytes[index] == 13 {
        #expect(bytes[index + 1] == 10 && width <= 75)
        index += 2
        if index == bytes.count { break }
        #expect(bytes[index] == 32)
        (width, index) = (1, index + 1)
        folds.append(line.count)
        continue
      }
      #expect(bytes[index] != 10)
      line.append(bytes[index])
      (width, index) = (width + 1, index + 1)
    }
    let joined = String(decoding: line, as: UTF8.self)
    #expect(Array(joined.utf8) == line)
    return (joined, folds)
  }

  private func unescaped(_ value: Substring) -> String.UnicodeScalarView {
    var plain = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in value.unicodeScalars {
      if !isEscaped, scalar == "\\" {
        isEscaped = true
      } else {
        plain.append(isEscaped && scalar == "n" ? "\n" : scalar)
        isEscaped = false
      }
    }
    #expect(!isEscaped)
    return plain
  }

  /// The representable part of a text: all line breaks as one kind, without other control
  /// characters.
  private func expected(_ text: String) -> [Unicode.Scalar] {
    let all = Array(text.unicodeScalars)
    let scalars = all.indices.filter { index in
      index == 0 || all[index] != "\n" || all[index - 1] != "\r"
    }.map { all[$0] }
    return scalars.map { $0 == "\r" ? "\n" : $0 }.filter {
      $0 == "\n" || $0 == "\t" || $0.value >= 32 && $0.value != 127
    }
  }

  private func check(_ text: String) throws {
    var writer = CalendarWriter()
    writer.line("SUMMARY", text: text)
    let (line, folds) = try unfolded(writer.text)
    #expect(line.hasPrefix("SUMMARY:"))
    #expect(unescaped(line[...].dropPrefix(8)).elementsEqual(expected(text)))
    // Every fold is between two characters, unless a character is longer than a line.
    var ends: Set<Int> = []
    var end = 0
    for character in line {
      let count = character.utf8.count
      if count > 72 { ends.formUnion(end..<(end + count)) }
      end += count
      ends.insert(end)
    }
    let bytes = Array(line.utf8)
    for fold in folds {
      #expect(ends.contains(fold))
      let slashes = bytes[..<fold].reversed().prefix { $0 == UInt8(ascii: "\\") }.count
      #expect(slashes % 2 == 0)
    }
  }

  @Test func randomTextsAreFoldedAtCharacters() throws {
    var random = SeededGenerator(seed: 32)
    for _ in 0..<rounds(3_000, inDebug: 200) {
      var text = String(repeating: "x", count: Int.random(in: 0...75, using: &random))
      for _ in 0..<Int.random(in: 0...60, using: &random) {
        text += Self.pieces.randomElement(using: &random) ?? ""
      }
      try check(text)
    }
  }

  @Test func everyPositionOfALine() throws {
    for length in 50...80 {
      for piece in Self.pieces {
        try check(String(repeating: "x", count: length) + piece + piece + "end")
      }
    }
  }

  @Test func charactersLongerThanALineAreDivided() throws {
    for count in [30, 36, 37, 38, 74, 75, 200] {
      for start in ["", "x", String(repeating: "x", count: 60)] {
        for base in ["e", ",", "\\", "\u{600},", "🏰"] {
          try check(start + base + String(repeating: "\u{301}", count: count) + "end")
          try check(start + base + String(repeating: "\u{200D}🏰", count: count) + ",")
        }
      }
    }
  }

  @Test func nonTextValuesKeepBackslashes() throws {
    var writer = CalendarWriter()
    writer.line("X", String(repeating: "\\", count: 200))
    let (line, _) = try unfolded(writer.text)
    #expect(line == "X:" + String(repeating: "\\", count: 200))
  }
}

extension Substring {
  /// The text after a number of bytes.
  fileprivate func dropPrefix(_ count: Int) -> Substring {
    Substring(utf8.dropFirst(count))
  }
}
