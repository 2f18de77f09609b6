extension HTMLPage {
  /// Writes the names of the towns, lakes and woods of the base layer, by importance, and of the
  /// embedded waters and seas.
  mutating func townNames() {
    guard picture.furniture.contains(.names) else { return }
    for name in drawing.shapes.base.pageNames + drawing.shapes.waterNames.waterPageNames {
      areaName(name.text, at: name.point, width: name.width, style: "\(name.style) base")
    }
    guard picture.showsSeaNames, let atlas = picture.atlas else { return }
    for name in SeaNames(atlas, drawing.shapes.frame, unitsPerPixel: Self.detail).names {
      guard let point = name.points.first else { continue }
      areaName(name.text, at: point, width: name.width, style: "waters base")
    }
  }
}
