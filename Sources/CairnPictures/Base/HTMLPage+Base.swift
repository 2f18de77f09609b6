extension HTMLPage {
  /// Writes the names of the towns, lakes and woods of the base layer, by importance.
  mutating func townNames() {
    guard picture.furniture.contains(.names) else { return }
    for name in drawing.shapes.base.pageNames {
      drawing.writer.raw("<g class=\"c\" transform=\"translate(")
      drawing.writer.number(name.point.x)
      drawing.writer.raw(" ")
      drawing.writer.number(name.point.y)
      drawing.writer.raw(")\" data-w=\"")
      drawing.writer.number(name.width)
      drawing.writer.raw("\"><text class=\"\(name.style) base\">")
      drawing.writer.text(name.text)
      drawing.writer.raw("</text></g>\n")
    }
  }
}
