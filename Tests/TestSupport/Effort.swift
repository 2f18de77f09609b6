/// The number of rounds of a test: all in an optimized build, fewer in a debug build, where each
/// takes ten to thirty times as long.
///
/// - Parameters:
///   - all: The number of rounds in a release build.
///   - few: The number of rounds in a debug build.
/// - Returns: The number for the current build.
package func rounds(_ all: Int, inDebug few: Int) -> Int {
  #if DEBUG
    few
  #else
    all
  #endif
}
