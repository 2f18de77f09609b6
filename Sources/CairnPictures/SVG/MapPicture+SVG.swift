extension MapPicture {
  /// The picture as an SVG document.
  ///
  /// It needs nothing but itself, and says its title and what it shows to those who do not see it.
  /// In a browser it is light or dark as its user likes pages; programs that know no style sheets
  /// draw it in light colours, which its shapes have as attributes. Outlines are simplified to the pixel and
  /// rounded to a tenth of one. Markers tell their names when one points at them; where there are
  /// more than 2,000, places of a category in one pixel are one dot.
  ///
  /// - Returns: the document in UTF-8; the same bytes for the same picture.
  /// - Complexity: O(*n*) in the vertices of the boundaries, about a tenth of a second, and in the
  ///   number of markers.
  public func svg() -> [UInt8] {
    let scene = PictureScene(self, tolerance: 0.25)
    var svg = SVGDrawing(scene.drawing, scene.graticule, standsAlone: true)
    svg.document(self, scene)
    return svg.writer.bytes
  }
}
