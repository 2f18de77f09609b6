/// The tables of a ``BorderIndex`` while a question is answered.
///
/// A search passes them on from node to node as plain addresses, without counting references.
/// Bounds are asserted in debug builds; the positions come from the index itself.
@safe
internal struct BorderTables {
  fileprivate let nodes: UnsafeBufferPointer<BorderIndex.Node>
  fileprivate let pieces: UnsafeBufferPointer<BorderIndex.Piece>
  fileprivate let levels: UnsafeBufferPointer<Int>
  fileprivate let x: UnsafeBufferPointer<Int32>
  fileprivate let y: UnsafeBufferPointer<Int32>
  fileprivate let left: UnsafeBufferPointer<UInt16>
  fileprivate let right: UnsafeBufferPointer<UInt16>
  fileprivate let letters: UnsafeBufferPointer<UInt16>
  fileprivate let known: UnsafeBufferPointer<UInt16>
  fileprivate let asksForBorders: Bool

  /// Where a level of nodes starts.
  @inline(__always)
  func level(_ number: Int) -> Int { unsafe levels[number] }

  /// Lower bounds of the squared half chord to the children of a node.
  @inline(__always)
  func bounds(ofNode number: Int, from observer: BorderObserver) -> SIMD8<Float> {
    unsafe observer.bounds(nodes[number])
  }

  @inline(__always)
  func piece(_ number: Int) -> BorderIndex.Piece { unsafe pieces[number] }

  /// The longitude of a vertex in units.
  @inline(__always)
  func x(_ vertex: Int) -> Int32 { unsafe x[vertex] }

  /// The latitude of a vertex in units.
  @inline(__always)
  func y(_ vertex: Int) -> Int32 { unsafe y[vertex] }

  /// Eight vertices in a row; `nil` where there are fewer.
  @inline(__always)
  func eight(from vertex: Int) -> (x: SIMD8<Int32>, y: SIMD8<Int32>)? {
    guard vertex >= 0, unsafe vertex + 8 <= min(x.count, y.count) else { return nil }
    return unsafe (
      UnsafeRawBufferPointer(x).loadUnaligned(fromByteOffset: 4 &* vertex, as: SIMD8<Int32>.self),
      UnsafeRawBufferPointer(y).loadUnaligned(fromByteOffset: 4 &* vertex, as: SIMD8<Int32>.self)
    )
  }

  /// Whether an arc is asked for.
  @inline(__always)
  func counts(_ arc: Int32) -> Bool {
    let left = unsafe letters[Int(left[Int(arc)])]
    let right = unsafe letters[Int(right[Int(arc)])]
    return asksForBorders ? left != right : isNew(left) || isNew(right)
  }

  @inline(__always)
  private func isNew(_ letters: UInt16) -> Bool {
    unsafe letters != 0 && !known.contains(letters)
  }
}

extension BorderIndex {
  /// Calls a closure with the tables, which end with the call.
  func withTables<Result>(_ filter: ArcFilter, _ body: (BorderTables) -> Result) -> Result {
    unsafe nodes.withUnsafeBufferPointer { nodes in
      unsafe pieces.withUnsafeBufferPointer { pieces in
        unsafe levels.withUnsafeBufferPointer { levels in
          unsafe withArcs(filter) { x, y, left, right, letters, known in
            body(
              unsafe BorderTables(
                nodes: nodes, pieces: pieces, levels: levels, x: x, y: y, left: left,
                right: right, letters: letters, known: known,
                asksForBorders: filter.known == nil))
          }
        }
      }
    }
  }

  private func withArcs<Result>(
    _ filter: ArcFilter,
    _ body: (
      UnsafeBufferPointer<Int32>, UnsafeBufferPointer<Int32>, UnsafeBufferPointer<UInt16>,
      UnsafeBufferPointer<UInt16>, UnsafeBufferPointer<UInt16>, UnsafeBufferPointer<UInt16>
    ) -> Result
  ) -> Result {
    unsafe arcs.x.withUnsafeBufferPointer { x in
      unsafe arcs.y.withUnsafeBufferPointer { y in
        unsafe arcs.left.withUnsafeBufferPointer { left in
          unsafe arcs.right.withUnsafeBufferPointer { right in
            unsafe filter.letters.withUnsafeBufferPointer { letters in
              unsafe (filter.known ?? []).withUnsafeBufferPointer { known in
                unsafe body(x, y, left, right, letters, known)
              }
            }
          }
        }
      }
    }
  }
}
