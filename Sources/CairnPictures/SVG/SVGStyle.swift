/// The styles of a picture, with colors for light and for dark pages.
///
/// A standalone document has the light colors as attributes of its shapes, as literals: programs
/// other than browsers support no variables, and some no style sheets. The dark colors are a style
/// sheet, which overrides the attributes where it is supported. In an HTML page both are style
/// sheets.
internal enum SVGStyle {
  /// The colors that a style refers to by `@`.
  private static let colors: [(name: String, light: String, dark: String)] = [
    ("page", "#ffffff", "#12181d"), ("sea", "#e3edf4", "#1a252e"), ("land", "#f6f3ea", "#2c3338"),
    ("lit", "#f5dfa0", "#5f5328"), ("border", "#b4aa95", "#57616a"),
    ("coast", "#8fa7b6", "#5b7282"), ("line", "#7d96a6", "#6c8494"), ("ink", "#1f2a33", "#e9eef2"),
    ("soft", "#5a6973", "#9dabb5"), ("halo", "#ffffff", "#12181d"), ("rim", "#ffffff", "#12181d"),
    ("ring", PicturePalette.circle, "#3a8fd0"),
  ]

  /// The same for waters, which most maps of places do not have.
  private static let waterColors: [(name: String, light: String, dark: String)] = [
    ("river", "#a3c1d6", "#4a6f83"), ("aqua", "#476f8b", "#8db4cf"),
  ]

  /// The colors of categories that differ on dark pages: the blues have too little contrast to the
  /// page and to each other.
  private static let darkCategories = [(number: 0, color: "#3a8fd0"), (5, "#a5dbf7")]

  static let round = "stroke-linejoin:round;stroke-linecap:round"
  private static let halo = "stroke:@halo;stroke-width:2.6;stroke-linejoin:round"

  /// The style of each class; `@k` is the color of a category.
  private static let looks: [(name: String, look: String)] = [
    ("page", "fill:@page"), ("sea", "fill:@sea"),
    ("land", "fill:@land;fill-rule:evenodd;stroke:@coast;stroke-width:.7;stroke-linejoin:round"),
    ("lit", "fill:@lit;fill-rule:evenodd;stroke:@coast;stroke-width:.9;stroke-linejoin:round"),
    ("specks", "fill:none;stroke:@coast;stroke-width:6;stroke-linecap:round"),
    ("specks-top", "fill:none;stroke:@lit;stroke-width:4.4;stroke-linecap:round"),
    ("borders", "fill:none;stroke:@border;stroke-width:.7;stroke-linejoin:round"),
    ("inner", "fill:none;stroke:@soft;stroke-width:.6;stroke-opacity:.5;stroke-dasharray:4 2"),
    ("grid", "fill:none;stroke:@line;stroke-width:.6;stroke-opacity:.38"),
    ("edge", "fill:none;stroke:@coast;stroke-width:1"),
    ("circle", "fill:@ring;fill-opacity:.12;fill-rule:evenodd"),
    ("circle-edge", "fill:none;stroke:@ring;stroke-width:1.6;stroke-dasharray:6 4"),
    ("area", "fill:\(PicturePalette.shape);fill-opacity:.18;fill-rule:evenodd"),
    ("path", "fill:none;stroke:\(PicturePalette.shape);stroke-width:2.2;\(round)"),
    ("track", "fill:none;stroke:\(PicturePalette.shape);stroke-width:2.6;\(round)"),
    ("start", "fill:@page;stroke:\(PicturePalette.shape);stroke-width:3"),
    ("finish", "fill:\(PicturePalette.shape);stroke:@rim;stroke-width:1.4"),
    ("heights", "fill:\(PicturePalette.shape);fill-opacity:.18"),
    ("height", "fill:none;stroke:\(PicturePalette.shape);stroke-width:1.6;\(round)"),
    ("axis", "fill:none;stroke:@line;stroke-width:.6;stroke-opacity:.6"),
    ("leg", "fill:none;stroke:\(PicturePalette.route);stroke-width:2.2;\(round)"),
    ("arrow", "fill:\(PicturePalette.route);stroke:none"),
    ("dots", "fill:none;stroke:@k;stroke-linecap:round;stroke-width:4"),
    ("rims", "fill:none;stroke:@rim;stroke-linecap:round;stroke-width:5.4"),
    ("symbol", "fill:@k;stroke:@rim;stroke-width:1.4"),
    ("hollow", "fill:@page;stroke:@soft;stroke-width:1.4"),
    ("size", "fill:none;stroke:@soft;stroke-width:1.2"),
    ("cluster", "fill:\(PicturePalette.circle);fill-opacity:.82;stroke:@rim;stroke-width:1.4"),
    ("stop", "fill:\(PicturePalette.route);stroke:@rim;stroke-width:1.6"),
    ("count", "fill:#fff;font-weight:600;text-anchor:middle"),
    ("title", "fill:@ink;font-weight:600"), ("note", "fill:@soft"), ("name", "fill:@ink"),
    ("country", "fill:@soft;letter-spacing:.02em"), ("degree", "fill:@soft"),
    ("north", "fill:@soft;stroke:@halo;stroke-width:1"), ("scale", "fill:@soft"),
    ("bar", "fill:none;stroke:@soft;stroke-width:1.6"),
    ("leader", "fill:none;stroke:@ink;stroke-width:.7;stroke-opacity:.8;stroke-linecap:round"),
    ("leader-halo", "fill:none;stroke:@halo;stroke-width:2.6;stroke-opacity:.6"),
    ("halo", "fill:none;stroke-opacity:.85;\(halo)"),
    ("country-halo", "fill:none;stroke-opacity:.5;letter-spacing:.02em;\(halo)"),
  ]

  /// The same for waters.
  private static let waterLooks: [(name: String, look: String)] = [
    ("lake", "fill:@sea;stroke:@coast;stroke-width:.5;stroke-linejoin:round"),
    ("river", "fill:none;stroke:@river;stroke-width:.9;\(round)"),
    ("waters", "fill:@aqua;font-style:italic"),
  ]

  private static let allColors = colors + waterColors + baseColors

  /// A style with its colors substituted.
  private static func resolved(_ look: String, _ color: (_ name: String) -> String) -> String {
    var text = ""
    for (number, part) in look.split(separator: "@", omittingEmptySubsequences: false).enumerated()
    {
      guard number > 0 else {
        text += part
        continue
      }
      let name = part.prefix { $0.isLetter }
      text += color(String(name)) + part.dropFirst(name.count)
    }
    return text
  }

  // MARK: Standalone documents

  /// The attributes of the root tag.
  ///
  /// The font list has common names, because not every program maps `sans-serif` to a font of its
  /// system.
  static let rootAttributes =
    " font-family=\"system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',Arial,"
    + "'Liberation Sans','DejaVu Sans',sans-serif\""

  /// The attributes of a class, including its colors, with a space before each.
  ///
  /// - Parameters:
  ///   - name: a class, which may be followed by the class of a category; others are ignored.
  ///   - theme: the theme that decides the colors.
  /// - Returns: the attributes; empty for a class without a style.
  static func attributes(_ name: String, _ theme: MapPicture.Theme) -> String {
    let words = name.split(separator: " ")
    guard let first = words.first, let look = allAttributes[theme]?[String(first)] else {
      return ""
    }
    guard words.count > 1 else { return look }
    if words[1].first == "q" {
      let color = quantityColor(words[1].dropFirst(), isDark: theme == .dark)
      return resolved(look) { _ in color }
    }
    guard words[1].first == "k", let number = Int(words[1].dropFirst()) else { return look }
    let darkColors = theme == .dark ? darkCategories : []
    let dark = darkColors.first(where: { $0.0 == number })?.1
    return resolved(look) { _ in dark ?? PicturePalette.category(number) }
  }

  /// The color of a class of a scale, `m` for places without a number.
  private static func quantityColor(_ number: some StringProtocol, isDark: Bool) -> String {
    let colors = isDark ? PicturePalette.darkQuantities : PicturePalette.quantities
    return Int(String(number)).map { colors[min(max($0, 0), colors.count - 1)] }
      ?? PicturePalette.missing
  }

  /// The addition to the style sheet of a standalone document for maps with a color scale.
  static let darkQuantitySheet: String = {
    var rules = ""
    for (number, color) in PicturePalette.darkQuantities.enumerated() {
      rules += ".symbol.q\(number){fill:\(color)}.dots.q\(number){stroke:\(color)}"
    }
    return "@media(prefers-color-scheme:dark){\(rules)}"
  }()

  /// The addition to the style sheet of a page for maps with a color scale.
  static func quantitySheet(_ theme: MapPicture.Theme) -> String {
    func rules(_ colors: [String]) -> String {
      colors.enumerated().map { ".q\($0){--k:\($1)}" }.joined()
    }
    let dark = rules(PicturePalette.darkQuantities)
    let light = rules(PicturePalette.quantities) + ".qm{--k:\(PicturePalette.missing)}"
    switch theme {
    case .automatic: return light + "@media(prefers-color-scheme:dark){\(dark)}"
    case .dark: return light + dark
    case .light, .print: return light
    }
  }

  /// The attributes of each class by theme.
  private static let allAttributes: [MapPicture.Theme: [String: String]] = {
    var found: [MapPicture.Theme: [String: String]] = [:]
    for theme in MapPicture.Theme.allCases {
      for (name, look) in looks + waterLooks + baseLooks {
        let colored = resolved(look) { name in
          allColors.first { $0.name == name }.map(theme.color) ?? "@\(name)"
        }
        found[theme, default: [:]][name] = colored.split(separator: ";").map { declaration in
          let parts = declaration.split(separator: ":", maxSplits: 1)
          return " \(parts[0])=\"\(parts[1])\""
        }.joined()
      }
    }
    return found
  }()

  /// The style sheet of a standalone document: the colors for dark pages.
  static let darkSheet = ".cairn{color-scheme:light dark}" + darkRules(looks)

  /// The addition to it for maps with waters.
  static let darkWaterSheet = darkRules(waterLooks)

  /// The addition to it for maps with a base layer.
  static let darkBaseSheet = darkRules(baseLooks)

  private static func darkRules(_ looks: [(name: String, look: String)]) -> String {
    var sheet = "@media(prefers-color-scheme:dark){"
    for (name, look) in looks {
      for declaration in look.split(separator: ";") where declaration.contains("@") {
        if declaration.hasSuffix("@k") {
          let property = declaration.prefix { $0 != ":" }
          for (number, color) in darkCategories {
            sheet += ".\(name).k\(number){\(property):\(color)}"
          }
          continue
        }
        let dark = resolved(String(declaration)) { name in
          allColors.first { $0.name == name }?.dark ?? "none"
        }
        sheet += ".\(name){\(dark)}"
      }
    }
    return sheet + "}"
  }

  // MARK: HTML pages

  private static func variables(_ colors: [StyleColor], _ theme: MapPicture.Theme) -> String {
    colors.map { "--\($0.name):\(theme.color($0))" }.joined(separator: ";")
  }

  /// The variables of colors for a theme, and for dark pages if it is automatic.
  private static func variableRules(_ colors: [StyleColor], _ theme: MapPicture.Theme) -> String {
    let dark =
      theme == .automatic
      ? "@media(prefers-color-scheme:dark){.cairn{\(variables(colors, .dark))}}" : ""
    return ".cairn{\(variables(colors, theme))}" + dark
  }

  private static func rules(_ looks: [(name: String, look: String)]) -> String {
    looks.map { ".cairn .\($0.name){\(resolved($0.look) { "var(--\($0))" })}" }.joined()
  }

  /// The addition to the style sheet of a page for maps with waters.
  static func waterSheet(_ theme: MapPicture.Theme) -> String {
    rules(waterLooks) + nameHalo + variableRules(waterColors, theme)
  }

  /// The halo of the names of a base layer and of waters.
  private static let nameHalo = resolved(
    ".cairn .base{paint-order:stroke;stroke-opacity:.8;\(halo)}"
  ) { "var(--\($0))" }

  /// The addition to the style sheet of a page for maps with a base layer.
  static func baseSheet(_ theme: MapPicture.Theme) -> String {
    rules(baseLooks) + nameHalo + variableRules(baseColors, theme)
  }

  /// The style sheet of a page: all styles, and the colors as variables.
  static func sheet(_ theme: MapPicture.Theme) -> String {
    let scheme =
      switch theme {
      case .automatic: "light dark"
      case .light, .print: "light"
      case .dark: "dark"
      }
    var sheet =
      ".cairn{color-scheme:\(scheme);"
      + "font-family:system-ui,-apple-system,\"Segoe UI\",Roboto,\"Noto Sans\",sans-serif}"
    sheet += rules(looks)
    // Browsers can draw the halo of a name below its letters from the same element.
    let name = resolved("paint-order:stroke;stroke-opacity:.85;\(halo)") { "var(--\($0))" }
    sheet += ".cairn .name,.cairn .country{\(name)}.cairn .country{stroke-opacity:.5}"
    for (number, color) in PicturePalette.categories.enumerated() {
      sheet += ".k\(number){--k:\(color)}"
    }
    sheet += variableRules(colors, theme)
    guard theme == .automatic || theme == .dark else { return sheet }
    var dark = ""
    for (number, color) in darkCategories { dark += ".k\(number){--k:\(color)}" }
    return sheet + (theme == .dark ? dark : "@media(prefers-color-scheme:dark){\(dark)}")
  }
}
