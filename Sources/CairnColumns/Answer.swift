#if compiler(>=6.3)
  internal import CairnIndex
  internal import CairnMemory
  internal import CairnRoutes

  /// How a call ended; every function that can fail returns one of these numbers.
  @c
  public enum CairnStatus: Int32, Sendable {
    /// All rows are answered.
    case ok = 0
    /// An argument cannot be right: no address, a negative count, a number that means nothing.
    case invalidArgument = 1
    /// There is too little room for the answer of a single row; the call said how much it takes.
    case noRoom = 2
    /// No index has this number, or not any more.
    case unknownIndex = 3
    /// An index file cannot be read or written, or is damaged.
    case file = 4
    /// More than can be dealt with.
    case tooLarge = 5
  }

  /// Why a call fails: its status, and a sentence for people.
  internal struct ColumnFault: Error {
    let status: CairnStatus
    let message: String

    init(_ status: CairnStatus, _ message: String) {
      self.status = status
      self.message = message
    }

    static func invalid(_ message: String) -> ColumnFault {
      ColumnFault(.invalidArgument, message)
    }

    init(_ fault: ForeignMemoryFault, in name: String) {
      let problem =
        switch fault {
        case .noAddress: "there is no memory at its address"
        case .misaligned(let alignment): "its address is not a multiple of \(alignment)"
        case .stride(let stride): "a stride of \(stride) bytes leads out of memory"
        case .bitOffset(let offset): "its validity bits cannot begin at bit \(offset)"
        }
      self.init(.invalidArgument, "\(name): \(problem)")
    }

    init(_ error: IndexFileError) {
      self.init(.file, "\(error)")
    }

    init(_ error: PlaceIndexError) {
      switch error {
      case .tooManyElements(let count): self.init(.tooLarge, "\(count) places are too many")
      case .invalidCoordinate(let offset, _), .duplicateID(let offset):
        self.init(.invalidArgument, "the place of row \(offset) is not valid")
      }
    }

    init(_ error: RouteError) {
      self.init(.invalidArgument, "\(error)")
    }
  }

  /// Runs what a call does; keeps the message of a failure for ``cairnLastError(_:_:)``.
  @inline(__always)
  internal func answer(_ body: () throws(ColumnFault) -> Void) -> Int32 {
    do throws(ColumnFault) {
      try body()
      return CairnStatus.ok.rawValue
    } catch {
      ThreadMessage.text = error.message
      return error.status.rawValue
    }
  }

  /// A count of rows, or of anything, as it comes from a caller.
  internal func checked(_ count: Int64, _ name: String = "count") throws(ColumnFault) -> Int {
    // More doubles than that are not within the memory of a process.
    guard count >= 0, count < 1 << 48, let checked = Int(exactly: count) else {
      throw .invalid("\(name): there cannot be \(count)")
    }
    return checked
  }

  /// Room for as many values.
  @safe
  internal func room<Value: BitwiseCopyable>(
    _ start: UnsafeMutablePointer<Value>?, _ count: Int, _ name: String
  ) throws(ColumnFault) -> Slab<Value> {
    do throws(ForeignMemoryFault) {
      return try Slab(foreign: start, count: count)
    } catch {
      throw ColumnFault(error, in: name)
    }
  }

  /// Room for as many values, or nil where the caller does not want them.
  @safe
  internal func optionalRoom<Value: BitwiseCopyable>(
    _ start: UnsafeMutablePointer<Value>?, _ count: Int, _ name: String
  ) throws(ColumnFault) -> Slab<Value>? {
    do throws(ForeignMemoryFault) {
      return try Slab.foreign(optional: start, count: count)
    } catch {
      throw ColumnFault(error, in: name)
    }
  }

  /// The version of this interface: functions are added within a version, and none is changed.
  @c(cairn_interface_version)
  public func cairnInterfaceVersion() -> Int32 { 1 }

  /// Tells in one sentence why the last call of this thread failed that did.
  ///
  /// - Parameters:
  ///   - text: where the sentence goes, in UTF-8 with a zero behind it, cut where there is not
  ///     enough room; NULL for nowhere.
  ///   - capacity: how many bytes there is room for.
  /// - Returns: how many bytes the whole sentence has, without the zero; 0 where no call failed.
  @c(cairn_last_error)
  public func cairnLastError(_ text: UnsafeMutablePointer<CChar>?, _ capacity: Int64) -> Int64 {
    Int64(
      ThreadMessage.text.write(
        toForeign: text, capacity: Int(truncatingIfNeeded: max(0, min(capacity, 1 << 20)))))
  }
#endif
