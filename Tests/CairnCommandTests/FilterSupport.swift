@testable import CairnCommand

/// What came out of a filter.
struct Filtered {
  var bytes: [UInt8]
  var report: FilterReport

  var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// Feeds a table to a filter in pieces of one size.
func filtered(
  _ table: some Sequence<UInt8>, _ answers: some RowAnswers,
  _ settings: FilterSettings = FilterSettings(), pieces size: Int = .max, room: Int = 1 << 12
) throws -> Filtered {
  var filter = TableFilter(answers, settings, pieceSize: room)
  var output = ByteOutput()
  var rest = Array(table)[...]
  while true {
    let count = unsafe filter.fill { room -> Result<Int, Never> in
      let piece = rest.prefix(min(size, room.count))
      unsafe room.copyBytes(from: piece)
      rest = rest.dropFirst(piece.count)
      return .success(piece.count)
    }
    try filter.answerRows(isLast: count == 0, to: &output)
    if count == 0 { return Filtered(bytes: output.bytes, report: filter.report) }
  }
}

/// Feeds a table to a filter in pieces of one size.
func filtered(
  _ table: String, _ answers: some RowAnswers, _ settings: FilterSettings = FilterSettings(),
  pieces size: Int = .max, room: Int = 1 << 12
) throws -> Filtered {
  try filtered(table.utf8, answers, settings, pieces: size, room: room)
}
