import CairnFormats
import TestSupport
import Testing

/// Hostile XML, read through the GPX and KML readers.
@Suite struct XMLTests {
  private static let point = "<wpt lat='1' lon='2'><name>n</name></wpt>"

  @Test func entitiesAreNotExpanded() {
    var entities = "<!ENTITY a0 'lol'>"
    for number in 1..<30 {
      let references = String(repeating: "&a\(number - 1);", count: 10)
      entities += "<!ENTITY a\(number) \"\(references)\">"
    }
    let text = """
      <?xml version="1.0"?><!DOCTYPE gpx [\(entities)<!ENTITY x SYSTEM "file:///etc/passwd">
      <!ELEMENT gpx (#PCDATA)> <?pi ]> ?> <!-- ]> " -->]>
      <gpx><wpt lat='1' lon='2'><name>&a29;</name></wpt><wpt lat='1' lon='2'><name>&x;</name></wpt>
      \(Self.point)</gpx>
      """
    for size in [1, .max] {
      let read = Reading(GPXReader(), text, pieces: size)
      #expect(
        read.errors.map(\.reason.description) == [
          "expected a character or one of the entities of XML, found \"&a29;\"",
          "expected a character or one of the entities of XML, found \"&x;\"",
        ])
      #expect(read.features.count == 1)
    }
  }

  @Test func deepNestingIsAnError() {
    for inner in ["<a>", "<extensions>", "<trk>"] {
      let text = "<gpx>" + Self.point + String(repeating: inner, count: 1_000_000)
      let read = Reading(GPXReader(), text)
      #expect(read.features.count == 1)
      #expect(read.errors.map(\.reason) == [.tooDeep(limit: 256)])
      #expect(read.errors.first?.endsInput == true)
    }
    let shapes = String(repeating: "<MultiGeometry>", count: 1_000_000)
    #expect(
      Reading(KMLReader(), "<kml><Placemark>" + shapes).errors.map(\.reason)
        == [.tooDeep(limit: 256)])
    let folders = String(repeating: "<Folder>", count: 1_000_000)
    #expect(Reading(KMLReader(), "<kml>" + folders).errors.map(\.reason) == [.tooDeep(limit: 256)])
    let brackets = "<!DOCTYPE gpx " + String(repeating: "[", count: 1_000_000)
    #expect(Reading(GPXReader(), brackets).errors.count == 1)
  }

  private static let illFormedInputEndsCases: [(String, String)] = [
    ("", "line 1, byte 0: the input ends within the document"),
    ("  \n ", "line 2, byte 4: the input ends within the document"),
    ("abc", "line 1, byte 0: expected an element, found \"a\""),
    ("<gpx>", "line 1, byte 5: the input ends within <gpx>"),
    ("<gpx>\n<a></b></gpx>", "line 2, byte 9: expected </a>, found \"<\""),
    ("<gpx></gpx><gpx/>", "line 1, byte 11: expected the end of the document, found \"<\""),
    ("<gpx></gpx>x", "line 1, byte 11: expected the end of the document, found \"x\""),
    ("<gpx><wpt lat=1></gpx>", "line 1, byte 14: expected a value in quotes, found \"1\""),
    ("<gpx a='1'b='2'/>", "line 1, byte 10: expected a space or the end of a tag, found \"b\""),
    ("<gpx a='1' a='2'/>", "line 1, byte 11: expected an attribute once, found a second \"a\""),
    ("<gpx a='<'/>", "line 1, byte 8: expected a value without <, found \"<\""),
    ("<gpx a/>", "line 1, byte 5: expected an attribute with its value, found \"a\""),
    ("<gpx><!-- ", "line 1, byte 10: the input ends within a comment or a declaration"),
    ("<gpx><![CDATA[x", "line 1, byte 5: the input ends within a text"),
    ("<gpx><a b='", "line 1, byte 5: the input ends within a tag"),
    ("</gpx>", "line 1, byte 0: expected an element, found \"<\""),
    ("<1/>", "line 1, byte 0: expected the name of an element, found \"<\""),
    ("<html/>", "line 1, byte 0: expected <gpx>, found <html>"),
    (
      "<gpx><!-- a -- b --></gpx>",
      "line 1, byte 14: expected --> or a comment without --, found byte 32"
    ),
    ("<gpx><!-- a --->", "line 1, byte 14: expected --> or a comment without --, found \"-\""),
    ("<gpx><!-- \u{0C} --></gpx>", "line 1, byte 10: expected a character of XML, found byte 12"),
    (
      "<gpx><!-- \u{0C} -- --></gpx>",
      "line 1, byte 10: expected a character of XML, found byte 12"
    ),
    ("<gpx><?a \u{0C} ?></gpx>", "line 1, byte 9: expected a character of XML, found byte 12"),
    ("<gpx><? a?></gpx>", "line 1, byte 7: expected the name of an instruction, found byte 32"),
    ("<gpx><?1?></gpx>", "line 1, byte 7: expected the name of an instruction, found \"1\""),
    ("<gpx><?a+?>", "line 1, byte 8: expected a space or the end of an instruction, found \"+\""),
    (
      "<gpx><?XmL a?></gpx>",
      "line 1, byte 10: expected an XML declaration at the very start, found one further on"
    ),
    (
      "\n<?xml version='1.0'?><gpx/>",
      "line 2, byte 6: expected an XML declaration at the very start, found one further on"
    ),
    (
      "<?xml encoding='UTF-8'?><gpx/>",
      """
      line 1, byte 0: expected <?xml version="1.0" encoding="UTF-8"?>, \
      found "<?xml encoding='UTF-8'?>"
      """
    ),
    (
      "<?xml version='1.0' standalone='true'?><gpx/>",
      """
      line 1, byte 0: expected <?xml version="1.0" encoding="UTF-8"?>, \
      found "<?xml version='1.0' standalone='true'?>"
      """
    ),
    ("<gpx\u{0C}></gpx>", "line 1, byte 4: expected a space or the end of a tag, found byte 12"),
    ("<gpx 1='2'/>", "line 1, byte 5: expected an attribute with its value, found \"1\""),
    ("<a×/>", "line 1, byte 1: expected the name of an element, found \"a×\""),
    ("<gpx ×='1'/>", "line 1, byte 5: expected the name of an attribute, found \"×\""),
    ("<·a/>", "line 1, byte 1: expected the name of an element, found \"·a\""),
    (
      "<?xml version='1.0' encoding='x-other'?><gpx>é</gpx>",
      """
      line 1, byte 45: expected an encoding that this system converts, or pure ASCII, \
      found the encoding x-other with the byte 0xC3
      """
    ),
  ]

  @Test(arguments: illFormedInputEndsCases)
  func illFormedInputEnds(text: String, message: String) {
    for size in [1, 3, .max] {
      let read = Reading(GPXReader(), text, pieces: size)
      #expect(read.errors.map(\.description) == [message], "\(size)")
      #expect(read.errors.first?.endsInput == true)
      #expect(read.features.isEmpty)
    }
  }

  /// An input in an unknown encoding that ends at a byte that cannot be converted, inside each kind
  /// of token: pieces of any size give the errors of the whole.
  @Test(arguments: [
    "", "<", "<w", "<wpt", "<wpt ", "<wpt lat", "<wpt lat=", "<wpt lat=<gx", "<wpt lat='1",
    "<wpt 1",
    "<wpt lat='1' lat='2' ", "<wpt lat='<", "<wpt lat='1' lon='2'/", "<wpt/x", "<wpt lat='1'lon",
    "<wpt lat='1' lon='2'><name>a &b", "<wpt lat='1' lon='2'><name>a &b;", "<!", "<!-", "<!-- a",
    "<!-- a --", "<!-- a -- b", "<![CDATA[a", "<![CDATA[a]]", "<?a", "<? ", "</", "</g", "</gpx",
    "</x",
    "</gpx>", "</gpx> ", "</gpx>a", "</gpx><a",
  ])
  func tokensCutByAnUnknownByteGiveOneError(token: String) {
    let begin = "<?xml version='1.0' encoding='x-other'?><gpx>" + token
    for rest in ["é", "éé>", "é'><name>é</name></wpt></gpx>"] {
      let whole = Reading(GPXReader(), begin + rest)
      #expect(whole.errors.count == 1 && whole.errors[0].endsInput && whole.features.isEmpty)
      for size in [1, 2, 3, 7, 50] {
        let read = Reading(GPXReader(), begin + rest, pieces: size)
        #expect(read.errors == whole.errors && read.features.isEmpty, "\(rest) \(size)")
      }
    }
  }

  @Test func otherEncodingsAreConverted() {
    let body = "<gpx><wpt lat='1' lon='2'><name>Zürich é\u{1F9ED}</name></wpt></gpx>"
    let wide = "<?xml version='1.0' encoding='UTF-16'?>" + body
    let units = Array(wide.utf16)
    let little = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] as [UInt8] }
    let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] as [UInt8] }
    let latin: [UInt8] =
      Array("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><gpx><wpt lat='1' lon='2'><name>Z".utf8)
      + [0xFC] + Array("rich</name></wpt></gpx>".utf8)
    let windows: [UInt8] =
      Array("<?xml version='1.0' encoding='windows-1252'?><gpx><wpt lat='1' lon='2'><name>".utf8)
      + [0x80, 0xFC] + Array("</name></wpt></gpx>".utf8)
    for size in [1, 2, 3, 64, .max] {
      for bytes in [[0xFF, 0xFE] + little, little, [0xFE, 0xFF] + big, big] as [[UInt8]] {
        let read = Reading(GPXReader(), bytes, pieces: size)
        #expect(read.errors.isEmpty)
        #expect(read.features.first?.properties["name"] == "Zürich é\u{1F9ED}")
      }
      let read = Reading(GPXReader(), latin, pieces: size)
      #expect(read.features.first?.properties["name"] == "Zürich")
      #expect(
        Reading(GPXReader(), windows, pieces: size).features.first?.properties["name"] == "€ü")
      let marked = Reading(GPXReader(), "\u{FEFF}" + body, pieces: size)
      #expect(marked.features.count == 1)
    }
  }

  /// Cases of the W3C test suite.
  @Test func valuesAreNormalized() {
    let text = """
      <?xml version = '1.0' encoding="UTF-8" standalone='yes' ?><?xml-style a?><!-- a-b- c - -->
      <gpx xmlns:x='urn:x'><wpt lat='1' lon='2'><name>&#0000000000000000000038;]] ></name>
      <extensions><x:地点·1 a='1\r\n2\t3&#10;4'>&#x0000000000000041;]]&gt;</x:地点·1></extensions></wpt>
      </gpx>
      """
    for size in [1, 3, .max] {
      let read = Reading(GPXReader(), text, pieces: size)
      #expect(read.errors.isEmpty)
      #expect(read.features.first?.properties["name"] == "&]] >")
      let place: Properties = ["@a": "1 2 3\n4", "@xmlns:x": "urn:x", "#text": "A]]>"]
      #expect(
        read.features.first?.properties["extensions"]
          == .object(["x:地点·1": .object(place)]))
    }
    let marked = [0xEF, 0xBB, 0xBF] + Array("<?xml version='1.0' encoding='latin1'?>".utf8)
    let body = Array("<gpx><wpt lat='1' lon='2'><name>é</name></wpt></gpx>".utf8)
    #expect(Reading(GPXReader(), marked + body).features.first?.properties["name"] == "é")
    let broken = Reading(
      GPXReader(), "<gpx><wpt lat='1' lon='2'><name>a]]>b</name></wpt>\(Self.point)</gpx>")
    #expect(broken.features.count == 1)
    #expect(
      broken.errors.map(\.description) == ["line 1, byte 33: expected ]]&gt;, found \"]]>\""])
  }

  @Test func invalidUTF8OmitsItsFeature() {
    let bytes =
      Array("<gpx><wpt lat='1' lon='2'><name>".utf8) + [0xFF, 0xC0]
      + Array("</name></wpt>\(Self.point)</gpx>".utf8)
    let read = Reading(GPXReader(), bytes)
    #expect(read.errors.map(\.reason) == [.brokenText])
    #expect(read.features.count == 1)
  }

  @Test func longInputTakesLinearTime() {
    let count = rounds(50_000, inDebug: 4_000)
    let attributes = (0..<300).map { " a\($0)='1'" }.joined()
    #expect(
      Reading(GPXReader(), "<gpx\(attributes)/>").errors.first?.description
        .contains("at most 256 attributes") == true)
    let long = String(repeating: "x", count: count)
    for text in [
      "<gpx><!--\(long)-->\(Self.point)</gpx>", "<gpx><?\(long)?>\(Self.point)</gpx>",
      "<gpx><a b='\(long)'/>\(Self.point)</gpx>", "<gpx>\(long)\(Self.point)</gpx>",
      "<gpx><a><![CDATA[\(long)]]></a>\(Self.point)</gpx>",
      "<gpx><wpt lat='1' lon='2'><name><![CDATA[\(long)]]>\(long)</name></wpt></gpx>",
    ] {
      let read = Reading(GPXReader(), text, pieces: 1)
      #expect(read.features.count == 1)
      #expect(read.errors.isEmpty)
    }
    // Very many distinct names, and very many properties.
    let names = (0..<5_000).map { "<a\($0)/><wpt lat='1' lon='2'><b\($0)/></wpt>" }.joined()
    #expect(Reading(GPXReader(), "<gpx>\(names)</gpx>").features.count == 5_000)
    let many = (0..<5_000).map { "<x:a\($0)>1</x:a\($0)>" }.joined()
    let wide = Reading(
      GPXReader(),
      "<gpx><wpt lat='1' lon='2'><extensions>\(many)</extensions></wpt>\(Self.point)</gpx>")
    #expect(wide.errors.count == 1)
    #expect(wide.features.count == 1)
    let columns = (0..<5_000).map {
      "<trkpt lat='1' lon='2'><extensions><x:a\($0)>1</x:a\($0)></extensions></trkpt>"
    }.joined()
    let track = Reading(GPXReader(), "<gpx><trk><trkseg>\(columns)</trkseg></trk></gpx>")
    #expect(track.errors.count == 4_900)
    #expect(track.features.count == 1)
  }

  @Test func fatalErrorsAreThrownOnce() {
    let text = "<gpx>\(Self.point)<wpt lat='1' lon='2'></wrong>\(Self.point)</gpx>"
    var source = FeatureSource(GPXReader(), badRows: .skip)
    source.append(Array(text.utf8))
    source.finish()
    #expect(throws: Never.self) { try source.next() }
    #expect(throws: FormatError.self) { try source.next() }
    #expect((try? source.next()) == .some(nil))
  }
}
