/// Tells on a terminal how far a long work has come: one line that is written over.
///
/// Nothing is written where nobody looks.
struct Progress {
  private let isShown: Bool
  private var hasText = false
  private var next = ContinuousClock.now + .milliseconds(300)

  init(_ console: Console) {
    isShown = console.showsProgress
  }

  /// Says how far it is, a few times a second at most, or at once.
  mutating func say(_ text: @autoclosure () -> String, now: Bool = false) {
    guard isShown, now || ContinuousClock.now >= next else { return }
    next = ContinuousClock.now + .milliseconds(100)
    hasText = true
    _ = System.write(Array("\r\(text())\u{1B}[K".utf8), to: 2)
  }

  /// Leaves the line empty for what follows.
  mutating func end() {
    guard hasText else { return }
    hasText = false
    _ = System.write(Array("\r\u{1B}[K".utf8), to: 2)
  }
}
