internal import CairnCountries
internal import CairnFormats
internal import CairnGeodesy
internal import CairnMemory

extension Command {
  /// `cairn photos`: the positions and times of photos.
  static let photos = Command(
    name: "photos",
    summary: "list where and when photos were taken, from their Exif data",
    operands: "<file> ...",
    discussion: """
      Reads the headers of photos, or of all photos in a folder and the folders within it (JPEG, HEIC, AVIF, PNG, WebP, TIFF and raw formats based on it)
      and writes a point for each: the file, the country, the time on the camera's clock with its
      offset if the camera notes it, the camera, the direction of view and the error of the
      position. Photos without a position, and files that are damaged or no photos, are left out and
      reported. Images are not decoded.
      """,
    options: [
      Option(name: "all", help: "also write photos without a position, in a table or GeoJSON")
    ] + .featureOutput("csv"),
    examples: [
      ("cairn photos beach.jpg", "position, country and time of a photo"),
      ("cairn photos beach.jpg --format geojson", "for a map"),
      ("cairn photos beach.jpg --out photos.gpx", "as waypoints"),
    ],
    run: { (arguments, console) throws(Failure) in
      guard !arguments.operands.isEmpty else {
        throw .usage("a photo is needed, such as `cairn photos beach.jpg`")
      }
      let paths = try Photo.files(in: arguments.operands)
      let output = try FeatureOutput(arguments, preset: .csv)
      var features: [GeoFeature] = []
      var problems: [String] = []
      var unplaced = 0
      var unusable: [String] = []
      for path in paths {
        do throws(Failure) {
          guard let photo = try Photo(path) else {
            throw Failure(
              code: .data, message: "\(Spelling.quoted(path)) is not a photo of a known format")
          }
          if photo.metadata.position == nil { unplaced += 1 }
          if let problem = photo.metadata.positionProblem {
            unusable.append("\(Spelling.quoted(path)): \(problem)")
          }
          if photo.metadata.position != nil || arguments.has("all") {
            features.append(photo.feature)
          }
        } catch {
          if paths.count == 1 { throw error }
          problems.append(error.message)
        }
      }
      let count = paths.count
      guard problems.count < count else {
        throw Failure(code: .data, message: problems.first ?? "")
      }
      try output.write(features, to: &console)
      let report = FeatureReport("photos", of: "")
      if unplaced > 0 {
        let fate = arguments.has("all") ? "" : ", left out"
        try report.write(
          "\(Text.grouped(unplaced)) of \(Text.grouped(count)) photos without a position\(fate)",
          to: &console)
      }
      try report.write(
        "\(Text.grouped(unusable.count)) of \(Text.grouped(count)) photos with a position that "
          + "cannot be used",
        unusable.count, unusable, to: &console)
      try report.write(
        "\(Text.grouped(problems.count)) of \(Text.grouped(count)) files cannot be read, left out",
        problems.count, problems, to: &console)
      try console.errors.flush()
    })
}

/// A photo.
struct Photo {
  let path: String
  let format: PhotoFormat
  let metadata: PhotoMetadata

  /// Reads the headers of a photo; returns nil if the file is not a photo.
  ///
  /// - Throws: a ``Failure`` if the file cannot be read or is damaged.
  init?(_ path: String) throws(Failure) {
    guard !InputFile.isStream(path) else { return nil }
    let start: [UInt8]
    do throws(System.Problem) {
      start = try System.InputStream(FileName.system(path)).next(16)
    } catch {
      throw Self.missing(path, error)
    }
    try self.init(path, start: start)
  }

  /// Reads the headers of a photo whose first bytes are known; returns nil if the file is not a
  /// photo, or is a pipe.
  ///
  /// - Throws: a ``Failure`` if the file cannot be read or is damaged.
  init?(_ path: String, start: [UInt8]) throws(Failure) {
    guard let format = PhotoFormat(start: Array(start.prefix(16))), !InputFile.isStream(path) else {
      return nil
    }
    let bytes: PhotoBytes
    do throws(System.Problem) {
      guard let access = try System.InputStream(FileName.system(path)).atAnyPosition else {
        return nil
      }
      bytes = PhotoBytes(count: access.byteCount) { access.bytes($0) }
    } catch {
      throw Self.missing(path, error)
    }
    self.path = path
    self.format = format
    do throws(FormatError) {
      metadata = try PhotoMetadata(bytes, format)
    } catch {
      throw Failure(code: .data, message: "\(Spelling.quoted(path)), \(error)")
    }
  }

  private static func missing(_ path: String, _ problem: System.Problem) -> Failure {
    Failure(
      code: .noInput, message: "\(Spelling.quoted(path)) cannot be read: \(problem.message)")
  }

  /// The files, with each folder replaced by the photos in it and in the folders within it, in the
  /// order of their names; hidden files are left out.
  ///
  /// - Throws: a ``Failure`` if a folder cannot be read or has no photo.
  static func files(in paths: [String]) throws(Failure) -> [String] {
    var files: [String] = []
    for path in paths {
      guard let name = FileName.system(path), System.isFolder(name, followsLinks: true) else {
        files.append(path)
        continue
      }
      let count = files.count
      try addPhotos(of: path, depth: 0, to: &files)
      guard files.count > count else {
        throw Failure(code: .noInput, message: "there is no photo in \(Spelling.quoted(path))")
      }
    }
    return files
  }

  /// The maximum depth of folders within a folder.
  private static let depthLimit = 64

  private static func addPhotos(
    of folder: String, depth: Int, to files: inout [String]
  ) throws(Failure) {
    let names: [[UInt8]]
    do throws(System.Problem) {
      names = try System.names(inFolder: FileName.system(folder) ?? [0])
    } catch {
      throw missing(folder, error)
    }
    for name in names.map(FileName.text).sorted() where !name.hasPrefix(".") {
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      guard let system = FileName.system(path) else { continue }
      if System.isFolder(system, followsLinks: false) {
        if depth < depthLimit { try addPhotos(of: path, depth: depth + 1, to: &files) }
      } else if System.identity(system) != nil,
        let start = try? System.InputStream(system).next(16), PhotoFormat(start: start) != nil
      {
        files.append(path)
      }
    }
  }

  /// The photo as a GeoJSON feature.
  func text() throws(Failure) -> [UInt8] {
    var writer = FileFormat.geoJSONSequence.writer()
    do throws(FormatError) {
      try writer.write(feature)
      try writer.end()
    } catch {
      throw Failure(code: .data, message: "\(Spelling.quoted(path)), \(error)")
    }
    return writer.drain()
  }

  /// The point of the photo.
  var feature: GeoFeature {
    var properties = Properties()
    let name = path.split(separator: "/").last.map(String.init) ?? path
    properties["name"] = .string(name)
    properties["file"] = .string(path)
    let country = metadata.position.flatMap { CountryAtlas.world.country(at: $0.coordinate) }
    properties["country"] = country.map { .string($0.alpha2) } ?? .null
    properties["time"] = metadata.time.map { .string($0.text) } ?? .null
    properties["camera"] = metadata.camera.map { .string($0) } ?? .null
    properties["direction"] = metadata.direction.map { .number($0) } ?? .null
    properties["accuracy_m"] = metadata.accuracy.map { .number($0) } ?? .null
    return GeoFeature(
      geometry: metadata.position.map { .point($0) }, properties: properties)
  }
}
