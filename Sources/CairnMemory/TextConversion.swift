#if !hasFeature(Embedded)
  /// Conversion of texts to UTF-8 by the operating system (`iconv`).
  ///
  /// Only Linux systems and Apple's have it; elsewhere no encoding is known.
  package enum TextConversion {
    /// Converts a text to UTF-8.
    ///
    /// The text must begin in the initial state of a stateful encoding, such as after a line break.
    /// A byte that is not valid in the encoding becomes the byte FF, which is not valid UTF-8.
    ///
    /// - Parameters:
    ///   - bytes: the text.
    ///   - encoding: the name of the encoding, such as `Shift_JIS`; case is ignored.
    /// - Returns: nil if the system does not know the encoding.
    /// - Complexity: O(bytes).
    package static func utf8(_ bytes: [UInt8], from encoding: String) -> [UInt8]? {
      #if canImport(Glibc) || canImport(Musl)
        let name = encoding.utf8.allSatisfy(isNameByte) ? encoding : ""
        guard !name.isEmpty, let converter = unsafe iconv_open("UTF-8", name),
          Int(bitPattern: converter) != -1
        else { return nil }
        defer { _ = unsafe iconv_close(converter) }
        return unsafe converted(bytes) { input, inputLeft, output, outputLeft in
          unsafe iconv(converter, input, inputLeft, output, outputLeft) != -1 ? 0 : errno
        }
      #elseif canImport(Darwin)
        let name = encoding.utf8.allSatisfy(isNameByte) ? encoding : ""
        guard !name.isEmpty, let library = unsafe dlopen("/usr/lib/libiconv.2.dylib", RTLD_LAZY)
        else { return nil }
        defer { unsafe dlclose(library) }
        guard let open = unsafe dlsym(library, "iconv_open"),
          let convert = unsafe dlsym(library, "iconv"),
          let close = unsafe dlsym(library, "iconv_close"),
          let converter = unsafe unsafeBitCast(open, to: Open.self)("UTF-8", name),
          Int(bitPattern: converter) != -1
        else { return nil }
        defer { _ = unsafe unsafeBitCast(close, to: Close.self)(converter) }
        return unsafe converted(bytes) { input, inputLeft, output, outputLeft in
          let count = unsafe unsafeBitCast(convert, to: Convert.self)(
            converter, input, inputLeft, output, outputLeft)
          return count != -1 ? 0 : errno
        }
      #else
        return nil
      #endif
    }

    #if canImport(Darwin)
      // The library is part of the system, but not of its module.
      private typealias Open =
        @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>) ->
        UnsafeMutableRawPointer?
      private typealias Convert =
        @convention(c) (
          UnsafeMutableRawPointer, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>,
          UnsafeMutablePointer<Int>, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>,
          UnsafeMutablePointer<Int>
        ) -> Int
      private typealias Close = @convention(c) (UnsafeMutableRawPointer) -> Int32
    #endif

    /// Whether a byte may be part of an encoding's name; a slash would begin options of `iconv`.
    private static func isNameByte(_ byte: UInt8) -> Bool {
      byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || "-_.:+()".utf8.contains(byte)
    }

    /// Calls `iconv` until the whole text is converted.
    ///
    /// - Parameters:
    ///   - bytes: the text.
    ///   - step: converts as much as possible; returns 0 or the `errno`.
    /// - Returns: the text as UTF-8.
    private static func converted(
      _ bytes: [UInt8],
      _ step: (
        UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, UnsafeMutablePointer<Int>,
        UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, UnsafeMutablePointer<Int>
      ) -> Int32
    ) -> [UInt8] {
      var text: [UInt8] = []
      var input = bytes.map { CChar(bitPattern: $0) }
      var output = [CChar](repeating: 0, count: 1 << 14)
      unsafe input.withUnsafeMutableBufferPointer { input in
        var next = input.baseAddress
        var left = input.count
        while left > 0 {
          let before = left
          var problem: Int32 = 0
          unsafe output.withUnsafeMutableBufferPointer { output in
            var end = output.baseAddress
            var capacity = output.count
            problem = unsafe step(&next, &left, &end, &capacity)
            for index in 0..<output.count - capacity {
              text.append(UInt8(bitPattern: unsafe output[index]))
            }
          }
          if problem == 0 || problem == E2BIG && left < before { continue }
          // An invalid byte, or an incomplete character at the end.
          text.append(0xFF)
          unsafe next = next?.advanced(by: 1)
          left -= 1
        }
      }
      return text
    }
  }
#endif
