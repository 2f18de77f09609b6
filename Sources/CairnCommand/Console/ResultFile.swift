internal import CairnFeatures
internal import CairnFormats
internal import CairnIndex
internal import CairnInflate
internal import CairnMemory

/// The file that a command writes, or the standard output for `-`.
///
/// The file gets its name only when it is complete; see `OutputFile`.
struct ResultFile: ~Copyable {
  private var file: OutputFile?
  /// Whether the output is not a regular file: a pipe, a device, the standard output.
  let isStream: Bool
  /// Compresses the file, if its name requires it.
  private var compression: CompressedOutput?

  /// Whether it is the standard output, given as `-`.
  let isStandardOutput: Bool

  /// Opens a pipe or device, or creates the draft of a file.
  ///
  /// - Parameters:
  ///   - path: the file; `-` is the standard output.
  ///   - console: removes the draft if the program is interrupted.
  ///   - compression: how the bytes are compressed; nil for not at all.
  /// - Throws: a ``Failure`` if the file cannot be created.
  init(
    _ path: String, _ console: Console, compression: CompressedOutput.Kind? = nil
  ) throws(Failure) {
    self.compression = compression.map { CompressedOutput($0) }
    isStandardOutput = path == "-"
    guard path != "-" else {
      file = nil
      isStream = true
      return
    }
    do throws(FileError) {
      let opened = try OutputFile(path, watch: console.registerDraft)
      isStream = opened.isStream
      file = consume opened
    } catch {
      throw Failure(error)
    }
  }

  /// Writes bytes.
  mutating func write(_ bytes: [UInt8], _ console: inout Console) throws(Failure) {
    try store(compression?.append(bytes) ?? bytes, &console)
  }

  private mutating func store(_ bytes: [UInt8], _ console: inout Console) throws(Failure) {
    do throws(FileError) {
      guard try file?.write(bytes) == nil else { return }
    } catch {
      throw Failure(error)
    }
    try console.output.write(bytes)
  }

  /// Writes an index file.
  ///
  /// - Returns: the number of features that are places.
  mutating func write(
    indexOf features: PackedFeatures, _ console: inout Console
  ) throws(Failure) -> Int {
    let written = try writing { () throws(IndexFileError) in
      try file?.write(indexOf: features)
    }
    if let written { return written }
    return try Self.writeToStandardOutput(&console) { output, console throws(Failure) in
      try output.write(indexOf: features, &console)
    }
  }

  /// Writes an index file of spilled features.
  ///
  /// - Returns: the number of features that are places.
  mutating func write(
    indexOf features: SpilledFeatures, _ console: inout Console
  ) throws(Failure) -> Int {
    let written = try writing { () throws(IndexFileError) in
      try file?.write(indexOf: features)
    }
    if let written { return written }
    return try Self.writeToStandardOutput(&console) { output, console throws(Failure) in
      try output.write(indexOf: features, &console)
    }
  }

  /// Writes an index file to the standard output as to a pipe.
  private static func writeToStandardOutput(
    _ console: inout Console, _ write: (inout ResultFile, inout Console) throws(Failure) -> Int
  ) throws(Failure) -> Int {
    var output = try ResultFile("/dev/stdout", console)
    let count = try write(&output, &console)
    try output.close(&console)
    return count
  }

  /// Writes an index file of lines and areas.
  mutating func write(
    indexOf shapes: LinesAndAreas, _ console: inout Console
  ) throws(Failure) {
    let bytes: [UInt8]
    do throws(IndexFileError) {
      bytes = try shapes.encoded()
    } catch {
      throw Failure(code: .data, message: error.description)
    }
    try write(bytes, &console)
  }

  /// Completes the file and gives it its name.
  mutating func close(_ console: inout Console) throws(Failure) {
    if compression != nil {
      guard let rest = compression?.finish() else {
        throw Failure(code: .data, message: "a KMZ file cannot hold more than 4 GiB")
      }
      try store(rest, &console)
      compression = nil
    }
    do throws(FileError) {
      guard try file?.finish() == nil else { return }
    } catch {
      throw Failure(error)
    }
    try console.output.flush()
  }
}

extension OutputFile {
  fileprivate mutating func write(
    indexOf features: PackedFeatures
  ) throws(IndexFileError) -> Int {
    try features.write(to: &self, threads: 4)
  }

  fileprivate mutating func write(
    indexOf features: SpilledFeatures
  ) throws(IndexFileError) -> Int {
    try features.write(to: &self, threads: 4)
  }
}

/// Runs a step that writes an index file, and turns its error into a ``Failure``.
func writing<Answer>(
  _ work: () throws(IndexFileError) -> Answer
) throws(Failure) -> Answer {
  do {
    return try work()
  } catch {
    guard case .system(_, let path, let code) = error else {
      throw Failure(code: .data, message: error.description)
    }
    throw Failure(FileError(operation: .write, path: path, code: code))
  }
}

extension Failure {
  /// The failure for an output file or a spill file that cannot be written.
  init(_ error: FileError) {
    let problem = System.Problem(number: error.code)
    if error.operation == .write, problem.isClosedPipe {
      self = .closedPipe
      return
    }
    var message = "\(Spelling.quoted(error.path)) cannot be written: \(problem.message)"
    switch error.operation {
    case .draft, .replace:
      message =
        "\(Spelling.quoted(error.path)) cannot be replaced by a new file (\(problem.message)); "
        + "to write into the existing file, let the shell redirect the output: > FILE"
    case .open, .create, .write, .read, .map: break
    }
    self.init(code: .inputOutput, message: message)
  }
}
