#if compiler(>=6.3)
  internal import CairnGeodesy
  internal import CairnIndex
  internal import CairnMemory

  /// An index that callers know by a number.
  internal enum NumberedIndex: Sendable {
    case memory(PlaceIndex<Coordinate>)
    case file(MappedPlaceIndex<RecordBytes>)

    /// What finds places, knowing them by their rows.
    var core: _PackedCore {
      switch self {
      case .memory(let index): index._core
      case .file(let index): index._core
      }
    }

    /// Throws if an answer rests on a page of the file that is damaged.
    func verify() throws(ColumnFault) {
      guard case .file(let index) = self else { return }
      do throws(IndexFileError) {
        try index._verify()
      } catch {
        throw ColumnFault(error)
      }
    }

    func write(to path: String) throws(IndexFileError) {
      switch self {
      case .memory(let index): try index.write(to: path)
      case .file(let index): try index.write(to: path)
      }
    }
  }

  /// The indexes that are open in this process.
  ///
  /// A number is never given twice, so that one that was freed stays unknown. Whoever asks an index
  /// holds it until the answer is there, whatever is freed meanwhile.
  internal enum IndexTable {
    private struct Open: Sendable {
      var last: Int64 = 0
      var indexes: [Int64: NumberedIndex] = [:]
    }

    private static let open = Lock(Open())

    static func add(_ index: NumberedIndex) -> Int64 {
      ForkGate.shared.pass {
        open.withLock { open in
          open.last += 1
          open.indexes[open.last] = index
          return open.last
        }
      }
    }

    static func index(_ number: Int64) throws(ColumnFault) -> NumberedIndex {
      let found = ForkGate.shared.pass { open.withLock { $0.indexes[number] } }
      guard let found else { throw unknown(number) }
      return found
    }

    static func remove(_ number: Int64) throws(ColumnFault) {
      // Its memory is given back outside of the lock.
      let removed = ForkGate.shared.pass {
        open.withLock { $0.indexes.removeValue(forKey: number) }
      }
      if removed == nil { throw unknown(number) }
    }

    private static func unknown(_ number: Int64) -> ColumnFault {
      ColumnFault(.unknownIndex, "index: none that is open has the number \(number)")
    }
  }
#endif
