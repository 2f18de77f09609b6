/// The elements of a `gx:Track` being read: times, positions and angles, matched by their order.
internal struct KMLTrack: Sendable {
  private enum Kind: UInt8 { case time, position, angles }

  /// The elements in the order of the file.
  private var kinds: [Kind] = []
  private var times: [PropertyValue] = []
  /// Nil for an element without coordinates, which keeps the following times aligned.
  private var positions: [GeoFeature.Position?] = []
  private var angles: [PropertyValue] = []
  /// Named arrays, with one value for each position.
  internal var arrays: [(name: String, values: [PropertyValue])] = []

  internal mutating func add(time: PropertyValue) {
    kinds.append(.time)
    times.append(time)
  }

  internal mutating func add(position: GeoFeature.Position?) {
    kinds.append(.position)
    positions.append(position)
  }

  internal mutating func add(angles value: PropertyValue) {
    kinds.append(.angles)
    angles.append(value)
  }

  /// The positions of a track with their values, and the number of values without a position.
  internal struct Resolved {
    internal var positions: [GeoFeature.Position] = []
    internal var times: PropertyValue?
    internal var columns = Properties()
    internal var lost = 0
  }

  /// Matches times, angles and array values with the positions.
  ///
  /// As the format specifies, the *i*-th time, position and angles belong together. If the counts
  /// differ and the elements alternate, adjacent elements are matched instead: each time (or each
  /// position, if a position comes first) starts a new entry of the track.
  internal func resolved() -> Resolved {
    var result = Resolved()
    var timesOfSlots = times
    var positionsOfSlots = positions
    var anglesOfSlots = angles
    if times.count != positions.count, isByTurns {
      (timesOfSlots, positionsOfSlots, anglesOfSlots, result.lost) = neighbors()
    }
    var slots: [Int] = []
    for (slot, position) in positionsOfSlots.enumerated() {
      guard let position else { continue }
      slots.append(slot)
      result.positions.append(position)
    }
    func column(_ values: [PropertyValue]) -> [PropertyValue]? {
      var column: [PropertyValue] = []
      column.reserveCapacity(slots.count)
      for slot in slots { column.append(slot < values.count ? values[slot] : .null) }
      result.lost +=
        values.count { $0 != .null } - column.count { $0 != .null }
      return column.contains { $0 != .null } ? column : nil
    }
    result.times = column(timesOfSlots).map { .array($0) }
    if let angles = column(anglesOfSlots) { result.columns["angles"] = .array(angles) }
    for (name, values) in arrays {
      if let values = column(values) { result.columns[name] = .array(values) }
    }
    return result
  }

  /// Whether times and positions alternate, rather than being grouped by kind.
  private var isByTurns: Bool {
    var changes = 0
    var last: Kind?
    for kind in kinds where kind != .angles && kind != last {
      changes += 1
      last = kind
    }
    return changes > 2
  }

  private func neighbors() -> (
    times: [PropertyValue], positions: [GeoFeature.Position?], angles: [PropertyValue], lost: Int
  ) {
    let leading = kinds.first { $0 != .angles }
    var slots: [(time: PropertyValue?, position: GeoFeature.Position??, angles: PropertyValue?)] =
      []
    var (nextTime, nextPosition, nextAngles) = (0, 0, 0)
    var lost = 0
    for kind in kinds {
      switch kind {
      case .time:
        let time = times[nextTime]
        nextTime += 1
        if leading == .time || slots.isEmpty {
          slots.append((time, nil, nil))
        } else if slots[slots.count - 1].time == nil {
          slots[slots.count - 1].time = time
        } else {
          lost += 1
        }
      case .position:
        let position = positions[nextPosition]
        nextPosition += 1
        if leading == .time, let last = slots.last, last.position == nil {
          slots[slots.count - 1].position = .some(position)
        } else {
          slots.append((nil, .some(position), nil))
        }
      case .angles:
        let value = angles[nextAngles]
        nextAngles += 1
        if let last = slots.indices.last, slots[last].angles == nil {
          slots[last].angles = value
        } else {
          lost += 1
        }
      }
    }
    return (
      slots.map { $0.time ?? .null }, slots.map { $0.position ?? nil },
      slots.map { $0.angles ?? .null }, lost
    )
  }
}
