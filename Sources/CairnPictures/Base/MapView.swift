package import CairnGeodesy

/// The part of the Earth that a map shows, and its scale, to choose the features of its base layer.
package struct MapView: Hashable, Sendable {
  /// A box around everything that is visible.
  package var box: BoundingBox
  /// The meters that a pixel shows in the middle of the map, for the choice of features.
  package var metersPerPixel: Double
  /// The length in meters below which details of outlines are invisible.
  package var resolution: Double

  init(_ frame: MapFrame, unitsPerPixel: Double = 1, zoom: Double = 1) {
    metersPerPixel = unitsPerPixel / (frame.scale * zoom)
    resolution = 0.5 / frame.scale
    let box = frame.box
    let steps = 16
    var rim: [Coordinate?] = []
    for step in 0...steps {
      let share = Double(step) / Double(steps)
      let (x, y) = (box.left + share * box.width, box.top + share * box.height)
      rim += [(x, box.top), (x, box.bottom), (box.left, y), (box.right, y)].map {
        frame.coordinate(at: PlanePoint(x: $0.0, y: $0.1))
      }
    }
    let seen = rim.compactMap { $0 }
    let poles = [90.0, -90].map { frame.pixel(of: Coordinate(latitude: $0, longitude: 0)) }
    let isPolar = poles.contains { $0.isFinite && box.contains($0) }
    self.box = seen.count < rim.count || isPolar ? .world : BoundingBox(enclosing: seen)
  }
}

extension MapPicture {
  /// The part of the Earth in a picture or a page.
  ///
  /// - Parameter zooms: whether the map can be magnified, as an HTML page.
  /// - Returns: the part of the Earth and the scale.
  package func view(zooms: Bool) -> MapView {
    guard zooms else {
      return MapView(
        PictureScene.frame(of: self, hasProfile: ElevationProfile.Heights(self) != nil).frame)
    }
    return MapView(
      HTMLPage.frame(of: self).frame, unitsPerPixel: HTMLPage.detail, zoom: HTMLPage.baseZoom)
  }

  /// The part of the Earth in a text map.
  package func view(columns: Int, rows: Int?) -> MapView {
    let size = textSize(columns: columns, rows: rows)
    let canvas = BrailleCanvas(columns: size.columns, rows: size.rows)
    return MapView(TextMap.frame(of: self, on: canvas))
  }
}
