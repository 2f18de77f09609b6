/// Writes JSON (RFC 8259) into a growing run of bytes, commas and escapes included.
///
/// The caller says what comes next; the writer keeps track of where a comma is due. The same
/// calls give the same bytes on every platform: numbers are the shortest that read back as the
/// same bits, and nothing is sorted or dropped.
///
/// ```swift
/// var json = JSONWriter()
/// json.beginArray(onLines: true)
/// json.beginObject()
/// json.member("name", "Sydney")
/// json.member("distance_m", 1234.5)
/// json.endObject()
/// json.endArray()
/// String(decoding: json.bytes, as: UTF8.self)
/// // [
/// // {"name":"Sydney","distance_m":1234.5}
/// // ]
/// ```
///
/// A long output can be sent in pieces with ``drain()``.
public struct JSONWriter: Sendable {
  /// What has been written and not yet drained, as UTF-8.
  public internal(set) var bytes: [UInt8] = []

  /// One bit of state per open container: does it hold an element, do they stand on lines.
  internal struct Container: Sendable {
    internal var isEmpty = true
    internal var onLines: Bool
  }

  internal var containers: [Container] = []

  /// True between a key and its value, where no comma is due.
  internal var followsKey = false

  /// Makes a writer with nothing written.
  public init() {}

  /// How many arrays and objects are open.
  public var depth: Int { containers.count }

  /// Hands over what has been written so far and goes on with an empty buffer.
  ///
  /// - Returns: the bytes since the start or the last drain.
  public mutating func drain() -> [UInt8] {
    var drained: [UInt8] = []
    swap(&drained, &bytes)
    bytes.reserveCapacity(drained.count)
    return drained
  }

  /// The comma or the line break that is due before the next value or key.
  internal mutating func separate() {
    if followsKey {
      followsKey = false
      return
    }
    guard let last = containers.indices.last else { return }
    if !containers[last].isEmpty { bytes.append(UInt8(ascii: ",")) }
    if containers[last].onLines { bytes.append(UInt8(ascii: "\n")) }
    containers[last].isEmpty = false
  }

  private mutating func begin(_ mark: Unicode.Scalar, onLines: Bool) {
    separate()
    bytes.append(UInt8(ascii: mark))
    containers.append(Container(onLines: onLines))
  }

  private mutating func end(_ mark: Unicode.Scalar) {
    precondition(!followsKey, "A key has no value.")
    if let container = containers.popLast(), container.onLines, !container.isEmpty {
      bytes.append(UInt8(ascii: "\n"))
    }
    bytes.append(UInt8(ascii: mark))
  }
}

extension JSONWriter {
  /// Opens an array.
  ///
  /// - Parameter onLines: whether each of its elements starts on a line of its own.
  public mutating func beginArray(onLines: Bool = false) {
    begin("[", onLines: onLines)
  }

  /// Closes the array opened last.
  public mutating func endArray() {
    end("]")
  }

  /// Opens an object.
  ///
  /// - Parameter onLines: whether each of its members starts on a line of its own.
  public mutating func beginObject(onLines: Bool = false) {
    begin("{", onLines: onLines)
  }

  /// Closes the object opened last.
  public mutating func endObject() {
    end("}")
  }

  /// Writes the name of a member; its value must follow.
  ///
  /// - Parameter name: any text; it is escaped.
  public mutating func key(_ name: String) {
    separate()
    bytes.append(jsonString: name)
    bytes.append(UInt8(ascii: ":"))
    followsKey = true
  }
}
