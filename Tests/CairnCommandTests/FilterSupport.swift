import CairnFormats
import CairnMemory

@testable import CairnCommand

/// The output of a filter.
struct Filtered {
  var bytes: [UInt8]
  var report: TableAppender.Report

  var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// Passes a table to a filter in chunks of equal size.
func filtered(
  _ table: some Sequence<UInt8>, _ columns: AppendedColumn...,
  options: TableAppender.Options = TableAppender.Options(), pieces size: Int = .max,
  room: Int = 1 << 12
) throws -> Filtered {
  var appender = TableAppender(columns, options: options, pieceSize: room)
  var bytes: [UInt8] = []
  var rest = Array(table)[...]
  while true {
    let count = appender.fill { room in
      let piece = rest.prefix(min(size, room.count))
      for offset in 0..<piece.count { room[offset] = piece[piece.startIndex + offset] }
      rest = rest.dropFirst(piece.count)
      return piece.count
    }
    do {
      while try appender.answerNext(isLast: count == 0) {
        if appender.written > room { bytes += appender.drain() }
      }
    } catch {
      throw Failure(error)
    }
    bytes += appender.drain()
    if count == 0 { return Filtered(bytes: bytes, report: appender.report) }
  }
}

/// Passes a table to a filter of one column in chunks of equal size.
func filtered(
  _ table: String, _ column: AppendedColumn,
  options: TableAppender.Options = TableAppender.Options(), pieces size: Int = .max,
  room: Int = 1 << 12
) throws -> Filtered {
  try filtered(table.utf8, column, options: options, pieces: size, room: room)
}
