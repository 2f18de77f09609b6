extension MapPicture {
  /// The picture as one HTML page to pan and zoom.
  ///
  /// It needs no network, no other file and no library: the map, its style and a short script
  /// stand in it. One finger or the mouse moves the map; two fingers, the wheel, a double click,
  /// the buttons or the keys `+` and `-` zoom; the arrow keys move it, `0` shows all again. A
  /// place tells its name and category when one points at it or taps it, the first 20,000 of
  /// them. Symbols and letters keep their size, names appear where there is room, and clusters
  /// come apart. Without a script it is the picture alone.
  ///
  /// Outlines are drawn three times as finely as in ``svg()``, and around the map, so that a page
  /// of any shape is filled.
  ///
  /// - Returns: the page in UTF-8; the same bytes for the same picture.
  public func html() -> [UInt8] {
    var page = HTMLPage(self)
    page.write()
    return page.drawing.writer.bytes
  }
}
