/// The styles of a KML file as simplestyle properties, with the state of reading one.
internal struct KMLStyles: Sendable {
  /// The shared styles by identifier, and the style that each style map refers to.
  private var shared: [String: Properties] = [:]
  private var maps: [String: String] = [:]

  /// The style in progress, its identifier, and the part in progress.
  private var style = Properties()
  private var name: String?
  internal var part = KMLElement.unknown
  private var isInPair = false

  private var mapName: String?
  private var mapURL: String?
  private var mapStyle: Properties?
  internal var pairKey = ""
  internal var pairURL: String?
  private var pairStyle: Properties?

  /// The style URL and the inline style of the placemark in progress.
  internal var url: String?
  private var own = Properties()

  /// The maximum number of shared styles kept.
  private static let limit = 100_000

  internal init() {}

  // MARK: Styles

  internal mutating func start(_ name: String?, inPair: Bool) {
    style = Properties()
    self.name = name
    isInPair = inPair
  }

  internal mutating func end(isOfPlacemark: Bool) {
    if isInPair {
      pairStyle = style
    } else if isOfPlacemark {
      add(style)
    } else if let name, shared.count < Self.limit {
      shared[name] = style
    }
  }

  private mutating func add(_ style: Properties) {
    for (name, value) in style.members { own[name] = value }
  }

  internal mutating func startMap(_ name: String?) {
    mapName = name
    (mapURL, mapStyle) = (nil, nil)
  }

  internal mutating func startPair() {
    pairKey = ""
    (pairURL, pairStyle) = (nil, nil)
  }

  /// Stores the pair in progress; returns false if it is not the normal style.
  internal mutating func endPair() -> Bool {
    guard pairKey == "normal" else { return false }
    (mapURL, mapStyle) = (pairURL, pairStyle)
    return true
  }

  internal mutating func endMap(isOfPlacemark: Bool) {
    if isOfPlacemark {
      if let mapStyle { add(mapStyle) }
      if let mapURL { url = mapURL }
    } else if let mapName, maps.count < Self.limit, shared.count < Self.limit {
      maps[mapName] = mapURL
      if let mapStyle { shared[mapName] = mapStyle }
    }
  }

  /// The style of the placemark that has ended; inline properties override those of the shared
  /// style.
  internal mutating func endPlacemark() -> Properties {
    defer {
      own = Properties()
      url = nil
    }
    guard let url, !url.isEmpty else { return own }
    guard let found = style(of: url) else {
      var style = own
      style["styleUrl"] = .string(url)
      return style
    }
    var style = found
    for (name, value) in own.members { style[name] = value }
    return style
  }

  /// The style of this file with the URL `#name`.
  private func style(of url: String) -> Properties? {
    guard let name = Self.name(url) else { return nil }
    if let style = shared[name] { return style }
    return maps[name].flatMap { Self.name($0) }.flatMap { shared[$0] }
  }

  private static func name(_ url: String) -> String? {
    if url.hasPrefix("#") { return String(url.dropFirst()) }
    return url.contains("#") ? nil : url
  }

  // MARK: Parts

  /// Sets a property from the text of a style element; returns false if no property can represent
  /// it.
  internal mutating func take(_ element: String, _ text: String, isOfIcon: Bool) -> Bool {
    let prefix =
      switch part {
      case .iconStyle: "icon"
      case .labelStyle: "label"
      case .lineStyle: "stroke"
      default: "fill"
      }
    switch element {
    case "href" where isOfIcon:
      if !text.isEmpty { style["icon"] = .string(text) }
      return true
    case "color":
      guard let (color, alpha) = Self.color(text) else { return false }
      let opacity = Self.opacity(alpha)
      switch part {
      case .iconStyle:
        style["marker-color"] = .string(color)
        if alpha < 255 { style["icon-opacity"] = opacity }
      case .labelStyle:
        style["label-color"] = .string(color)
        if alpha < 255 { style["label-opacity"] = opacity }
      default:
        style[prefix] = .string(color)
        // In simplestyle lines are opaque by default, areas are not.
        if alpha < 255 || part != .lineStyle { style["\(prefix)-opacity"] = opacity }
      }
      return true
    case "width" where part == .lineStyle: return set("stroke-width", text)
    case "scale" where part == .iconStyle || part == .labelStyle:
      return set("\(prefix)-scale", text)
    case "heading" where part == .iconStyle: return set("icon-heading", text)
    case "fill" where part == .polygonStyle:
      if text == "0" || text == "false" { style["fill-opacity"] = 0 }
      return true
    case "outline" where part == .polygonStyle:
      if text == "0" || text == "false" { style["stroke-opacity"] = 0 }
      return true
    case "colorMode": return text == "normal"
    default: return false
    }
  }

  /// Sets the anchor of an icon: its numbers and their units.
  internal mutating func takeHotSpot(_ attributes: [String?]) {
    let numbers = attributes.prefix(2).map { PropertyValue(numberOrText: $0 ?? "1") }
    guard numbers.allSatisfy({ $0.number != nil }) else { return }
    style["icon-offset"] = .array(numbers)
    style["icon-offset-units"] = .array(
      attributes.suffix(2).map { .string($0 ?? "fraction") })
  }

  private mutating func set(_ name: String, _ text: String) -> Bool {
    let value = PropertyValue(numberOrText: text)
    guard value.number != nil else { return false }
    style[name] = value
    return true
  }

  /// The color and the opacity of `aabbggrr`.
  private static func color(_ text: String) -> (color: String, alpha: Int)? {
    let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
    guard digits.utf8.count == 8, let word = UInt32(digits, radix: 16) else { return nil }
    let parts = [word & 255, word >> 8 & 255, word >> 16 & 255]
    return ("#" + parts.map { hexadecimal(Int($0)) }.joined(), Int(word >> 24))
  }

  private static func hexadecimal(_ byte: Int) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }

  /// The shortest number that rounds to the given number of 255ths.
  private static func opacity(_ alpha: Int) -> PropertyValue {
    if alpha == 0 || alpha == 255 { return .integer(alpha / 255) }
    for digits in [10.0, 100] {
      let number = (Double(alpha) / 255 * digits).rounded() / digits
      if Int((number * 255).rounded()) == alpha { return .number(number) }
    }
    return .number((Double(alpha) / 255 * 1000).rounded() / 1000)
  }
}

extension [UInt8] {
  /// Appends a style element for simplestyle properties, and removes those that it represents
  /// exactly.
  internal mutating func append(takingKMLStyle properties: inout Properties) {
    if let url = properties["styleUrl"]?.text, url == url.trimmingBlanks, !url.isEmpty {
      append(xmlElement: "styleUrl", url)
      properties["styleUrl"] = nil
    }
    var style = KMLStyleText(properties)
    style.write()
    guard !style.bytes.isEmpty else { return }
    append(contentsOf: "<Style>".utf8)
    append(contentsOf: style.bytes)
    append(xmlEnd: "Style")
    properties = style.rest
  }
}

/// Writes the parts of a style in schema order.
private struct KMLStyleText {
  var bytes: [UInt8] = []
  var rest: Properties

  init(_ properties: Properties) { rest = properties }

  mutating func write() {
    part("IconStyle") { style in
      style.color("marker-color", "icon-opacity")
      style.number("scale", "icon-scale")
      style.number("heading", "icon-heading")
      if let address = style.rest["icon"]?.text, address == address.trimmingBlanks,
        !address.isEmpty
      {
        style.bytes.append(contentsOf: "<Icon>".utf8)
        style.bytes.append(xmlElement: "href", address)
        style.bytes.append(xmlEnd: "Icon")
        style.rest["icon"] = nil
      }
      style.hotSpot()
    }
    part("LabelStyle") { style in
      style.color("label-color", "label-opacity")
      style.number("scale", "label-scale")
    }
    let hasLineColor = rest["stroke"] != nil
    part("LineStyle") { style in
      style.color("stroke", "stroke-opacity")
      style.number("width", "stroke-width")
    }
    let hasColor = rest["fill"] != nil
    part("PolyStyle") { style in
      style.color("fill", "fill-opacity", usual: 0.6)
      if !hasColor { style.flag("fill", "fill-opacity") }
      if !hasLineColor { style.flag("outline", "stroke-opacity") }
    }
  }

  private mutating func part(_ name: String, _ body: (inout KMLStyleText) -> Void) {
    let start = bytes.count
    body(&self)
    guard bytes.count > start else { return }
    bytes.insert(contentsOf: "<\(name)>".utf8, at: start)
    bytes.append(xmlEnd: name)
  }

  /// Writes a color with its opacity; a missing opacity is the default of simplestyle.
  private mutating func color(_ name: String, _ opacityName: String, usual: Double = 1) {
    guard let color = rest[name]?.text, color.hasPrefix("#"), color.utf8.count == 7,
      color == color.lowercased(), let word = UInt32(color.dropFirst(), radix: 16)
    else { return }
    let opacity = rest[opacityName] == nil ? usual : rest[opacityName]?.number ?? -1
    guard opacity >= 0, opacity <= 1 else { return }
    let alpha = UInt32((opacity * 255).rounded())
    let turned = (word & 255) << 16 | word & 0xFF00 | word >> 16
    let digits = String(alpha << 24 | turned, radix: 16)
    bytes.append(xmlElement: "color", String(repeating: "0", count: 8 - digits.utf8.count) + digits)
    rest[name] = nil
    rest[opacityName] = nil
  }

  private mutating func number(_ element: String, _ name: String) {
    guard let value = rest[name], value.number?.isFinite == true, let text = value.plainText else {
      return
    }
    bytes.append(xmlElement: element, text)
    rest[name] = nil
  }

  /// Disables the fill or the outline if the opacity is 0.
  private mutating func flag(_ element: String, _ name: String) {
    guard rest[name] == 0 else { return }
    bytes.append(xmlElement: element, "0")
    rest[name] = nil
  }

  private mutating func hotSpot() {
    guard case .array(let numbers)? = rest["icon-offset"], numbers.count == 2,
      case .array(let units)? = rest["icon-offset-units"], units.count == 2,
      let x = numbers[0].plainText, let y = numbers[1].plainText,
      numbers.allSatisfy({ $0.number?.isFinite == true }), let xUnits = units[0].text,
      let yUnits = units[1].text
    else { return }
    bytes.append(contentsOf: "<hotSpot".utf8)
    for (name, text) in [("x", x), ("y", y), ("xunits", xUnits), ("yunits", yUnits)] {
      bytes.append(xmlAttribute: name, text)
    }
    bytes.append(contentsOf: "/>".utf8)
    rest["icon-offset"] = nil
    rest["icon-offset-units"] = nil
  }
}
