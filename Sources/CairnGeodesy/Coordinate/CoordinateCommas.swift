internal import CairnMemory

// A comma between digits parts two numbers or is a decimal mark.

extension CoordinateTokens {
  /// Whether a separator other than a tight comma stands right before a number.
  var hasSeparatorBeforeNumber: Bool {
    list.indices.dropLast().contains {
      list[$0].kind == .separator && list[$0 + 1].kind == .number
    }
  }

  /// The tokens with each tight comma as a decimal mark; nil where they cannot be one.
  func mergingDecimalCommas() throws(CoordinateParsingError) -> CoordinateTokens? {
    var merged = ContiguousArray<CoordinateToken>()
    merged.reserveCapacity(list.count)
    var index = 0
    while index < list.count {
      var run = 0
      while index + 2 * run + 2 < list.count, list[index + 2 * run + 1].kind == .tightComma {
        run += 1
      }
      switch run {
      case 0:
        merged.append(list[index])
        index += 1
      case 1:
        guard let number = decimal(at: index) else { return nil }
        merged.append(number)
        index += 3
      case 3:
        // 48,8584,2,2945
        guard let number = decimal(at: index), let other = decimal(at: index + 4) else {
          return nil
        }
        if list[index + 2].value < 60, list[index + 6].value < 60 {
          throw CoordinateParsingError(
            .ambiguous, list[index].start..<list[index + 6].end, of: bytes,
            expected: "decimal points, or marks as in 48°51', since the commas may be decimal "
              + "marks or part degrees and minutes")
        }
        merged.append(number)
        merged.append(list[index + 3])
        merged.append(other)
        index += 7
      default: return nil
      }
    }
    return CoordinateTokens(bytes: bytes, list: merged, directionCount: directionCount)
  }

  /// The number whose whole part, comma and fraction are three list.
  private func decimal(at index: Int) -> CoordinateToken? {
    let (whole, fraction) = (list[index], list[index + 2])
    guard whole.kind == .number, whole.mark == .none, whole.isWhole, fraction.kind == .number,
      fraction.isWhole
    else { return nil }
    var number = fraction
    let end = fraction.start + fraction.wholeDigits
    let bytes = bytes
    let value = DecimalNumber.parse(whole.start..<end, commaIsPoint: true) { bytes[$0] }
    number.start = whole.start
    number.hasGap = whole.hasGap
    // Feet are multiplied already.
    let factor = fraction.mark == .metres && fraction.value != Double(fraction.digits) ? 0.3048 : 1
    number.value = (value ?? .nan) * factor
    number.fractionDigits = fraction.wholeDigits
    number.wholeDigits = whole.wholeDigits
    number.isWhole = false
    number.hasAllDigits = whole.wholeDigits + fraction.wholeDigits <= 19
    var digits = whole.digits
    for _ in 0..<min(fraction.wholeDigits, 20) { digits = digits &* 10 }
    number.digits = digits &+ fraction.digits
    return number
  }
}
