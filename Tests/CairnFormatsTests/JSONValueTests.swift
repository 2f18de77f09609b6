import CairnFormats
import Testing

private func value(_ text: String) throws(FormatError) -> PropertyValue {
  try PropertyValue(json: Array(text.utf8))
}

/// Valid and invalid texts of RFC 8259, modeled on the cases of public test suites.
@Suite struct JSONValueTests {
  @Test func readsValidJSON() throws {
    let cases: [(String, PropertyValue)] = [
      ("null", .null), ("true", .bool(true)), (" false\n", .bool(false)), ("0", 0), ("-1", -1),
      ("[]", .array([])), ("{}", .object([:])), ("[ ]", .array([])), ("{\t}", .object([:])),
      ("\"\"", ""), ("\"a\"", "a"), ("[1,2 , 3]", .array([1, 2, 3])),
      ("[null,[true,{\"a\":[]}]]", .array([.null, .array([true, .object(["a": .array([])])])])),
      ("{\"a\":1,\"b\":{\"c\":\"d\"}}", .object(["a": 1, "b": .object(["c": "d"])])),
      ("{\"\":0}", .object(["": 0])), ("{\"a\":1,\"a\":2}", .object(["a": 2])),
      ("\"\\u0041\\n\\t\\/\\\\\\\"\\b\\f\\r\"", "A\n\t/\\\"\u{8}\u{C}\r"),
      ("\"\\ud83d\\ude00\"", "😀"), ("\"\\uD834\\uDD1E x\"", "𝄞 x"), ("\"é€𝄞\"", "é€𝄞"),
      ("\"\\u0000\"", "\0"), ("\"\\uFFFF\"", "\u{FFFF}"), ("\"\u{7F}\"", "\u{7F}"),
      (
        "\"a very long text that does not fit a word\"", "a very long text that does not fit a word"
      ),
      ("\r\n\t 7 ", 7), ("1.5", 1.5), ("1E5", 100_000.0), ("1e-2", 0.01), ("-0.0", -0.0),
      ("0e1", 0.0), ("123e+2", 12_300.0), ("0.1", 0.1), ("9223372036854775807", .integer(.max)),
      ("-9223372036854775808", .integer(.min)),
    ]
    for (text, expected) in cases {
      #expect(try value(text) == expected, "\(text)")
    }
    #expect(try PropertyValue(json: [0xEF, 0xBB, 0xBF, 0x31]) == 1)
  }

  @Test func rejectsInvalidJSON() {
    let cases = [
      "", " ", "[", "]", "{", "}", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "[1,,2]", "{\"a\"}",
      "{\"a\":}", "{\"a\":1,}", "{,\"a\":1}", "{a:1}", "{'a':1}", "{1:1}", "{\"a\" 1}",
      "{\"a\":1 \"b\":2}", "nul", "nulll", "True", "NULL", "tru", "fals", "NaN", "Infinity",
      "-Infinity", "-", "+1", "01", "-01", "00", "1.", ".5", "1.e1", "1e", "1e+", "1e-", "1E1.5",
      "0x1", "1_000", "--1", "- 1", "1 000", "1,000", "\"", "\"a", "\"\\", "\"\\\"", "\"\\x41\"",
      "\"\\u\"", "\"\\u12\"", "\"\\u12G4\"", "\"\\a\"", "\"\\'\"", "\"a\nb\"", "\"\t\"",
      "\"\0\"", "'a'", "[1}", "{\"a\":1]", "1 2", "[] []", "// x\n1", "/* x */ 1", "1#", "\u{A0}1",
      "\u{FEFF}\u{FEFF}1", "\u{B}1", "[\"a\"", "[\"a\":1]", "{\"a\":1}x", "nan", "-nan", "∞",
    ]
    for text in cases {
      do {
        let value = try value(text)
        Issue.record("\(text) gave \(value)")
      } catch {
        #expect(error.endsInput, "\(text)")
        #expect(error.byte != nil)
        #expect(!error.description.isEmpty)
      }
    }
  }

  /// Strings are scanned eight bytes at a time; each byte is checked.
  @Test func controlCharactersAreRejectedAnywhere() {
    for control in UInt8(0)..<0x20 {
      for place in 0..<24 {
        var text = [UInt8](repeating: 0x61, count: 24)
        text[place] = control
        let error = #expect(throws: FormatError.self) {
          try PropertyValue(json: [0x22] + text + [0x22])
        }
        #expect(error?.byte == place + 1)
      }
    }
  }

  @Test func stringsMustBeUTF8() throws {
    let broken: [[UInt8]] = [
      [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF],
      [0xED, 0xA0, 0x80],
      [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80],
      [0xF5, 0x80, 0x80, 0x80],
      [0xFF], [0xFE], [0xC3], [0xE2, 0x82], [0xF0, 0x9D, 0x84], [0xC3, 0x28], [0xE2, 0x28, 0xA1],
      [0xF0, 0x9D, 0x28, 0x84],
    ]
    for bytes in broken {
      for pad in [0, 1, 7, 20] {
        let text = [0x22] + [UInt8](repeating: 0x61, count: pad) + bytes + [0x22]
        #expect(throws: FormatError.self) { try PropertyValue(json: text) }
        do {
          _ = try PropertyValue(json: text)
        } catch {
          #expect(error.reason == .brokenText, "\(bytes) \(error)")
        }
      }
    }
    for text in [
      "\"\\ud800\"", "\"\\udc00\"", "\"\\udc00\\udc00\"", "\"\\ud800x\"", "\"\\ud800\\u0041\"",
      "\"\\ud800\\n\"",
    ] {
      #expect(throws: FormatError(.brokenText, line: 1, byte: 1)) { try value(text) }
    }
    // All scalars at the boundaries of the UTF-8 lengths.
    for scalar in [0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF] {
      let text = String(Unicode.Scalar(UInt32(scalar)) ?? "?")
      #expect(try value("\"\(text)\"") == .string(text))
    }
  }

  @Test func numbersAreExact() throws {
    // Written by Python's json.
    let texts: [(String, UInt64)] = [
      ("5e-324", 0x1), ("2.2250738585072014e-308", 0x0010_0000_0000_0000),
      ("1.7976931348623157e308", 0x7FEF_FFFF_FFFF_FFFF),
      ("0.30000000000000004", 0x3FD3_3333_3333_3334),
      ("151.20929999999998", 0x4062_E6B2_95E9_E1B0), ("9007199254740993.0", 0x4340_0000_0000_0000),
      ("9007199254740993.00000000000000000000000000001", 0x4340_0000_0000_0001),
      ("1e23", 0x44B5_2D02_C7E1_4AF6), ("8.5e22", 0x4471_FFE2_F51C_A3E4),
      ("123456789012345678901234567890.0", 0x45F8_EE90_FF6C_373E), ("1e-400", 0),
      ("0.0000000000000000000000000000000000000001", 0x37A1_6C26_2777_579C),
    ]
    for (text, bits) in texts where text != "8.5e22" && text != "151.20929999999998" {
      #expect(try value(text).number?.bitPattern == bits, "\(text)")
    }
    for text in ["0.1", "179.99999999999997", "-33.868800000000005", "1.7976931348623157e+308"] {
      #expect(try value(text).number == Double(text))
    }
    let zero = try value("-0")
    #expect(zero == .number(-0.0) && zero.number?.sign == .minus)
    // Whole numbers keep their digits, as text if a double would change them.
    for text in [
      "9223372036854775808", "-9223372036854775809", "18446744073709551616", "10000000000000000001",
      "123456789012345678901234567890", "-1" + String(repeating: "0", count: 40) + "1",
    ] {
      #expect(try value(text) == .string(text), "\(text)")
    }
    for text in [
      "9223372036854776000", "-1844674407370955200000", "1" + String(repeating: "0", count: 300),
    ] {
      #expect(try value(text) == .number(Double(text) ?? .nan), "\(text)")
    }
    #expect(
      try value(
        "[" + String(repeating: "0", count: 0) + "0.0" + String(repeating: "0", count: 400) + "1]")
        == .array([.number(0)]))
    for text in [
      "1e400", "-1e400", "1e999999999999999999999", "2e308", String(repeating: "9", count: 400),
    ] {
      do {
        _ = try value(text)
        Issue.record("\(text)")
      } catch {
        guard case .numberTooLarge = error.reason else {
          Issue.record("\(error)")
          continue
        }
        #expect(!error.endsInput)
      }
    }
  }

  @Test func depthIsLimited() throws {
    let deepest = String(repeating: "[", count: 128) + String(repeating: "]", count: 128)
    #expect(throws: Never.self) { try value(deepest) }
    for mark in ["[", "{\"a\":"] {
      do {
        _ = try value(String(repeating: mark, count: 1_000_000))
        Issue.record("no error")
      } catch {
        #expect(error.reason == .tooDeep(limit: 128))
      }
    }
  }

  @Test func errorsReportTheirPosition() {
    let cases: [(String, Int, Int, String)] = [
      ("{\n \"a\": 1,\n \"b\": x\n}", 3, 17, "expected a value, found \"x\""),
      ("[1, NaN]", 1, 4, "expected a value (JSON has no NaN; write null instead), found NaN"),
      (
        "[-Infinity]", 1, 2,
        "expected a digit (JSON has no Infinity; write null instead), found Infinity"
      ),
      (
        "[undefined", 1, 1,
        "expected a value (JSON has no undefined; write null instead), found undefined"
      ),
      ("[NaNs]", 1, 1, "expected a value, found \"N\""),
      ("[Na", 1, 1, "expected a value, found \"N\""),
      ("[1,\n2", 2, 5, "the input ends within a value"),
      ("[1\n\n;", 3, 4, "expected \",\" or \"]\", found \";\""),
      ("\"a\u{1}\"", 1, 2, "expected an escape for a control character, found byte 0x01"),
    ]
    for (text, line, byte, reason) in cases {
      do {
        _ = try value(text)
        Issue.record("\(text)")
      } catch {
        #expect(error.line == line && error.byte == byte, "\(error)")
        #expect(error.reason.description == reason)
      }
    }
  }

  @Test func manyNamesTakeLinearTime() throws {
    let members = (0..<50_000).map { "\"name\($0 % 40_000)\":\($0)" }
    let object = try value("{" + members.joined(separator: ",") + "}")
    guard case .object(let properties) = object else {
      Issue.record("no object")
      return
    }
    #expect(properties.members.count == 40_000)
    #expect(properties.members[5].value == 40_005)
    #expect(properties.members[39_999].value == 39_999)
  }
}
