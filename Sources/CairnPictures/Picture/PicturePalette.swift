/// Colors that are distinguishable for people with color vision deficiencies.
///
/// The eight colors of M. Okabe and K. Ito, "Color Universal Design" (2002), with the most
/// different ones first; black is replaced by gray, because it would be invisible on a dark page.
public enum PicturePalette {
  /// The colors of categories as `#rrggbb`.
  public static let categories = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#f0e442", "#767676",
  ]

  /// Returns the color of a category by its number; numbers beyond the palette get its last color.
  public static func category(_ number: Int) -> String {
    categories[min(max(number, 0), categories.count - 1)]
  }

  /// The colors of quantities from the lowest to the highest as `#rrggbb`.
  ///
  /// Five colors of the viridis map of S. van der Walt and N. Smith (2015). Each is 15 units of CIE
  /// lightness darker than the one before, so they are distinguishable with color vision
  /// deficiencies and in grayscale.
  public static let quantities = ["#9bd93c", "#2db27d", "#26828e", "#3c508b", "#481769"]

  /// The same for dark pages: each 12 units lighter than the one before.
  internal static let darkQuantities = ["#2e6f8e", "#1f968b", "#3dbc74", "#9bd93c", "#fde725"]
  /// The color of dots without a number.
  internal static let missing = "#9a9a9a"

  /// The color of routes, as `#rrggbb`.
  public static let route = "#d55e00"
  /// The color of search circles, as `#rrggbb`.
  public static let circle = "#0072b2"
  /// The color of paths and areas, as `#rrggbb`.
  public static let shape = "#009e73"

  /// The nearest of a terminal's 256 colors for each category.
  internal static let terminal = [33, 166, 36, 175, 214, 75, 227, 245]
  /// The same for quantities; the last one is for places without a number.
  internal static let terminalQuantities = [25, 30, 36, 113, 220, 245]
}
