internal import CairnMemory
internal import CairnText

/// A progress line on a terminal for work that takes more than a second; it is overwritten at each
/// update and erased at the end.
///
/// Writes nothing if standard error is not a terminal.
struct Progress: Sendable {
  /// The part of the work that is done.
  enum Amount: Equatable {
    /// The bytes read so far, and the size of the file if it is known.
    case bytes(Int, of: Int?)
    /// The time since the start, of a limit in seconds.
    case time(of: Double)
    /// An unknown amount.
    case unknown
  }

  private let isShown: Bool
  private let start = ContinuousClock.now
  private var hasText = false
  private var next = ContinuousClock.now + .seconds(1)

  init(_ console: Console) {
    isShown = console.showsProgress
  }

  /// Updates the line, at most five times a second.
  ///
  /// - Parameters:
  ///   - work: the work, such as "reading".
  ///   - amount: how much of it is done.
  ///   - remark: a text after the amount.
  mutating func say(
    _ work: String, _ amount: @autoclosure () -> Amount, _ remark: @autoclosure () -> String = ""
  ) {
    guard isShown else { return }
    let now = ContinuousClock.now
    guard now >= next else { return }
    next = now + .milliseconds(200)
    write(work, amount(), remark())
  }

  /// Shows work of unknown extent immediately, if the line is already shown or a second has passed.
  mutating func say(now work: String) {
    guard isShown, hasText || ContinuousClock.now >= next else { return }
    write(work, .unknown, "")
  }

  private mutating func write(_ work: String, _ amount: Amount, _ remark: String) {
    hasText = true
    let text = Self.text(work, amount, remark, seconds: (ContinuousClock.now - start) / .seconds(1))
    // A longer line would wrap, and its first part could not be overwritten.
    let line = DisplayWidth.truncated(text, to: 79)
    _ = System.write(Array("\r\(line)\u{1B}[K".utf8), to: 2)
  }

  /// The progress line after some seconds: "reading: 43 %, 152 MB/s, 2 s left; 1,234,567 places".
  static func text(
    _ work: String, _ amount: Amount, _ remark: String, seconds: Double
  ) -> String {
    var parts: [String] = []
    switch amount {
    case .bytes(let done, let all):
      let rate = Double(done) / max(seconds, 1e-9)
      if let all, all > 0 {
        parts.append("\(min(100, 100 * done / all)) %")
      } else {
        parts.append("\(Text.grouped(done / 1_000_000)) MB")
      }
      parts.append("\(rated(rate)) MB/s")
      if let all, all > done, rate > 0 { parts.append("\(time(Double(all - done) / rate)) left") }
    case .time(let all):
      parts.append("\(Int(min(100, 100 * seconds / max(all, 1e-9)))) %")
      if all > seconds { parts.append("\(time(all - seconds)) left") }
    case .unknown: break
    }
    let line = parts.isEmpty ? work : "\(work): \(parts.joined(separator: ", "))"
    return remark.isEmpty ? line : line + (parts.isEmpty ? ": " : "; ") + remark
  }

  private static func rated(_ rate: Double) -> String {
    let rate = rate / 1e6
    return rate < 10 ? "\((rate * 10).rounded() / 10)" : Text.grouped(Int(rate.rounded()))
  }

  /// The remaining time: "3 s", "2 min 5 s", "1 h 20 min".
  private static func time(_ seconds: Double) -> String {
    let seconds = Int(min(seconds, 1e9).rounded(.up))
    if seconds < 60 { return "\(seconds) s" }
    if seconds < 3_600 { return "\(seconds / 60) min \(seconds % 60) s" }
    return "\(seconds / 3_600) h \(seconds / 60 % 60) min"
  }

  /// Erases the line.
  mutating func end() {
    guard hasText else { return }
    hasText = false
    _ = System.write(Array("\r\u{1B}[K".utf8), to: 2)
  }
}
