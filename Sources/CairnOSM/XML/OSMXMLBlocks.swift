internal import CairnFormats
internal import CairnInflate

/// The blocks of an XML extract, parsed one after the other.
///
/// Source of the format: <https://wiki.openstreetmap.org/wiki/OSM_XML>.
internal struct OSMXMLBlocks: Sendable {
  private let source: OSMSource
  private let kinds: Set<OSMElementKind>
  private var decompressor = Decompressor()
  private var xml = XMLReader()
  private var builder = OSMBlockBuilder()
  internal private(set) var header = OSMHeader()
  /// The offset in the source of the next bytes.
  private var position = 0
  private var hasBegun = false
  private var hasText = false
  private var isFinished = false
  private var hasEnded = false
  /// Whether an element of the map has begun.
  private var hasElements = false
  /// The open elements: the root, an element of the map, and unknown ones below.
  private var depth = 0
  private var element: Element?
  /// The text of a remark in progress.
  private var remark: [UInt8]?

  /// An element in progress.
  private struct Element {
    var kind: OSMElementKind
    var id: Int64
    var place = (OSMBlock.noLocation, OSMBlock.noLocation)
    var version = OSMBlockBuilder.Version()
  }

  /// The limits of a block: elements, and bytes of strings and references.
  private static let elementLimit = 8_000
  private static let byteLimit = 4 << 20
  private static let pieceSize = 1 << 18

  internal init(_ source: OSMSource = .memory([]), kinds: Set<OSMElementKind> = []) {
    self.source = source
    self.kinds = kinds
  }

  /// Returns the next block, or nil at the end.
  internal mutating func next() throws(OSMError) -> OSMDecodedBlock? {
    while !hasEnded {
      while let event = try nextEvent() {
        try handle(event)
        if builder.count >= Self.elementLimit || builder.byteCount >= Self.byteLimit,
          element == nil
        {
          return builder.take(byteOffset: 0)
        }
      }
      if isFinished { hasEnded = true } else { try readPiece() }
    }
    return builder.count > 0 ? builder.take(byteOffset: 0) : nil
  }

  /// Reads up to the first element of the map, for the header.
  internal mutating func readHeader() throws(OSMError) {
    while true {
      while let event = try nextEvent() {
        try handle(event)
        if hasElements { return }
      }
      if isFinished { return }
      try readPiece()
    }
  }

  // MARK: Input

  /// Passes the next piece of text to the parser: a small file may contain much text.
  private mutating func readPiece() throws(OSMError) {
    while true {
      if let text = try nextText() {
        if !hasText, text.starts(with: [0, 0]) {
          throw OSMError(
            .unsupported("a PBF file inside a gzip file", remedy: "decompress it: gunzip FILE"),
            byte: 0)
        }
        hasText = true
        return xml.append(text)
      }
      if position == source.byteCount, hasBegun {
        isFinished = true
        return xml.finish()
      }
      hasBegun = true
      let end = min(position + Self.pieceSize, source.byteCount)
      let piece = source.bytes(position..<end)
      guard piece.count == end - position else {
        throw OSMError(.endsWithin("the file"), byte: position)
      }
      position = end
      decompressor.append(piece)
      if end == source.byteCount { decompressor.finish() }
    }
  }

  private mutating func nextText() throws(OSMError) -> [UInt8]? {
    do throws(InflateError) {
      return try decompressor.next()
    } catch {
      throw OSMError(error)
    }
  }

  private mutating func nextEvent() throws(OSMError) -> XMLReader.Event? {
    do throws(FormatError) { return try xml.next() } catch { throw OSMError(error) }
  }

  private mutating func invalid(_ what: String) -> OSMError {
    OSMError(xml.error(.expected("", found: ""), at: xml.eventStart), .invalid(what))
  }

  /// Returns the value of an attribute with references resolved.
  private mutating func text(_ range: Range<Int>) throws(OSMError) -> String {
    do throws(FormatError) { return try xml.value(range) } catch { throw OSMError(error) }
  }

  private func isNamed(_ attribute: XMLReader.Attribute, _ name: String) -> Bool {
    guard attribute.name.count == name.utf8.count else { return false }
    var index = attribute.name.lowerBound
    for letter in name.utf8 {
      if xml.bytes[index] != letter { return false }
      index += 1
    }
    return true
  }

  // MARK: Elements

  private mutating func handle(_ event: XMLReader.Event) throws(OSMError) {
    switch event {
    case .start:
      depth += 1
      switch depth {
      case 1: try startRoot()
      case 2: try startElement(xml.localName)
      case 3 where element != nil: try startPart(xml.localName)
      default: break
      }
    case .text:
      var text = remark ?? []
      do throws(FormatError) { try xml.appendText(to: &text) } catch { throw OSMError(error) }
      if remark != nil { remark = text }
    case .end:
      depth -= 1
      if depth == 1 { try endElement() }
    }
  }

  private mutating func startRoot() throws(OSMError) {
    let name = xml.localName
    if name == "osmChange" || name == "osmAugmentedDiff" {
      throw OSMError(
        xml.error(.expected("", found: ""), at: xml.eventStart),
        .unsupported(
          "a file of changes", remedy: "apply it to an extract: osmium apply-changes old.osm.pbf"))
    }
    guard name == "osm" else {
      let error = xml.error(.expected("<osm>", found: "<\(name)>"), at: xml.eventStart)
      throw OSMError(error)
    }
    for attribute in xml.element.attributes where isNamed(attribute, "generator") {
      header.writingProgram = try text(attribute.value)
    }
  }

  private mutating func startElement(_ name: String) throws(OSMError) {
    switch name {
    case "node": try startElement(.node)
    case "way": try startElement(.way)
    case "relation": try startElement(.relation)
    case "bounds": try readBounds()
    case "remark":
      remark = []
      xml.skipsText = false
    default: break
    }
  }

  private mutating func startElement(_ kind: OSMElementKind) throws(OSMError) {
    hasElements = true
    guard kinds.contains(kind) else { return }
    var id: Int64?
    var new = Element(kind: kind, id: 0)
    var (latitude, longitude): (Int32?, Int32?)
    for attribute in xml.element.attributes {
      let value = xml.bytes[attribute.value]
      if isNamed(attribute, "id") {
        id = OSMXMLNumbers.integer(value)
        if id == nil { throw try wrong("an identifier", attribute) }
      } else if isNamed(attribute, "lat") {
        latitude = OSMXMLNumbers.degrees(value)
        if latitude == nil { throw try wrong("a latitude in degrees", attribute) }
      } else if isNamed(attribute, "lon") {
        longitude = OSMXMLNumbers.degrees(value)
        if longitude == nil { throw try wrong("a longitude in degrees", attribute) }
      } else if isNamed(attribute, "version") {
        new.version.number = OSMXMLNumbers.integer(value).flatMap { Int32(exactly: $0) } ?? 0
      } else if isNamed(attribute, "visible") {
        if value.elementsEqual("false".utf8) { new.version.isDeleted = true }
      } else if isNamed(attribute, "action") {
        if value.elementsEqual("delete".utf8) { new.version.isDeleted = true }
      }
    }
    guard let id else { throw invalid("a \(kind.rawValue) has no identifier") }
    new.id = id
    if let latitude, let longitude {
      new.place = (latitude, longitude)
    } else if kind == .node, !new.version.isDeleted {
      throw invalid("node \(id) has no coordinate")
    }
    element = new
  }

  private mutating func wrong(
    _ wanted: String, _ attribute: XMLReader.Attribute
  ) throws(OSMError) -> OSMError {
    let found = try text(attribute.value).prefix(40)
    return OSMError(
      xml.error(.expected(wanted, found: "\"\(found)\""), at: attribute.value.lowerBound))
  }

  private mutating func startPart(_ name: String) throws(OSMError) {
    switch (name, element?.kind) {
    case ("tag", _):
      var (key, value): (String?, String?)
      for attribute in xml.element.attributes {
        if isNamed(attribute, "k") { key = try text(attribute.value) }
        if isNamed(attribute, "v") { value = try text(attribute.value) }
      }
      guard let key, let value else { throw invalid("a tag has no key or no value") }
      builder.addTag(key, value)
    case ("nd", .way):
      guard let id = try reference() else { throw invalid("a node of a way has no identifier") }
      builder.addReference(id)
    case ("member", .relation):
      var (kind, role): (OSMElementKind?, String?)
      for attribute in xml.element.attributes {
        if isNamed(attribute, "type") { kind = OSMElementKind(rawValue: try text(attribute.value)) }
        if isNamed(attribute, "role") { role = try text(attribute.value) }
      }
      guard let kind, let id = try reference() else {
        throw invalid("a member of a relation has no kind or no identifier")
      }
      builder.addMember(kind, id, role: role ?? "")
    default: break
    }
  }

  /// Returns the identifier in the attribute `ref`.
  private mutating func reference() throws(OSMError) -> Int64? {
    for attribute in xml.element.attributes where isNamed(attribute, "ref") {
      guard let id = OSMXMLNumbers.integer(xml.bytes[attribute.value]) else {
        throw try wrong("an identifier", attribute)
      }
      return id
    }
    return nil
  }

  private mutating func endElement() throws(OSMError) {
    if let text = remark {
      remark = nil
      xml.skipsText = true
      let message = String(decoding: text.prefix(200), as: UTF8.self)
      if message.contains("error") {
        throw invalid("the server that wrote the file reports: \(message)")
      }
    }
    guard let ended = element else { return }
    element = nil
    switch ended.kind {
    case .node: builder.endNode(ended.id, ended.place, ended.version)
    case .way: builder.endWay(ended.id, ended.version)
    case .relation: builder.endRelation(ended.id, ended.version)
    }
  }

  private mutating func readBounds() throws(OSMError) {
    var sides: [String: Double] = [:]
    for attribute in xml.element.attributes {
      let name = String(decoding: xml.bytes[attribute.name], as: UTF8.self)
      let degrees = OSMXMLNumbers.degrees(xml.bytes[attribute.value])
      sides[name] = degrees.map { Double($0) / 1e7 }
    }
    guard let south = sides["minlat"], let west = sides["minlon"], let north = sides["maxlat"],
      let east = sides["maxlon"]
    else { return }
    header.boundingBox = OSMHeader.box(south: south, west: west, north: north, east: east)
  }
}

extension OSMError {
  /// Converts an error of the decompression.
  internal init(_ error: InflateError) {
    let reason: Reason =
      switch error.reason {
      case .endsWithin(let item): .endsWithin(item)
      case .expected(let wanted, let found): .expected(wanted, found: found)
      case .invalid(let what), .damaged(let what): .damaged(what)
      case .unsupported(let what): .damaged("\(what) is not supported")
      }
    self.init(reason, byte: error.byte)
  }

  /// Converts an error of the XML parser.
  internal init(_ error: FormatError, _ reason: Reason? = nil) {
    let same: Reason =
      switch error.reason {
      case .expected(let wanted, let found): .expected(wanted, found: found)
      case .endsWithin(let item): .endsWithin(item)
      default: .invalid(error.reason.description)
      }
    self.init(reason ?? same, byte: error.byte ?? 0, line: error.line)
  }
}
