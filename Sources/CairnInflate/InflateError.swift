/// What is wrong with compressed data, and where.
///
/// It comes from ``Decompressor`` and ends its input; what came out before is right as far as
/// checksums have been passed. A file that ends early or is damaged has to be fetched again.
///
/// ```swift
/// do {
///   while let piece = try decompressor.next() { take(piece) }
/// } catch {
///   print(error)   // byte 1042: the data is no deflate (a distance reaches back before the…
/// }
/// ```
public struct InflateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// The input ends in the middle of this.
    case endsWithin(String)
    /// Something else stands where the format wants this.
    case expected(String, found: String)
    /// The compressed data breaks a rule of RFC 1951: this one.
    case invalid(String)
    /// The checksum or the length of the data is not the one that the file says.
    case damaged(String)
    /// The file uses a part of its format that is not read.
    case unsupported(String)
  }

  /// What is wrong.
  public let reason: Reason
  /// The byte of the compressed input at which it was found, counted from 0.
  public let byte: Int

  internal init(_ reason: Reason, byte: Int) {
    self.reason = reason
    self.byte = byte
  }

  /// One line that says where and what.
  public var description: String {
    let what =
      switch reason {
      case .endsWithin(let what): "the input ends within \(what)"
      case .expected(let wanted, let found): "\(wanted) is wanted, not \(found)"
      case .invalid(let what): "the data is no deflate (\(what))"
      case .damaged(let what): "the file is damaged: \(what)"
      case .unsupported(let what): "\(what) is not read"
      }
    return "byte \(byte): \(what)"
  }
}
