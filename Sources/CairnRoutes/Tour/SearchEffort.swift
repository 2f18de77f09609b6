/// How far and wide a search looks.
struct SearchEffort: Sendable {
  /// How many edges are exchanged at most.
  var depth = 5
  /// How many steps are followed at each depth, from depth 1 on.
  var breadth: SIMD8<Int> = [0, 5, 3, 2, 1, 1, 1, 1]
  /// Down to which depth a cycle may be split off and joined again.
  var splitDepth = 2
  /// How long the pieces are that a kick exchanges, at most.
  var reach = 50
  /// How often the reach is doubled at most.
  var farthest = 4
  /// How much worse a tour may become by a kick at first, as a part of the mean edge.
  var heat = 0.3
  /// How many tours from different starts are put together at most.
  var population = 100
  /// The part of the budget that may go into finding them.
  var share = 0.2
}
