import CairnMemory
import Foundation
import Testing

@testable import CairnCommand

@Suite struct OutputTests {
  @Test func aClosedPipeIsNotAnError() {
    System.ignoreWriteSignals()
    let pipe = Pipe()
    try? pipe.fileHandleForReading.close()
    var output = ByteOutput(fileDescriptor: pipe.fileHandleForWriting.fileDescriptor)
    #expect(throws: Failure.closedPipe) {
      try output.write("nobody reads this\n")
      try output.flush()
    }
    #expect(Failure.closedPipe.code == .success && Failure.closedPipe.message.isEmpty)
  }

  @Test func allWrittenBytesArrive() throws {
    let pipe = Pipe()
    var output = ByteOutput(fileDescriptor: pipe.fileHandleForWriting.fileDescriptor)
    let text = String(repeating: "São Paulo\n", count: 900)
    try output.write(text)
    try output.flush()
    try output.flush()
    try pipe.fileHandleForWriting.close()
    #expect(pipe.fileHandleForReading.readDataToEndOfFile() == Data(text.utf8))
    #expect(output.bytes.isEmpty)
  }

  #if os(Linux)
    @Test func aFullDeviceIsAFailure() throws {
      let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
      var output = ByteOutput(fileDescriptor: full.fileDescriptor)
      let failure = #expect(throws: Failure.self) {
        try output.write([UInt8](repeating: 65, count: 100_000))
        try output.flush()
      }
      #expect(failure?.code == .inputOutput)
      #expect(failure?.message.contains("cannot be written") == true)
    }
  #endif

  @Test func anErrorLeavesNothingOnTheOutput() {
    var console = Console.memory()
    #expect(Tool.run(arguments: ["near", "Sydny"], console: &console) == .usage)
    #expect(console.output.bytes.isEmpty)
    #expect(console.errors.bytes.last == UInt8(ascii: "\n"))
  }
}
