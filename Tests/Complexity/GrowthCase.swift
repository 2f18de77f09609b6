/// A documented cost, and the input that is worst for it.
struct GrowthCase: Sendable {
  /// The entry point and the input: "GeofenceTracker.update, concentric caps".
  let name: String
  /// The documented exponent of n: 1 for O(n) and O(n log n), 0 for O(log n).
  let exponent: Double
  /// The smallest size; the others are two and four times as large.
  let size: Int
  /// Builds the input of a size, and returns the work to measure.
  ///
  /// The work returns any number that depends on its result, so that it cannot be optimized away.
  let prepare: @Sendable (Int) throws -> () throws -> Int

  /// - Parameters:
  ///   - name: the entry point and the input.
  ///   - exponent: the documented exponent of n.
  ///   - size: the smallest of three sizes. Choose it so that the work takes about a millisecond in
  ///     a release build, and so that constant costs no longer dominate.
  ///   - prepare: builds the input of a size, and returns the work to measure.
  init(
    _ name: String, exponent: Double, size: Int,
    prepare: @escaping @Sendable (Int) throws -> () throws -> Int
  ) {
    self.name = name
    self.exponent = exponent
    self.size = size
    self.prepare = prepare
  }
}

/// The result of measuring a case.
struct Growth {
  /// The processor seconds of one run at each size.
  var seconds: [Double]
  /// The exponent between the smallest and the largest size; infinite if a run was too long.
  var exponent: Double {
    seconds.count == 3 ? logarithm(seconds[2] / seconds[0]) / logarithm(4) : .infinity
  }

  /// The amount by which a measured exponent may exceed the documented one.
  static let tolerance = 0.3
  /// A run longer than this is a failure whatever its exponent is.
  static let longestRun = 5.0

  /// Measures a case at n, 2n and 4n.
  ///
  /// Each time is the minimum of several runs in processor time, and the three sizes take turns, so
  /// that other processes and a changing speed of the processor matter little.
  init(of growthCase: GrowthCase, clock: () -> Double) throws {
    seconds = []
    var works: [() throws -> Int] = []
    var repetitions: [Int] = []
    for factor in [1, 2, 4] {
      let work = try growthCase.prepare(growthCase.size * factor)
      let start = clock()
      blackHole(try work())
      seconds.append(clock() - start)
      if seconds[works.count] > Self.longestRun { return }
      works.append(work)
      // The clock ticks in microseconds: shorter runs are repeated within one measurement.
      repetitions.append(
        try Self.repetitions(of: work, first: seconds[repetitions.count], clock: clock))
    }
    var total = 0.0
    var turns = 0
    while turns < 3 || (total < 0.1 && turns < 100) {
      for (index, work) in works.enumerated() {
        let start = clock()
        for _ in 0..<repetitions[index] { blackHole(try work()) }
        let elapsed = clock() - start
        total += elapsed
        seconds[index] = min(seconds[index], elapsed / Double(repetitions[index]))
      }
      turns += 1
    }
  }

  /// The number of runs that take half a millisecond.
  private static func repetitions(
    of work: () throws -> Int, first: Double, clock: () -> Double
  ) throws -> Int {
    var repetitions = 1
    var elapsed = first
    while elapsed < 0.0005, repetitions < 1 << 20 {
      repetitions *= 2
      let start = clock()
      for _ in 0..<repetitions { blackHole(try work()) }
      elapsed = clock() - start
    }
    return repetitions
  }

  /// Takes the shorter time of two measurements at each size: other processes only make runs
  /// longer.
  mutating func takeShorterRuns(of other: Growth) {
    for index in seconds.indices where index < other.seconds.count {
      seconds[index] = min(seconds[index], other.seconds[index])
    }
  }

  /// Whether the growth is within the documented one and the tolerance.
  func isWithin(_ documented: Double) -> Bool {
    exponent <= documented + Self.tolerance
  }
}

/// Keeps a value alive, so that the work that computed it is not removed.
@inline(never)
func blackHole(_ value: Int) {
  if value == .min { print("") }
}
