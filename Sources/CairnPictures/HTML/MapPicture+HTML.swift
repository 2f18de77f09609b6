extension MapPicture {
  /// The picture as one HTML page, which needs no network and no other file.
  ///
  /// - Returns: the page in UTF-8; the same bytes for the same picture.
  public func html() -> [UInt8] {
    var page = SVGWriter()
    page.raw("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>")
    page.text(title.isEmpty ? "Map" : title)
    page.raw("</title>\n</head>\n<body>\n")
    page.raw(String(decoding: svg(), as: UTF8.self))
    page.raw("</body>\n</html>\n")
    return page.bytes
  }
}
