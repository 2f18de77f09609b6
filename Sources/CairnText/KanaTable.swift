internal import CairnMemory

/// Conversions of kana: half-width to full-width, and with a (semi-)voiced sound mark to the
/// combined kana.
internal enum KanaTable {
  private static let fullWidth: StaticString =
    "ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン"

  /// Returns the full-width kana of a half-width one in U+FF66...U+FF9D.
  internal static func wide(_ value: UInt32) -> Unicode.Scalar {
    // Each of them has three bytes, with the same first byte.
    let text = ConstantText(fullWidth)
    let start = Int(value - 0xFF66) * 3
    let low = UInt32(text[start + 1] & 0x3F) << 6 | UInt32(text[start + 2] & 0x3F)
    return Unicode.Scalar(0x3000 | low) ?? "\u{FFFD}"
  }

  /// Returns the kana with a voiced sound mark, such as が for か; nil if none exists.
  internal static func voiced(_ value: UInt32) -> Unicode.Scalar? {
    switch value {
    case 0x3046, 0x30A6: return Unicode.Scalar(value + 0x4E)
    case 0x30EF...0x30F2: return Unicode.Scalar(value + 8)
    default: break
    }
    // Katakana follow hiragana in the same order.
    let hiragana = value >= 0x30A0 ? value - 0x60 : value
    let isUnmarked =
      switch hiragana {
      case 0x304B...0x3061: hiragana % 2 == 1
      case 0x3064, 0x3066, 0x3068, 0x309D: true
      default: isOfHa(hiragana)
      }
    return isUnmarked ? Unicode.Scalar(value + 1) : nil
  }

  /// Returns the kana with a semi-voiced sound mark, such as ぱ for は; nil if none exists.
  internal static func halfVoiced(_ value: UInt32) -> Unicode.Scalar? {
    isOfHa(value >= 0x30A0 ? value - 0x60 : value) ? Unicode.Scalar(value + 2) : nil
  }

  private static func isOfHa(_ value: UInt32) -> Bool {
    0x306F...0x307B ~= value && value % 3 == 0x306F % 3
  }
}
