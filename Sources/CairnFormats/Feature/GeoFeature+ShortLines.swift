extension GeoFeature {
  /// The feature without the lines of a single position that its geometry has among others, for
  /// formats in which a line has two positions or more.
  ///
  /// Times and other values that stand for each line are left out with it.
  ///
  /// - Returns: the feature, and how many lines it lacks; the feature as it is where all lines are
  ///   that short.
  internal func withoutShortLines() -> (feature: GeoFeature, count: Int) {
    guard case .multiLineString(let lines)? = geometry, lines.contains(where: { $0.count == 1 })
    else {
      guard case .collection(let members)? = geometry else { return (self, 0) }
      let kept = members.filter { member in
        if case .lineString(let line) = member { return line.count != 1 }
        return true
      }
      guard kept.count < members.count, !kept.isEmpty else { return (self, 0) }
      var feature = self
      feature.geometry = .collection(kept)
      return (feature, members.count - kept.count)
    }
    let kept = lines.indices.filter { lines[$0].count != 1 }
    guard !kept.isEmpty else { return (self, 0) }
    func chosen(_ value: PropertyValue?) -> PropertyValue? {
      guard case .array(let values)? = value, values.count == lines.count else { return value }
      return .array(kept.map { values[$0] })
    }
    var feature = self
    feature.geometry = .multiLineString(kept.map { lines[$0] })
    if let times = properties["coordTimes"] { feature.properties["coordTimes"] = chosen(times) }
    if case .object(var columns)? = properties["coordinateProperties"] {
      for name in columns.names { columns[name] = chosen(columns[name]) }
      feature.properties["coordinateProperties"] = .object(columns)
    }
    return (feature, lines.count - kept.count)
  }
}

extension [GeoFeature.Position] {
  /// The positions of a ring with the first one at the end, too.
  internal var closed: [GeoFeature.Position] {
    guard let first, let last, count > 1, first.coordinate != last.coordinate else { return self }
    return self + [first]
  }
}
