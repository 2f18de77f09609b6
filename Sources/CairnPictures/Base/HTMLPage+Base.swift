extension HTMLPage {
  /// Writes the names of the towns, lakes and woods of the base layer, by importance, and of the
  /// embedded waters.
  mutating func townNames() {
    guard picture.furniture.contains(.names) else { return }
    for name in drawing.shapes.base.pageNames + drawing.shapes.waterNames.waterPageNames {
      areaName(name.text, at: name.point, width: name.width, style: "\(name.style) base")
    }
  }
}
