#if !hasFeature(Embedded)
  /// Runs another program to its end with given input.
  ///
  /// Arguments are passed directly, without a shell. Input and output are unlinked temporary files,
  /// so nothing remains however the run ends.
  package enum ChildProcess {
    /// The outcome of a run.
    package enum Outcome: Sendable {
      /// The program exited: its exit code, standard output and standard error.
      case ended(code: Int32, output: [UInt8], errors: [UInt8])
      /// A signal terminated the program.
      case signalled(Int32)
      /// The program exceeded the time limit and was killed.
      case tookTooLong
      /// The program could not be started.
      case failed(System.Problem)
    }

    /// The environment variables that are passed to the program.
    private static let variables = [
      "PATH", "HOME", "USER", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR", "FONTCONFIG_FILE",
      "FONTCONFIG_PATH", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_DATA_DIRS",
    ]

    /// Returns the path of a program as a shell would find it; nil if none exists.
    ///
    /// A name with a slash is used as a path.
    package static func path(of program: String) -> String? {
      #if canImport(WASILibc)
        return nil
      #else
        func isProgram(_ path: String) -> Bool {
          var status = stat()
          return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            && access(path, X_OK) == 0
        }
        if program.utf8.contains(UInt8(ascii: "/")) { return isProgram(program) ? program : nil }
        let folders = System.environment("PATH") ?? "/usr/local/bin:/usr/bin:/bin"
        // Empty entries, which mean the current directory, are ignored for security.
        return folders.split(separator: ":").lazy.map { "\($0)/\(program)" }.first(where: isProgram)
      #endif
    }

    /// Runs a program to its end.
    ///
    /// - Parameters:
    ///   - path: the path of the program.
    ///   - arguments: its arguments; an argument with a zero byte is truncated there.
    ///   - input: its standard input.
    ///   - seconds: the time limit in seconds.
    /// - Returns: the outcome.
    package static func run(
      _ path: String, _ arguments: [String], input: [UInt8], seconds: Int
    ) -> Outcome {
      #if canImport(WASILibc)
        return .failed(System.Problem(number: ENOSYS))
      #else
        do throws(System.Problem) {
          let source = try UnlinkedFile()
          let output = try UnlinkedFile()
          let errors = try UnlinkedFile()
          if let problem = System.write(input, to: source.descriptor) { throw problem }
          lseek(source.descriptor, 0, SEEK_SET)
          // Ctrl-C should terminate only the child, so that this process can clean up.
          let old = [SIGINT, SIGQUIT].map { (number: $0, handler: signal($0, SIG_IGN)) }
          defer { for entry in old { _ = signal(entry.number, entry.handler) } }
          let process = try start(
            path, arguments, [source.descriptor, output.descriptor, errors.descriptor])
          guard let status = wait(for: process, seconds: seconds) else { return .tookTooLong }
          let end = status & 0x7F
          guard end == 0 else { return .signalled(end) }
          return .ended(
            code: status >> 8 & 0xFF, output: try output.bytes(), errors: try errors.bytes())
        } catch {
          return .failed(error)
        }
      #endif
    }

    #if !canImport(WASILibc)
      /// Starts a program with open files as its standard input, output and error.
      private static func start(
        _ path: String, _ arguments: [String], _ files: [Int32]
      ) throws(System.Problem) -> pid_t {
        #if canImport(Darwin)
          var actions: posix_spawn_file_actions_t?
          var attributes: posix_spawnattr_t?
        #else
          var actions = unsafe posix_spawn_file_actions_t()
          var attributes = posix_spawnattr_t()
        #endif
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
        defer {
          unsafe posix_spawn_file_actions_destroy(&actions)
          unsafe posix_spawnattr_destroy(&attributes)
        }
        for (number, file) in files.enumerated() {
          unsafe posix_spawn_file_actions_adddup2(&actions, file, Int32(number))
        }
        // Reset ignored signals, which the child would otherwise inherit.
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        for number in [SIGINT, SIGQUIT, SIGPIPE, SIGXFSZ] { unsafe sigaddset(&signals, number) }
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))

        let words = unsafe ([path] + arguments).map { unsafe strdup($0) }
        let settings = unsafe variables.compactMap { name in
          unsafe System.environment(name).flatMap { unsafe strdup("\(name)=\($0)") }
        }
        defer {
          unsafe words.forEach { unsafe free($0) }
          unsafe settings.forEach { unsafe free($0) }
        }
        var process: pid_t = 0
        let code = unsafe posix_spawn(
          &process, path, &actions, &attributes, words + [nil], settings + [nil])
        if code != 0 { throw System.Problem(number: code) }
        return process
      }

      /// Waits for a process to end, and kills it at the time limit.
      ///
      /// - Returns: the wait status; nil if the time limit was exceeded.
      private static func wait(for process: pid_t, seconds: Int) -> Int32? {
        var status: Int32 = 0
        let end = Clock.nanoseconds + Int64(seconds) * 1_000_000_000
        var pause: UInt32 = 1_000
        while true {
          let ended = repeatingInterrupted { unsafe waitpid(process, &status, WNOHANG) }
          if ended != 0 { break }
          if Clock.nanoseconds > end {
            kill(process, SIGKILL)
            _ = repeatingInterrupted { unsafe waitpid(process, &status, 0) }
            return nil
          }
          usleep(pause)
          pause = min(pause * 2, 20_000)
        }
        return status
      }
    #endif
  }

  #if !canImport(WASILibc)
    /// An unlinked temporary file, removed when it is closed.
    private struct UnlinkedFile: ~Copyable {
      let descriptor: Int32

      init() throws(System.Problem) {
        var name = TemporaryDirectory.template
        descriptor = unsafe mkstemp(&name)
        guard descriptor >= 0 else { throw System.Problem(number: errno) }
        _ = unsafe unlink(name)
        // The child inherits it only as a standard descriptor.
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      }

      deinit { _ = close(descriptor) }

      /// Returns the whole contents.
      func bytes() throws(System.Problem) -> [UInt8] {
        lseek(descriptor, 0, SEEK_SET)
        var all: [UInt8] = []
        while true {
          var problem: System.Problem?
          let piece = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
            var result = -1
            repeat {
              result = unsafe read(descriptor, buffer.baseAddress, buffer.count)
            } while result < 0 && errno == EINTR
            if result < 0 { problem = System.Problem(number: errno) }
            count = max(result, 0)
          }
          if let problem { throw problem }
          if piece.isEmpty { return all }
          all += piece
        }
      }
    }
  #endif

  /// A temporary directory for files that need names; removed with its contents when it goes out of
  /// scope.
  package struct TemporaryDirectory: ~Copyable {
    /// The path of the directory.
    package let path: String

    /// A template for `mkstemp` and `mkdtemp`, zero-terminated.
    fileprivate static var template: [CChar] {
      "\(System.temporaryFolder)/cairn-XXXXXX".utf8CString.map { $0 }
    }

    /// Creates a directory accessible only to the user.
    package init() throws(System.Problem) {
      #if canImport(WASILibc)
        throw System.Problem(number: ENOSYS)
      #else
        var name = Self.template
        guard unsafe mkdtemp(&name) != nil else { throw System.Problem(number: errno) }
        path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      #endif
    }

    deinit {
      #if !canImport(WASILibc)
        // A browser leaves nested directories, so the system's `rm` is used.
        _ = ChildProcess.run("/bin/rm", ["-rf", "--", path], input: [], seconds: 60)
      #endif
    }
  }
#endif
