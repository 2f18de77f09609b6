import TestSupport

// A release run compares more than 100,000 results of each class of points; a debug run, in which
// brute force is a hundred times slower, uses the start of the same sequence.
let queriesPerClass = rounds(100_000, inDebug: 10)

extension PointClass {
  /// The number of compared results of this class.
  ///
  /// Sets of one exact size, which test the limits of the tree layout, are large and need fewer.
  var queries: Int {
    switch self {
    case .leafFull, .leafFullPlusOne, .nodeFull, .nodeFullPlusOne: queriesPerClass / 10
    case .twoLevelsPlusOne: queriesPerClass / 60
    default: queriesPerClass
    }
  }
}

/// An index in a file has the same tree as the one in memory, so a tenth of the queries is enough.
let shareOfMapped = rounds(10, inDebug: 1)
