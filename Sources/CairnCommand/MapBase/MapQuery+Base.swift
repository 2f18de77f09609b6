internal import CairnGeodesy
internal import CairnOSM
internal import CairnPictures

extension MapQuery {
  /// Adds the base layer of `--base` to a map.
  ///
  /// - Throws: a ``Failure`` if the extract cannot be read, or does not cover a part of the map.
  func addBase(to picture: inout MapPicture, _ console: inout Console) throws(Failure) {
    guard let base else { return }
    let file = try BaseExtract.open(base)
    let bounds = try BaseExtract.reading(base) { () throws(OSMError) in
      try BaseExtract.bounds(of: file)
    }
    picture.attributions.append("© OpenStreetMap contributors")
    // The extent depends on that of the extract if the map has no other contents.
    picture.base = MapPicture.BaseLayer(extent: bounds)
    picture.radiusOfSinglePlace = 1_000
    var view =
      format == .text
      ? picture.view(columns: size?.width ?? console.width ?? 80, rows: size?.height)
      : picture.view(zooms: format == .html)
    if format == .png { view.resolution /= max(scale, 1) }
    guard view.box.intersects(bounds) else {
      let name = base == "-" ? "the extract" : Spelling.quoted(base)
      throw Failure(
        code: .data, message: "\(name) covers \(Self.text(bounds)), nothing of the map")
    }
    let extract = try BaseExtract.reading(base) { () throws(OSMError) in
      try BaseExtract(file, bounds: bounds, view)
    }
    let layer = extract.layer
    picture.base = layer
    if layer.features.contains(where: { [.water, .river, .stream].contains($0.kind) }) {
      picture.showsWaters = false
    }
    guard extract.incompleteCount > 0 else { return }
    let count = extract.incompleteCount
    try console.errors.write(
      "cairn map: \(Text.grouped(count)) \(count == 1 ? "area is" : "areas are") incomplete in "
        + "\(base == "-" ? "the extract" : Spelling.quoted(base)) and not drawn\n")
    try console.errors.flush()
  }

  private static func text(_ box: BoundingBox) -> String {
    box.isEmpty
      ? "no area"
      : [box.south, box.west, box.north, box.east].map {
        decimalText($0, digits: 3, trimsZeros: true)
      }
      .joined(separator: ",")
  }
}
