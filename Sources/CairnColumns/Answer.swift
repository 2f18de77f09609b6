#if compiler(>=6.3)
  internal import CairnIndex
  internal import CairnMemory
  internal import CairnRoutes

  /// The status of a call; every function that can fail returns one of these numbers.
  @c
  public enum CairnStatus: Int32, Sendable {
    /// The call succeeded.
    case ok = 0
    /// An argument is invalid: no address, a negative count, an undefined number.
    case invalidArgument = 1
    /// The capacity is too small for the results of a single row; the call reported what it needs.
    case noRoom = 2
    /// No open index has this number.
    case unknownIndex = 3
    /// An index file cannot be read or written, or is damaged.
    case file = 4
    /// A limit of the library is exceeded.
    case tooLarge = 5
  }

  /// The failure of a call: its status and a message.
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

    init(_ fault: ForeignMemoryError, in name: String) {
      let problem =
        switch fault {
        case .noAddress: "there is no memory at its address"
        case .misaligned(let alignment): "its address is not a multiple of \(alignment)"
        case .stride(let stride): "a stride of \(stride) bytes leads outside of memory"
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

  /// Runs the body of a call; stores the message of a failure for ``cairnLastError(_:_:)``.
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

  /// Checks a count given by a caller.
  internal func checked(_ count: Int64, _ name: String = "count") throws(ColumnFault) -> Int {
    // A process cannot address more doubles than that.
    guard count >= 0, count < 1 << 48, let checked = Int(exactly: count) else {
      throw .invalid("\(name): \(count) is negative or too large")
    }
    return checked
  }

  /// A caller's buffer for `count` values.
  @safe
  internal func buffer<Value: BitwiseCopyable>(
    _ start: UnsafeMutablePointer<Value>?, _ count: Int, _ name: String
  ) throws(ColumnFault) -> UnsafeBuffer<Value> {
    do throws(ForeignMemoryError) {
      return try UnsafeBuffer(foreign: start, count: count)
    } catch {
      throw ColumnFault(error, in: name)
    }
  }

  /// A caller's buffer for `count` values, or nil if the caller does not want them.
  @safe
  internal func optionalBuffer<Value: BitwiseCopyable>(
    _ start: UnsafeMutablePointer<Value>?, _ count: Int, _ name: String
  ) throws(ColumnFault) -> UnsafeBuffer<Value>? {
    do throws(ForeignMemoryError) {
      return try UnsafeBuffer.foreign(optional: start, count: count)
    } catch {
      throw ColumnFault(error, in: name)
    }
  }

  /// Returns the version of this interface.
  ///
  /// Within a version functions are added but not changed.
  @c(cairn_interface_version)
  public func cairnInterfaceVersion() -> Int32 { 1 }

  /// Writes the message of the last failed call of this thread.
  ///
  /// - Parameters:
  ///   - text: receives the message in UTF-8, zero-terminated, and truncated to the capacity; NULL
  ///     for none.
  ///   - capacity: the size of `text` in bytes.
  /// - Returns: the length of the whole message in bytes, without the zero; 0 if no call failed.
  @c(cairn_last_error)
  public func cairnLastError(_ text: UnsafeMutablePointer<CChar>?, _ capacity: Int64) -> Int64 {
    Int64(
      ThreadMessage.text.write(
        toForeign: text, capacity: Int(truncatingIfNeeded: max(0, min(capacity, 1 << 20)))))
  }
#endif
