#if compiler(>=6.3)
  internal import CairnGeodesy
  internal import CairnIndex
  internal import CairnMemory

  /// An index that the interface refers to by a number.
  internal enum IndexHandle: Sendable {
    case memory(PlaceIndex<Coordinate>)
    case file(MappedPlaceIndex<RecordBytes>)

    /// The core of the index, which identifies places by their rows.
    var core: _PackedCore {
      switch self {
      case .memory(let index): index._core
      case .file(let index): index._core
      }
    }

    /// Throws if a result depends on a damaged page of the file.
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

  /// The indexes that are open or being built in this process.
  ///
  /// A number is never reused, so the number of a freed index stays unknown. A running query
  /// retains its index until it ends, even if the index is freed meanwhile.
  internal enum IndexTable {
    private enum Entry: Sendable {
      case open(IndexHandle)
      case draft(IndexDraft)
    }

    private struct Open: Sendable {
      var last: Int64 = 0
      var indexes: [Int64: Entry] = [:]
    }

    private static let open = Lock(Open())

    static func add(_ index: IndexHandle) -> Int64 { add(.open(index)) }

    static func add(_ draft: IndexDraft) -> Int64 { add(.draft(draft)) }

    private static func add(_ entry: Entry) -> Int64 {
      ForkGate.shared.pass {
        open.withLock { open in
          open.last += 1
          open.indexes[open.last] = entry
          return open.last
        }
      }
    }

    private static func entry(_ number: Int64) throws(ColumnFault) -> Entry {
      let found = ForkGate.shared.pass { open.withLock { $0.indexes[number] } }
      guard let found else { throw unknown(number) }
      return found
    }

    static func index(_ number: Int64) throws(ColumnFault) -> IndexHandle {
      guard case .open(let index) = try entry(number) else {
        throw .invalid("index: its file is not finished; call cairn_index_finish first")
      }
      return index
    }

    static func draft(_ number: Int64) throws(ColumnFault) -> IndexDraft {
      guard case .draft(let draft) = try entry(number) else {
        throw .invalid("index: it is finished; only a draft of cairn_index_create can be changed")
      }
      return draft
    }

    /// Replaces an entry, unless it has been removed meanwhile.
    static func replace(_ number: Int64, by index: IndexHandle) {
      ForkGate.shared.pass {
        open.withLock { open in
          if open.indexes[number] != nil { open.indexes[number] = .open(index) }
        }
      }
    }

    static func remove(_ number: Int64) throws(ColumnFault) {
      // The memory is released outside of the lock.
      let removed = ForkGate.shared.pass {
        open.withLock { $0.indexes.removeValue(forKey: number) }
      }
      if removed == nil { throw unknown(number) }
    }

    private static func unknown(_ number: Int64) -> ColumnFault {
      ColumnFault(.unknownIndex, "index: no open index has the number \(number)")
    }
  }
#endif
