internal import CairnMemory

// A comma between digits is a separator or a decimal mark.

extension CoordinateTokens {
  /// Whether a separator other than a tight comma directly precedes a number.
  var hasSeparatorBeforeNumber: Bool {
    list.indices.dropLast().contains {
      list[$0].kind == .separator && list[$0 + 1].kind == .number
    }
  }

  /// The tokens with each tight comma read as a decimal mark; nil if the commas cannot all be one.
  func mergingDecimalCommas() throws(CoordinateParsingError) -> CoordinateTokens? {
    var merged = ContiguousArray<CoordinateToken>()
    merged.reserveCapacity(list.count)
    var index = 0
    while index < list.count {
      if list[index].hasAngleMark {
        // 51',504: the comma after a mark is a decimal mark or a separator.
        if index + 2 < list.count, list[index + 1].kind == .tightComma,
          let number = Self.joined(list[index], list[index + 2], bytes)
        {
          merged.append(number)
          index += 3
        } else {
          merged.append(list[index])
          index += 1
        }
        continue
      }
      var run = 0
      while index + 2 * run + 2 < list.count, list[index + 2 * run + 1].kind == .tightComma,
        !list[index + 2 * run].hasAngleMark
      {
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
              + "marks or separate degrees and minutes")
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

  /// The number made of three tokens: whole part, comma and fraction.
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
    // The value of a height in feet has already been converted to meters.
    let factor = fraction.mark == .meters && fraction.value != Double(fraction.digits) ? 0.3048 : 1
    number.value = (value ?? .nan) * factor
    number.appendDigits(of: fraction, count: fraction.wholeDigits, to: whole)
    return number
  }

  /// The number whose fraction is written after its mark, 51'.504 or 51',504; nil if the two
  /// numbers cannot be one.
  static func joined(
    _ whole: CoordinateToken, _ fraction: CoordinateToken, _ bytes: UnsafeByteSpan
  ) -> CoordinateToken? {
    let start = fraction.start + (fraction.isFraction ? 1 : 0)
    let digitCount = fraction.isFraction ? fraction.fractionDigits : fraction.wholeDigits
    // An exponent would leave bytes after the digits.
    guard whole.isWhole, fraction.kind == .number, fraction.mark == .none, !fraction.hasGap,
      fraction.end - start == digitCount
    else { return nil }
    let first = whole.start..<whole.start + whole.wholeDigits
    var number = whole
    number.end = fraction.end
    number.markEnd = fraction.end
    number.appendDigits(of: fraction, count: digitCount, to: whole)
    // The digits as if they preceded the mark, with the decimal point between whole part and
    // fraction.
    let count = first.count
    number.value =
      DecimalNumber.parse(0..<count + 1 + digitCount) { index in
        if index < count { return bytes[first.lowerBound + index] }
        return index == count ? UInt8(ascii: ".") : bytes[start + index - count - 1]
      } ?? .nan
    return number
  }
}

extension CoordinateToken {
  /// Combines the digits of a whole number and of its fraction into one number.
  fileprivate mutating func appendDigits(
    of fraction: CoordinateToken, count: Int, to whole: CoordinateToken
  ) {
    fractionDigits = count
    wholeDigits = whole.wholeDigits
    isWhole = false
    hasAllDigits = whole.wholeDigits + count <= 19
    var digits = whole.digits
    for _ in 0..<min(count, 20) { digits = digits &* 10 }
    self.digits = digits &+ fraction.digits
  }
}
