/// A fault in compressed data and its position.
///
/// Thrown by ``Decompressor`` and the other readers of this module; it ends the input. Data
/// returned before is correct as far as checksums have been verified. If a file is truncated or
/// damaged, it must be fetched again.
///
/// ```swift
/// do {
///   while let piece = try decompressor.next() { take(piece) }
/// } catch {
///   print(error)   // byte 1042: the data is not valid deflate (a distance reaches back before…
/// }
/// ```
public struct InflateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of fault.
  public enum Reason: Hashable, Sendable {
    /// The input ends in the middle of an item.
    case endsWithin(String)
    /// The input contains something else than the format requires.
    case expected(String, found: String)
    /// The compressed data violates a rule of RFC 1951.
    case invalid(String)
    /// The data does not match its checksum or its length.
    case damaged(String)
    /// The file uses an unsupported part of its format.
    case unsupported(String)
  }

  /// The kind of fault.
  public let reason: Reason
  /// The offset of the fault in the compressed input, counted from 0.
  public let byte: Int

  internal init(_ reason: Reason, byte: Int) {
    self.reason = reason
    self.byte = byte
  }

  /// The position and the reason on one line.
  public var description: String {
    let what =
      switch reason {
      case .endsWithin(let what): "the input ends within \(what)"
      case .expected(let wanted, let found): "expected \(wanted), found \(found)"
      case .invalid(let what): "the data is not valid deflate (\(what))"
      case .damaged(let what): "the file is damaged: \(what)"
      case .unsupported(let what): "\(what) is not supported"
      }
    return "byte \(byte): \(what)"
  }
}
