/// How often something is tried: all rounds where it is quick, some of them without optimization,
/// where each takes ten to thirty times as long.
///
/// - Parameters:
///   - all: the rounds of a release build.
///   - few: the first of them, for a debug build.
/// - Returns: the number for the build at hand.
package func rounds(_ all: Int, inDebug few: Int) -> Int {
  #if DEBUG
    few
  #else
    all
  #endif
}
