internal import CairnMemory

/// The strings of a block, each stored once, as UTF-8.
///
/// Tags, roles and user names refer to them by index. A consumer that looks for certain keys and
/// values maps each string once per block, see ``OSMVocabulary``, and then compares only numbers:
///
/// ```swift
/// let words = OSMVocabulary(["highway", "residential"])
/// let numbers = words.numbers(of: block.strings)   // 0, 1 or -1 for each string
/// ```
public struct OSMStrings: Hashable, Sendable {
  /// The bytes of all strings, one after the other.
  public let bytes: [UInt8]
  /// The offset of the first byte of each string, and the end of the last one.
  internal let starts: [Int32]

  /// Creates a table; the bytes must be valid UTF-8 in each of the ranges.
  internal init(bytes: [UInt8], starts: [Int32]) {
    self.bytes = bytes
    self.starts = starts
  }

  /// Creates a table from strings.
  public init(_ strings: some Sequence<String>) {
    var bytes: [UInt8] = []
    var starts: [Int32] = [0]
    for string in strings {
      bytes += string.utf8
      starts.append(Int32(bytes.count))
    }
    self.init(bytes: bytes, starts: starts)
  }

  /// The number of strings.
  public var count: Int { starts.count - 1 }

  /// Returns the range of the bytes of a string in ``bytes``.
  ///
  /// - Parameter index: the index of the string, in `0..<count`.
  /// - Returns: the range.
  public func range(of index: Int) -> Range<Int> {
    Int(starts[index])..<Int(starts[index + 1])
  }

  /// The string at an index in `0..<count`.
  ///
  /// - Complexity: O(*n*) for a string of *n* bytes.
  public subscript(index: Int) -> String {
    String(decoding: bytes[range(of: index)], as: UTF8.self)
  }

  /// Returns the index of the first occurrence of a string, or nil if it does not occur.
  ///
  /// - Complexity: O(*n*) for *n* strings. To look up several strings, use an ``OSMVocabulary``.
  public func firstIndex(of string: String) -> Int? {
    let wanted = Array(string.utf8)
    return bytes.withUnsafeSpan { bytes in
      (0..<count).first { index in
        let range = Int(starts[index])..<Int(starts[index + 1])
        return bytes.isEqual(range, to: wanted, in: wanted.indices)
      }
    }
  }
}
