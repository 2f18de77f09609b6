/// Decompresses gzip and KMZ input, and passes other input through.
///
/// ```swift
/// var input = Decompressor()
/// input.append(bytes)
/// input.finish()
/// while let piece = try input.next() { reader.append(piece) }
/// ```
///
/// The compression is detected from the first bytes. For an archive, the main KML document is read
/// (see ``ZipArchive/mainKML``), which requires the whole archive in memory; all other input is
/// streamed. ``unreadDocuments`` lists the other KML files of an archive, which only
/// ``ZipArchive/documents`` provides. To read an archive from a file, prefer
/// ``ZipArchive/init(byteCount:bytes:)``.
public struct Decompressor: Sendable {
  /// The compression of an input.
  public enum Compression: String, Hashable, Sendable, CaseIterable {
    /// No compression.
    case none
    /// A gzip file.
    case gzip
    /// A ZIP archive, including KMZ.
    case zip
  }

  /// The compression of the input; nil before its first four bytes have arrived.
  public private(set) var compression: Compression?

  /// The KML files of an archive that are not read; empty until its directory has been read.
  public private(set) var unreadDocuments: [String] = []

  private var pending: [UInt8] = []
  private var isFinished = false
  private var gzip = GzipReader()
  private var member: ZipArchive.MemberReader?

  /// Creates a decompressor without input.
  public init() {}

  /// The number of bytes needed to detect the compression.
  public static var detectionLength: Int { 4 }

  /// Detects the compression from the first bytes of an input, ``detectionLength`` or more.
  public static func compression(of start: [UInt8]) -> Compression {
    if start.starts(with: GzipReader.magic) { return .gzip }
    return start.starts(with: ZipArchive.magic) ? .zip : .none
  }

  /// Adds the next piece of the input.
  public mutating func append(_ piece: [UInt8]) {
    if compression == .gzip { return gzip.append(piece) }
    if pending.isEmpty { pending = piece } else { pending += piece }
    detectCompression()
  }

  /// Marks the end of the input.
  public mutating func finish() {
    isFinished = true
    detectCompression()
    gzip.finish()
  }

  private mutating func detectCompression() {
    guard compression == nil, pending.count >= Self.detectionLength || isFinished else { return }
    compression = Self.compression(of: pending)
    guard compression == .gzip else { return }
    gzip.append(pending)
    pending = []
  }

  /// Returns the next bytes, or nil if more input is needed, and at the end.
  ///
  /// - Throws: ``InflateError`` if the input is damaged or truncated, and for an archive without
  ///   KML.
  public mutating func next() throws(InflateError) -> [UInt8]? {
    switch compression {
    case .gzip: return try gzip.next()
    case .zip:
      guard isFinished else { return nil }
      if member == nil {
        let archive = try ZipArchive(pending)
        pending = []
        member = try archive.mainKMLReader()
        unreadDocuments = try archive.documents.dropFirst().map(\.name)
      }
      return try member?.next()
    case .some(.none):
      guard !pending.isEmpty else { return nil }
      defer { pending = [] }
      return pending
    case nil: return nil
    }
  }
}
