/// An extract that cannot be read: the cause and its position.
///
/// Every error ends the reading. Blocks delivered before it are correct.
public struct OSMError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of fault.
  public enum Reason: Hashable, Sendable {
    /// The file cannot be read; the message is the system's.
    case unreadable(String)
    /// The file ends in the middle of an item.
    case endsWithin(String)
    /// The file contains something else than the format requires.
    case expected(String, found: String)
    /// A number, length or index violates a rule of the format.
    case invalid(String)
    /// The compressed data of a block is damaged.
    case damaged(String)
    /// The file uses an unsupported part of its format; the remedy converts it.
    case unsupported(String, remedy: String)
    /// An item exceeds a limit that protects memory.
    case tooLarge(String, limit: Int)
  }

  /// The kind of fault.
  public let reason: Reason
  /// The offset in bytes of the fault, counted from 0.
  ///
  /// It refers to the file; for a PBF file, it is that of the block that contains the fault, and
  /// for a compressed XML file, that in the decompressed text.
  public let byte: Int
  /// The line, counted from 1, for XML; nil for PBF.
  public let line: Int?

  /// Creates an error.
  public init(_ reason: Reason, byte: Int, line: Int? = nil) {
    self.reason = reason
    self.byte = byte
    self.line = line
  }

  /// The position and the reason on one line.
  public var description: String {
    if case .unreadable(let message) = reason { return message }
    let what =
      switch reason {
      case .unreadable(let message): message
      case .endsWithin(let item): "the file ends within \(item); fetch it again"
      case .expected(let wanted, let found): "expected \(wanted), found \(found)"
      case .invalid(let what): "invalid OpenStreetMap data: \(what)"
      case .damaged(let what): "the file is damaged (\(what)); fetch it again"
      case .unsupported(let what, let remedy): "\(what) is not supported; \(remedy)"
      case .tooLarge(let what, let limit): "\(what) exceeds the limit of \(limit) bytes"
      }
    return line.map { "line \($0): \(what)" } ?? "byte \(byte): \(what)"
  }
}
