internal import CairnMemory

/// The tables of a ``BorderIndex`` during a query.
///
/// A search passes them from node to node as unsafe buffers, without reference counting. All
/// offsets come from the index itself.
internal struct BorderTables {
  fileprivate let nodes: UnsafeSpan<BorderTree.Node>
  fileprivate let pieces: UnsafeSpan<BorderTree.Piece>
  fileprivate let levels: UnsafeSpan<Int>
  fileprivate let starts: UnsafeSpan<Int32>
  fileprivate let x: UnsafeSpan<Int32>
  fileprivate let y: UnsafeSpan<Int32>
  fileprivate let left: UnsafeSpan<UInt16>
  fileprivate let right: UnsafeSpan<UInt16>
  fileprivate let letters: UnsafeSpan<UInt16>
  fileprivate let known: UnsafeSpan<UInt16>
  fileprivate let asksForBorders: Bool

  /// The start of a level of nodes.
  @inline(__always)
  func level(_ number: Int) -> Int { levels[number] }

  /// Lower bounds of the squared half chords to the children of a node.
  @inline(__always)
  func bounds(ofNode number: Int, from observer: DistanceOrigin) -> SIMD8<Float> {
    observer.bounds(nodes[number])
  }

  @inline(__always)
  func piece(_ number: Int) -> BorderTree.Piece { pieces[number] }

  /// The number of arcs.
  var arcCount: Int { left.count }

  /// The vertices of an arc.
  @inline(__always)
  func vertices(of arc: Int) -> Range<Int> { Int(starts[arc])..<Int(starts[arc &+ 1]) }

  /// The box around an arc.
  func box(of arc: Int) -> UnitBox {
    var box = UnitBox()
    for vertex in vertices(of: arc) { box.add(x: x[vertex], y: y[vertex]) }
    return box
  }

  /// The longitude of a vertex in units.
  @inline(__always)
  func x(_ vertex: Int) -> Int32 { x[vertex] }

  /// The latitude of a vertex in units.
  @inline(__always)
  func y(_ vertex: Int) -> Int32 { y[vertex] }

  /// Eight consecutive vertices; `nil` if there are fewer.
  @inline(__always)
  func eight(from vertex: Int) -> (x: SIMD8<Int32>, y: SIMD8<Int32>)? {
    guard vertex >= 0, vertex + 8 <= min(x.count, y.count) else { return nil }
    return (x.lanes(at: vertex), y.lanes(at: vertex))
  }

  /// Whether an arc passes the filter.
  @inline(__always)
  func counts(_ arc: Int32) -> Bool {
    let left = letters[Int(left[Int(arc)])]
    let right = letters[Int(right[Int(arc)])]
    return asksForBorders ? left != right : isNew(left) || isNew(right)
  }

  @inline(__always)
  private func isNew(_ letters: UInt16) -> Bool {
    letters != 0 && !(0..<known.count).contains { known[$0] == letters }
  }
}

extension BorderIndex {
  /// Calls a closure with the tables, which are valid only during the call; without a tree they
  /// have no nodes.
  func withTables<Result>(
    of tree: BorderTree?, _ filter: ArcFilter, _ body: (BorderTables) -> Result
  ) -> Result {
    // Not `tree?.nodes ?? []` for each array, which would retain all of them.
    let tree = tree ?? .empty
    return tree.nodes.withUnsafeSpan { nodes in
      tree.pieces.withUnsafeSpan { pieces in
        tree.levels.withUnsafeSpan { levels in
          arcs.starts.withUnsafeSpan { starts in
            withArcs(filter) { x, y, left, right, letters, known in
              body(
                BorderTables(
                  nodes: nodes, pieces: pieces, levels: levels, starts: starts, x: x, y: y,
                  left: left, right: right, letters: letters, known: known,
                  asksForBorders: filter.known == nil))
            }
          }
        }
      }
    }
  }

  private func withArcs<Result>(
    _ filter: ArcFilter,
    _ body: (
      UnsafeSpan<Int32>, UnsafeSpan<Int32>, UnsafeSpan<UInt16>,
      UnsafeSpan<UInt16>, UnsafeSpan<UInt16>, UnsafeSpan<UInt16>
    ) -> Result
  ) -> Result {
    arcs.x.withUnsafeSpan { x in
      arcs.y.withUnsafeSpan { y in
        arcs.left.withUnsafeSpan { left in
          arcs.right.withUnsafeSpan { right in
            filter.letters.withUnsafeSpan { letters in
              (filter.known ?? []).withUnsafeSpan { known in
                body(x, y, left, right, letters, known)
              }
            }
          }
        }
      }
    }
  }
}
