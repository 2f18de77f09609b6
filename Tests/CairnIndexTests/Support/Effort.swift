import TestSupport

// A release run asks for more than 100,000 answers of each class of points; a debug run, in
// which brute force is a hundred times slower, samples the same sequence from its start.
let queriesPerClass = rounds(100_000, inDebug: 16)

extension PointClass {
  /// How many answers of this class are compared.
  ///
  /// Sets of one exact size, which try the edges of the tree's layout, are large and need no more.
  var queries: Int {
    switch self {
    case .leafFull, .leafFullPlusOne, .nodeFull, .nodeFullPlusOne: queriesPerClass / 10
    case .twoLevelsPlusOne: queriesPerClass / 60
    default: queriesPerClass
    }
  }
}

/// An index in a file has the tree of the one in memory, so a tenth of the questions is enough.
let shareOfMapped = rounds(10, inDebug: 1)
