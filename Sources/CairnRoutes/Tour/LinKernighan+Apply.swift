extension LinKernighan {
  /// Makes the tour what the path of a depth says, closed.
  mutating func apply(_ depth: Int) {
    let row = depth &* Self.stride
    var longest = 0
    var length: Int32 = 0
    for index in 0..<depth {
      let piece = pieces[row &+ index]
      enqueue(city(piece.from))
      enqueue(city(piece.to))
      let size = piece.high &- piece.low &+ 1
      if size > length {
        length = size
        longest = index
      }
    }
    let stay = pieces[row &+ longest]
    let moved = count &- Int(length)
    written &+= moved
    let start = place(stay.high == Int32(count &- 1) ? 0 : stay.high &+ 1)
    let end = isForward ? start : start &- moved &+ 1
    let lowest = end < 0 ? end &+ count : end
    if depth == 2 {
      tour.reverse(start: lowest, length: moved)
      return
    }
    var gathered = 0
    var index = longest
    let goesOn = stay.from <= stay.to
    for _ in 1..<depth {
      var piece: Piece
      if goesOn {
        index = index == depth &- 1 ? 0 : index &+ 1
        piece = pieces[row &+ index]
      } else {
        index = index == 0 ? depth &- 1 : index &- 1
        piece = pieces[row &+ index].reversed
      }
      let size = Int(piece.high &- piece.low) &+ 1
      tour.gather(
        from: place(piece.from), step: (piece.from <= piece.to) == isForward ? 1 : -1,
        length: size, at: gathered)
      gathered &+= size
    }
    tour.rewrite(start: lowest, step: isForward ? 1 : -1, length: moved)
  }
}
