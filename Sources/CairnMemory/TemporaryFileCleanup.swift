#if !hasFeature(Embedded)
  /// Removes the temporary file of an unfinished output when a signal terminates the process.
  ///
  /// The process then terminates by that signal, as its shell expects. A second signal has its
  /// default effect.
  package enum TemporaryFileCleanup {
    #if canImport(WASILibc)
      /// Does nothing: this platform has no such signals.
      package static func watch(_ draft: [CChar]?) {}
    #else
      private static let capacity = 1 << 13
      /// The name of the temporary file; never deallocated, since a signal may arrive at any time.
      nonisolated(unsafe) private static let name = UnsafeMutablePointer<CChar>.allocate(
        capacity: capacity)
      private static let hasDraft = AtomicSwitch()
      private static let isInstalled = AtomicSwitch()

      /// Sets the name of the current temporary file, or nil if none exists.
      ///
      /// Only one temporary file is watched at a time.
      package static func watch(_ draft: [CChar]?) {
        hasDraft.turn(on: false)
        guard let draft, draft.count <= capacity else { return }
        for (offset, byte) in draft.enumerated() { unsafe name[offset] = byte }
        hasDraft.turn(on: true)
        if !isInstalled.turn(on: true) { install() }
      }

      private static func install() {
        // Those that end a process by default and come from outside: of a user, of a batch system
        // and of timers.
        let numbers = [
          SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF,
        ]
        for number in numbers {
          let old = signal(number) { number in
            if TemporaryFileCleanup.hasDraft.isOn {
              _ = unsafe unlink(TemporaryFileCleanup.name)
            }
            _ = signal(number, SIG_DFL)
            raise(number)
          }
          // Signals that were ignored, for example by `nohup`, stay ignored.
          if unsafe unsafeBitCast(old, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
            _ = signal(number, SIG_IGN)
          }
        }
      }
    #endif
  }
#endif
