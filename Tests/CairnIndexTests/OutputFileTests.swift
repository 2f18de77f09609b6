import CairnGeodesy
import CairnMemory
import Foundation
import TestSupport
import Testing

@testable import CairnIndex

@Suite struct OutputFileTests {
  /// A temporary directory of a test, removed with the value.
  private final class Folder: Sendable {
    let path = NSTemporaryDirectory() + "cairn-output-" + UUID().uuidString

    init() throws {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    subscript(name: String) -> String { path + "/" + name }

    func text(_ name: String) throws -> String {
      String(decoding: try Data(contentsOf: URL(fileURLWithPath: self[name])), as: UTF8.self)
    }

    func put(_ text: String, _ name: String, mode: Int? = nil) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: self[name]))
      guard let mode else { return }
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: self[name])
    }

    func mode(_ name: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: self[name])[.posixPermissions] as? Int
    }

    func link(_ name: String, to target: String) throws {
      try FileManager.default.createSymbolicLink(
        atPath: self[name], withDestinationPath: target)
    }

    func target(of name: String) -> String? {
      try? FileManager.default.destinationOfSymbolicLink(atPath: self[name])
    }

    var names: [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }
  }

  /// Reads all bytes of a pipe on a separate thread, because the writer waits for the reader.
  private final class PipeReader: Sendable {
    private let found = Lock<[UInt8]>([])
    private let end = DispatchSemaphore(value: 0)

    init(_ path: String) {
      Thread.detachNewThread { [self] in
        let data = FileHandle(forReadingAtPath: path)?.readDataToEndOfFile()
        found.withLock { $0 = data.map { Array($0) } ?? [] }
        end.signal()
      }
    }

    var bytes: [UInt8] {
      end.wait()
      return found.withLock { $0 }
    }
  }

  private func write(_ text: String, _ path: String) throws(FileError) {
    var file = try OutputFile(path)
    try file.write(Array(text.utf8))
    try file.finish()
  }

  private func error(_ path: String) -> FileError? {
    do throws(FileError) {
      try write("x", path)
      return nil
    } catch {
      return error
    }
  }

  @Test func filesAreRenamedWhenComplete() throws {
    let folder = try Folder()
    try folder.put("old", "a.txt")
    try folder.put("mine", "a.txt.part")
    var file = try OutputFile(folder["a.txt"])
    let isStream = file.isStream
    #expect(!isStream)
    try file.write(Array("new".utf8))
    #expect(try folder.text("a.txt") == "old")
    let draft = try #require(folder.names.first)
    #expect(draft.hasPrefix(".cairn-draft-") && folder.names.count == 3)
    #expect(try folder.mode(draft) == 0o600)
    try file.write([])
    try file.write(Array(" text".utf8))
    try file.finish()
    #expect(try folder.text("a.txt") == "new text")
    #expect(folder.names == ["a.txt", "a.txt.part"])
    #expect(try folder.text("a.txt.part") == "mine")
  }

  @Test func abandonedFilesAreRemoved() throws {
    let folder = try Folder()
    try folder.put("old", "a.txt")
    for name in ["a.txt", "b.txt"] {
      var file = try OutputFile(folder[name])
      try file.write([1, 2, 3])
    }
    #expect(folder.names == ["a.txt"])
    #expect(try folder.text("a.txt") == "old")
  }

  @Test func modesAreKeptAndNewFilesUseTheUmask() throws {
    let folder = try Folder()
    // The default mode of a new file.
    let descriptor = unsafe open(folder["plain"], O_WRONLY | O_CREAT, 0o666)
    close(descriptor)
    try write("x", folder["new"])
    #expect(try folder.mode("new") == folder.mode("plain"))
    for mode in [0o600, 0o640, 0o664, 0o755, 0o777, 0o200] {
      try folder.put("old", "a", mode: mode)
      try write("new", folder["a"])
      #expect(try folder.mode("a") == mode)
    }
  }

  @Test func symbolicLinksAreKept() throws {
    let folder = try Folder()
    try FileManager.default.createDirectory(
      atPath: folder["data"], withIntermediateDirectories: true)
    try folder.put("old", "data/a", mode: 0o640)
    try folder.link("near", to: "data/a")
    try folder.link("data/up", to: "../near")
    try folder.link("far", to: folder["data/up"])
    try folder.link("there", to: "data")
    for name in ["near", "data/up", "far", "there/up", "there/a"] {
      try write(name, folder[name])
      #expect(try folder.text("data/a") == name)
      #expect(try folder.mode("data/a") == 0o640)
    }
    #expect(folder.target(of: "near") == "data/a" && folder.target(of: "data/up") == "../near")
    // A missing target of a link is created.
    try folder.link("hope", to: "data/b")
    try write("made", folder["hope"])
    #expect(try folder.text("data/b") == "made" && folder.target(of: "hope") == "data/b")
    // Another hard link keeps the old contents.
    try FileManager.default.linkItem(atPath: folder["data/b"], toPath: folder["other"])
    try write("again", folder["data/b"])
    #expect(try folder.text("other") == "made")
    // No temporary file remains in either directory.
    #expect(folder.names == ["data", "far", "hope", "near", "other", "there"])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder["data"]).sorted()
        == ["a", "b", "up"])
    try folder.link("round", to: "about")
    try folder.link("about", to: "round")
    #expect(error(folder["round"])?.code == ELOOP)
    try folder.link("nowhere", to: "no/folder")
    #expect(error(folder["nowhere"])?.operation == .create)
  }

  @Test func invalidPathsAreRejected() throws {
    let folder = try Folder()
    for (path, operation, code) in [
      ("", .open, ENOENT), (folder.path, .open, EISDIR), (folder.path + "/", .open, EISDIR),
      (folder["no/such"], .create, ENOENT), (folder["a\0b"], .open, EINVAL), (".", .open, EISDIR),
      (folder[String(repeating: "n", count: 300)], .open, ENAMETOOLONG),
    ] as [(String, FileError.Operation, Int32)] {
      let found = error(path)
      #expect(found == FileError(operation: operation, path: path, code: code))
    }
    #expect(folder.names.isEmpty)
    // A name may have the maximum length.
    let long = String(repeating: "n", count: 255)
    try write("x", folder[long])
    #expect(folder.names == [long])
  }

  /// Another writer may finish at any moment, including while this one checks the target.
  @Test func concurrentWritersSucceed() async throws {
    let folder = try Folder()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<8 {
        group.addTask {
          for number in 0..<40 {
            var file = try OutputFile(folder["a"])
            try file.write(Array("\(writer) \(number)".utf8))
            try file.finish()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try folder.text("a").hasSuffix(" 39"))
    #expect(folder.names == ["a"])
  }

  @Test func concurrentWritersLeaveACompleteFile() async throws {
    let folder = try Folder()
    let texts = (0..<8).map { String(repeating: "\($0)", count: 50_000 + $0) }
    for _ in 0..<5 {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for text in texts {
          group.addTask {
            var file = try OutputFile(folder["a"])
            for piece in stride(from: 0, to: text.utf8.count, by: 1_000) {
              try file.write(Array(text.utf8.dropFirst(piece).prefix(1_000)))
            }
            try file.finish()
          }
        }
        try await group.waitForAll()
      }
      #expect(try texts.contains(folder.text("a")))
      #expect(folder.names == ["a"])
    }
  }

  @Test func pipesAndDescriptorsAreWrittenTo() throws {
    let folder = try Folder()
    #expect(unsafe mkfifo(folder["pipe"], 0o600) == 0)
    try folder.link("link", to: "pipe")
    for name in ["pipe", "link"] {
      #expect(OutputFile.isStream(folder[name]))
      let reader = PipeReader(folder["pipe"])
      try write("through the pipe", folder[name])
      #expect(reader.bytes == Array("through the pipe".utf8))
    }
    #expect(folder.names == ["link", "pipe"])

    let pipe = Pipe()
    let number = pipe.fileHandleForWriting.fileDescriptor
    try folder.link("open", to: "/dev/fd/\(number)")
    for path in ["/dev/fd/\(number)", folder["open"]] {
      #expect(OutputFile.isStream(path))
      var file = try OutputFile(path)
      let isStream = file.isStream
      #expect(isStream)
      try file.write(Array("descriptor".utf8))
      try file.finish()
      #expect(pipe.fileHandleForReading.availableData == Data("descriptor".utf8))
    }
    #expect(error("/dev/fd/987654")?.code == EBADF)

    // Writing to an open descriptor appends at its current position.
    #expect(FileManager.default.createFile(atPath: folder["log"], contents: nil))
    let log = try #require(FileHandle(forWritingAtPath: folder["log"]))
    try log.write(contentsOf: Data("first ".utf8))
    try write("second", "/dev/fd/\(log.fileDescriptor)")
    try log.write(contentsOf: Data(" third".utf8))
    #expect(try folder.text("log") == "first second third")
    #expect(OutputFile.isStream("/dev/stdout") && OutputFile.isStream("/dev/null"))
    #expect(!OutputFile.isStream(folder["log"]) && !OutputFile.isStream(folder["none"]))
    #expect(!OutputFile.isStream(folder.path))
  }

  @Test func watchIsNotifiedOfTemporaryFiles() throws {
    let folder = try Folder()
    let told = Lock<[String?]>([])
    let watch: OutputFile.Watch = { name in
      told.withLock {
        $0.append(name.map { String(decoding: $0.dropLast().map(UInt8.init), as: UTF8.self) })
      }
    }
    var file = try OutputFile(folder["a"], watch: watch)
    #expect(told.withLock { $0 } == [folder[folder.names[0]]])
    try file.finish()
    #expect(told.withLock { $0.count } == 2)
    do { _ = try OutputFile(folder["b"], watch: watch) }
    let all = told.withLock { $0 }
    #expect(all.count == 4 && all[1] == nil && all[3] == nil)
    #expect(all[2]?.hasPrefix(folder[".cairn-draft-"]) == true)
    #expect(folder.names == ["a"])
  }

  @Test func indexesAreWrittenToPipes() throws {
    let folder = try Folder()
    var random = SeededGenerator(seed: 4)
    let index = try PlaceIndex((0..<5_000).map { _ in coordinate(&random) }, coordinate: { $0 })
    #expect(unsafe mkfifo(folder["pipe"], 0o600) == 0)
    let reader = PipeReader(folder["pipe"])
    try index.write(to: folder["pipe"]) { "\($0)".utf8 }
    #expect(try reader.bytes == index.encoded { "\($0)".utf8 })
  }
}
