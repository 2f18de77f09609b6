/// The looks of a picture: one set of colours for light pages and one for dark ones.
internal enum SVGStyle {
  private static let light: [(name: String, value: String)] = [
    ("page", "#ffffff"), ("sea", "#e3edf4"), ("land", "#f6f3ea"), ("lit", "#f5dfa0"),
    ("border", "#b4aa95"), ("coast", "#8fa7b6"), ("line", "#7d96a6"), ("ink", "#1f2a33"),
    ("soft", "#5a6973"), ("halo", "#ffffff"), ("rim", "#ffffff"), ("ring", PicturePalette.circle),
  ]

  private static let dark: [(name: String, value: String)] = [
    ("page", "#12181d"), ("sea", "#1a252e"), ("land", "#2c3338"), ("lit", "#5f5328"),
    ("border", "#57616a"), ("coast", "#5b7282"), ("line", "#6c8494"), ("ink", "#e9eef2"),
    ("soft", "#9dabb5"), ("halo", "#12181d"), ("rim", "#12181d"), ("ring", "#3a8fd0"),
  ]

  /// The style sheet of a picture.
  static var sheet: String {
    func variables(_ colors: [(name: String, value: String)]) -> String {
      colors.map { "--\($0.name):\($0.value)" }.joined(separator: ";")
    }
    var sheet =
      ".cairn{color-scheme:light dark;\(variables(light));"
      + "font-family:system-ui,-apple-system,\"Segoe UI\",Roboto,\"Noto Sans\",sans-serif}"
    sheet += rules
    for (number, color) in PicturePalette.categories.enumerated() {
      sheet += ".k\(number){--k:\(color)}"
    }
    // The blues are too near to a dark page, and then to each other.
    sheet += "@media(prefers-color-scheme:dark){.cairn{\(variables(dark))}"
    sheet += ".k0{--k:#3a8fd0}.k5{--k:#a5dbf7}}"
    return sheet
  }

  private static let rules = """
    .page{fill:var(--page)}.sea{fill:var(--sea)}\
    .land{fill:var(--land);fill-rule:evenodd;stroke:var(--coast);stroke-width:.7;stroke-linejoin:round}\
    .lit{fill:var(--lit);fill-rule:evenodd;stroke:var(--coast);stroke-width:.9;stroke-linejoin:round}\
    .specks{fill:none;stroke:var(--coast);stroke-width:6;stroke-linecap:round}\
    .specks.top{stroke:var(--lit);stroke-width:4.4}\
    .borders{fill:none;stroke:var(--border);stroke-width:.7;stroke-linejoin:round}\
    .grid{fill:none;stroke:var(--line);stroke-width:.6;stroke-opacity:.38}\
    .edge{fill:none;stroke:var(--coast);stroke-width:1}\
    .circle{fill:var(--ring);fill-opacity:.12;fill-rule:evenodd}\
    .circle-edge{fill:none;stroke:var(--ring);stroke-width:1.6;stroke-dasharray:6 4}\
    .area{fill:\(PicturePalette.shape);fill-opacity:.18;fill-rule:evenodd}\
    .path{fill:none;stroke:\(PicturePalette.shape);stroke-width:2.2;stroke-linejoin:round;stroke-linecap:round}\
    .leg{fill:none;stroke:\(PicturePalette.route);stroke-width:2.2;stroke-linejoin:round;stroke-linecap:round}\
    .arrow{fill:\(PicturePalette.route);stroke:none}\
    .dots{fill:none;stroke:var(--k);stroke-linecap:round;stroke-width:4}.rims{fill:none;stroke:var(--rim);stroke-linecap:round;stroke-width:5.4}\
    .symbol{fill:var(--k);stroke:var(--rim);stroke-width:1.4}\
    .cluster{fill:\(PicturePalette.circle);fill-opacity:.82;stroke:var(--rim);stroke-width:1.4}\
    .stop{fill:\(PicturePalette.route);stroke:var(--rim);stroke-width:1.6}\
    .cairn text{fill:var(--ink)}.cairn .count{fill:#fff;font-weight:600;text-anchor:middle}\
    .title{font-weight:600}.cairn .note{fill:var(--soft)}\
    .name,.country,.degree,.scale{paint-order:stroke;stroke:var(--halo);stroke-width:2.6;stroke-linejoin:round;stroke-opacity:.85}\
    .cairn .country{fill:var(--soft);letter-spacing:.02em;stroke-opacity:.5}\
    .cairn .degree,.cairn .scale{fill:var(--soft)}\
    .bar{fill:none;stroke:var(--soft);stroke-width:1.6}
    """
}
