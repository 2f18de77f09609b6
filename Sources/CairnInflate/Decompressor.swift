/// Reads what may be compressed: gzip, a KMZ archive, or anything else as it is.
///
/// ```swift
/// var input = Decompressor()
/// input.append(bytes)
/// input.finish()
/// while let piece = try input.next() { reader.append(piece) }
/// ```
///
/// The first bytes tell which it is. Of an archive the KML document is read (see
/// ``ZipArchive/mainKML``), for which the whole of it has to come first and is held; all else is read
/// as it comes. ``unreadDocuments`` names the other KML files of an archive, which only
/// ``ZipArchive/documents`` gives. An archive in a file is better read by
/// ``ZipArchive/init(byteCount:bytes:)``.
public struct Decompressor: Sendable {
  /// How an input is compressed.
  public enum Compression: String, Hashable, Sendable, CaseIterable {
    /// Not at all.
    case none
    /// As a gzip file.
    case gzip
    /// As a ZIP archive, of which KMZ is one.
    case zip
  }

  /// How the input is compressed; nil before four bytes of it have come.
  public private(set) var compression: Compression?

  /// The KML files of an archive that are not read, as far as its directory has been.
  public private(set) var unreadDocuments: [String] = []

  private var pending: [UInt8] = []
  private var isFinished = false
  private var gzip = GzipReader()
  private var member: ZipArchive.MemberReader?

  /// Makes one without input.
  public init() {}

  /// How many bytes of an input tell how it is compressed.
  public static var tellingLength: Int { 4 }

  /// How something is compressed that begins with these bytes, ``tellingLength`` or more.
  public static func compression(of start: [UInt8]) -> Compression {
    if start.starts(with: GzipReader.magic) { return .gzip }
    return start.starts(with: ZipArchive.magic) ? .zip : .none
  }

  /// Adds the next piece of the input.
  public mutating func append(_ piece: [UInt8]) {
    if compression == .gzip { return gzip.append(piece) }
    if pending.isEmpty { pending = piece } else { pending += piece }
    tell()
  }

  /// Says that no more input comes.
  public mutating func finish() {
    isFinished = true
    tell()
    gzip.finish()
  }

  private mutating func tell() {
    guard compression == nil, pending.count >= Self.tellingLength || isFinished else { return }
    compression = Self.compression(of: pending)
    guard compression == .gzip else { return }
    gzip.append(pending)
    pending = []
  }

  /// The next bytes, or nil when more input is needed, and at the end.
  ///
  /// - Throws: ``InflateError`` for what is damaged or cut short, and for an archive without KML.
  public mutating func next() throws(InflateError) -> [UInt8]? {
    switch compression {
    case .gzip: return try gzip.next()
    case .zip:
      guard isFinished else { return nil }
      if member == nil {
        let archive = try ZipArchive(pending)
        pending = []
        member = try archive.readerOfMainKML()
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
