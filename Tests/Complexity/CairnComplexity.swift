#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Checks that costs grow as documented, on the input that is worst for each.
///
///     swift run -c release cairn-complexity            all cases
///     swift run -c release cairn-complexity fence      the cases whose names contain "fence"
///
/// Every case is measured at n, 2n and 4n. It fails if the measured exponent exceeds the documented
/// one by more than 0.3 in each of five attempts: no bound is in seconds, so a slow machine passes
/// too.
@main
enum CairnComplexity {
  static func main() {
    keepFreedMemory()
    let filter = CommandLine.arguments.dropFirst().first
    var failures: [String] = []
    var passed = 0
    for growthCase in cases where filter.map(growthCase.name.contains) ?? true {
      if let failure = failure(of: growthCase) {
        failures.append(failure)
      } else {
        passed += 1
      }
    }
    for failure in failures { print("FAILED: \(failure)") }
    print("\(passed) passed, \(failures.count) failed")
    exit(failures.isEmpty ? 0 : 1)
  }

  /// The cases of all modules, one array per file.
  static let cases: [GrowthCase] =
    bookCases + formatCases + geodesyCases + hoursCases + indexCases + regionCases + roadCases
    + routeCases + scheduleCases + shapeCases + xmlCases

  /// Measures a case up to five times; returns the reason if all attempts fail.
  private static func failure(of growthCase: GrowthCase) -> String? {
    var reason = ""
    var fastest: Growth?
    for _ in 1...5 {
      do {
        let attempt = try Growth(of: growthCase, clock: processorSeconds)
        var growth = attempt
        if let fastest { growth.takeShorterRuns(of: fastest) }
        fastest = growth
        // A single run in which the machine was much faster must not count against all others.
        if attempt.isWithin(growthCase.exponent) { growth = attempt }
        let times = growth.seconds.map { "\(rounded($0 * 1e6)) µs" }.joined(separator: ", ")
        reason =
          "\(growthCase.name): n^\(rounded(growth.exponent)), documented n^\(growthCase.exponent);"
          + " n = \(growthCase.size): \(times)"
        if growth.isWithin(growthCase.exponent) {
          print(reason)
          return nil
        }
      } catch {
        return "\(growthCase.name): \(error)"
      }
    }
    return reason
  }

  /// Lets the allocator reuse freed memory instead of returning it to the system.
  ///
  /// Otherwise the arrays of the greater sizes are mapped anew in each run, and the page faults
  /// make linear work appear superlinear. The C library of Linux keeps blocks up to the size of the
  /// greatest block that was freed, at most 32 MB.
  private static func keepFreedMemory() {
    let block = [UInt8](repeating: 1, count: 30 << 20)
    blackHole(block.reduce(0) { $0 &+ Int($1) })
  }

  /// The processor time of this process, in seconds.
  private static func processorSeconds() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  private static func rounded(_ value: Double) -> Double {
    value.isFinite ? (value * 100).rounded() / 100 : value
  }
}

/// The natural logarithm.
func logarithm(_ value: Double) -> Double { log(value) }
