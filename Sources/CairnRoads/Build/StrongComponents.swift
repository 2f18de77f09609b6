internal import CairnMemory

/// The strongly connected components of a graph.
///
/// Source: R. Tarjan, "Depth-first search and linear graph algorithms", SIAM Journal on Computing 1
/// (1972), doi:10.1137/0201010, without recursion.
struct StrongComponents {
  /// Whether each node is in the largest component; ties go to the component found first.
  private(set) var isInLargest: [Bool]
  /// The component of each node; no path leads from a component to one with a greater number.
  private(set) var components: [UInt32]

  /// - Complexity: O(nodes + arcs).
  init(firstOut: [UInt32], heads: [UInt32], weights: [UInt32]) {
    let count = firstOut.count - 1
    isInLargest = [Bool](repeating: false, count: count)
    components = []
    let unseen = UInt32.max
    var order = [UInt32](repeating: unseen, count: count)
    var low = order
    var component = order
    var nextArc = firstOut
    var open: [UInt32] = []
    var path: [UInt32] = []
    var counter: UInt32 = 0
    var sizes: [Int] = []
    for root in 0..<count where order[root] == unseen {
      path.append(UInt32(root))
      while let top = path.last {
        let node = Int(top)
        if order[node] == unseen {
          order[node] = counter
          low[node] = counter
          counter += 1
          open.append(top)
        }
        var child: UInt32?
        while nextArc[node] < firstOut[node + 1] {
          let arc = Int(nextArc[node])
          let head = heads[arc]
          if weights[arc] < RoadGeometry.impassable, component[Int(head)] == unseen {
            if order[Int(head)] == unseen {
              child = head
              break
            }
            low[node] = min(low[node], order[Int(head)])
          }
          nextArc[node] += 1
        }
        if let child {
          path.append(child)
          continue
        }
        path.removeLast()
        if let parent = path.last { low[Int(parent)] = min(low[Int(parent)], low[node]) }
        guard low[node] == order[node] else { continue }
        var size = 0
        while let member = open.popLast() {
          component[Int(member)] = UInt32(sizes.count)
          size += 1
          if member == top { break }
        }
        sizes.append(size)
      }
    }
    components = component
    guard let largest = sizes.max(), let index = sizes.firstIndex(of: largest) else { return }
    for node in 0..<count { isInLargest[node] = component[node] == UInt32(index) }
  }
}
