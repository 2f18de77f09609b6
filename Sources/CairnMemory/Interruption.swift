#if !hasFeature(Embedded)
  /// Removes the draft of a file when a signal ends the process.
  ///
  /// The process then ends by that signal, as its shell expects. A second one finds its default.
  package enum Interruption {
    #if canImport(WASILibc)
      /// There are no such signals here.
      package static func watch(_ draft: [CChar]?) {}
    #else
      private static let capacity = 1 << 13
      /// The name of the draft; it stays where it is, for a signal may come at any time.
      nonisolated(unsafe) private static let name = UnsafeMutablePointer<CChar>.allocate(
        capacity: capacity)
      private static let hasDraft = AtomicSwitch()
      private static let isInstalled = AtomicSwitch()

      /// Takes the name of the draft that there is from now on, or nil when there is none.
      ///
      /// One draft at a time is watched.
      package static func watch(_ draft: [CChar]?) {
        hasDraft.turn(on: false)
        guard let draft, draft.count <= capacity else { return }
        for (offset, byte) in draft.enumerated() { unsafe name[offset] = byte }
        hasDraft.turn(on: true)
        if !isInstalled.turn(on: true) { install() }
      }

      private static func install() {
        for number in [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU] {
          let old = signal(number) { number in
            if Interruption.hasDraft.isOn {
              _ = unsafe unlink(Interruption.name)
            }
            _ = signal(number, SIG_DFL)
            raise(number)
          }
          // What the process was told to ignore, as by `nohup`, stays ignored.
          if unsafe unsafeBitCast(old, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
            _ = signal(number, SIG_IGN)
          }
        }
      }
    #endif
  }
#endif
