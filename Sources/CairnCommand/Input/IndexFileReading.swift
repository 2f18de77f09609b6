internal import CairnIndex
internal import CairnMemory

/// Runs a query of index files, and turns its error into a ``Failure`` that names the damaged one.
func reading<Answer>(
  _ files: PlaceIndexSet<PartRecord>, _ work: () throws(IndexFileError) -> Answer
) throws(Failure) -> Answer {
  do {
    return try work()
  } catch {
    // The file stores the error and throws it again.
    for name in files.names {
      try reading(name) { () throws(IndexFileError) in try files[name]?._verify() }
    }
    return try reading { () throws(IndexFileError) in throw error }
  }
}

/// Runs a step that reads an index file, and turns its error into a ``Failure``.
func reading<Answer>(
  _ path: String? = nil, _ work: () throws(IndexFileError) -> Answer
) throws(Failure) -> Answer {
  do {
    return try work()
  } catch {
    guard case .system(let operation, let path, let code) = error else {
      throw Failure(
        code: .data,
        message: (path.map { "\(Spelling.quoted($0)): " } ?? "") + error.description
          + (error.isOfFile ? "; build it again with `cairn index build`" : ""))
    }
    throw Failure(
      code: .noInput,
      message: "cannot \(operation) \(Spelling.quoted(path)): "
        + System.Problem(number: code).message)
  }
}

extension IndexFileError {
  /// Whether a new copy of the file, or one of this version, is needed.
  fileprivate var isOfFile: Bool {
    switch self {
    case .unsupportedVersion, .wrongLength, .damaged: true
    case .system, .notAnIndexFile, .malformed, .tooLarge: false
    }
  }
}
