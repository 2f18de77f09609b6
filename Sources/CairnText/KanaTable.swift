/// Conversions of katakana with a (semi-)voiced sound mark to the combined katakana.
internal enum KanaTable {
  /// Returns the katakana with a voiced sound mark, such as ガ for カ; nil if none exists.
  internal static func voiced(_ value: UInt32) -> UInt32? {
    switch value {
    case 0x30A6: return value + 0x4E
    case 0x30EF...0x30F2: return value + 8
    case 0x30AB...0x30C1: return value % 2 == 1 ? value + 1 : nil
    case 0x30C4, 0x30C6, 0x30C8, 0x30FD: return value + 1
    default: return isOfHa(value) ? value + 1 : nil
    }
  }

  /// Returns the katakana with a semi-voiced sound mark, such as パ for ハ; nil if none exists.
  internal static func halfVoiced(_ value: UInt32) -> UInt32? {
    isOfHa(value) ? value + 2 : nil
  }

  private static func isOfHa(_ value: UInt32) -> Bool {
    0x30CF...0x30DB ~= value && value % 3 == 0x30CF % 3
  }
}
