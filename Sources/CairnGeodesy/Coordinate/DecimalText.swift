/// Returns a number as decimal text with a fixed number of digits after the point, correctly
/// rounded.
///
/// The shortest decimal form of the number is rounded, halves away from zero: 9.95 becomes 10.0
/// with one digit, although the double is a little less than 9.95. The text is the same on every
/// platform. Zero, and a number that rounds to zero, has no sign.
///
/// - Parameters:
///   - value: the number; if it is not finite, its Swift description is returned.
///   - digits: digits after the point, clamped to 0...15.
///   - trimsZeros: whether to drop zeros at the end of the fraction.
///   - minimumWholeDigits: the number is padded with leading zeros to this many digits.
/// - Returns: digits with a point, and a minus sign if needed.
package func decimalText(
  _ value: Double, digits: Int, trimsZeros: Bool = false, minimumWholeDigits: Int = 1
) -> String {
  guard value.isFinite else { return value.description }
  let digits = min(max(digits, 0), 15)
  var scale = 1.0
  for _ in 0..<digits { scale *= 10 }
  let size = value.magnitude
  let product = size * scale
  // Beyond 2^53 every double is whole, and its shortest text is returned.
  guard product < 0x1p53 else { return value.description }
  var units = product.rounded(.down)
  // A division of two integers rounds correctly, so this is the double nearest to the decimal
  // half, and the number itself if it was written as one.
  if units < 0x1p52, size >= (units + 0.5) / scale { units += 1 }

  var text = String(UInt64(units))
  while text.utf8.count < digits + minimumWholeDigits { text = "0" + text }
  if digits > 0 {
    var fraction = text.suffix(digits)
    let whole = text.dropLast(digits)
    if trimsZeros {
      while fraction.last == "0" { fraction.removeLast() }
    }
    text = fraction.isEmpty ? String(whole) : whole + "." + fraction
  }
  return value < 0 && units > 0 ? "-" + text : text
}
