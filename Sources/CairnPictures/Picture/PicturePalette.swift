/// Colours that people who see colours in different ways can tell apart.
///
/// The eight colours of M. Okabe and K. Ito, "Color Universal Design" (2002), in an order that
/// puts the most different ones first; black, which would vanish on a dark page, is a grey.
public enum PicturePalette {
  /// The colours of categories as `#rrggbb`.
  public static let categories = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#f0e442", "#767676",
  ]

  /// The colour of a category by its number; numbers beyond the palette have its last colour.
  public static func category(_ number: Int) -> String {
    categories[min(max(number, 0), categories.count - 1)]
  }

  /// The colour of routes, as `#rrggbb`.
  public static let route = "#d55e00"
  /// The colour of search circles, as `#rrggbb`.
  public static let circle = "#0072b2"
  /// The colour of paths and areas, as `#rrggbb`.
  public static let shape = "#009e73"

  /// The nearest colour of each category among the 256 of a terminal.
  internal static let terminal = [33, 166, 36, 175, 214, 75, 227, 245]
}
