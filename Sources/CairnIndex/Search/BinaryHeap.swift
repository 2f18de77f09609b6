/// What a heap can hold.
protocol HeapElement: Sendable {
  /// Whether `a` must leave the heap before `b`.
  static func precedes(_ a: Self, _ b: Self) -> Bool
}

/// A binary heap: the first of its elements is at hand at any time.
///
/// Source: J. W. J. Williams, "Algorithm 232: Heapsort", Communications of the ACM 7 (1964),
/// doi:10.1145/512274.512284.
struct BinaryHeap<Element: HeapElement>: Sendable {
  private var elements: [Element] = []

  var first: Element? { elements.first }

  mutating func insert(_ element: Element) {
    elements.append(element)
    var child = elements.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard Element.precedes(element, elements[parent]) else { break }
      elements[child] = elements[parent]
      child = parent
    }
    elements[child] = element
  }

  @discardableResult
  mutating func removeFirst() -> Element? {
    guard let first = elements.first, let last = elements.popLast() else { return nil }
    if !elements.isEmpty { replaceFirst(last) }
    return first
  }

  /// Puts an element in place of the first; the heap must not be empty.
  mutating func replaceFirst(_ element: Element) {
    var parent = 0
    while true {
      var child = 2 * parent + 1
      guard child < elements.count else { break }
      if child + 1 < elements.count, Element.precedes(elements[child + 1], elements[child]) {
        child += 1
      }
      guard Element.precedes(elements[child], element) else { break }
      elements[parent] = elements[child]
      parent = child
    }
    elements[parent] = element
  }
}
