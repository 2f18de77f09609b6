// Stubs of the other C library functions that the modules use, for compiling only. Only the clock
// is ever called.
public let O_RDONLY: Int32 = 0, O_WRONLY: Int32 = 1, O_CREAT: Int32 = 64, O_EXCL: Int32 = 128
public let O_NOCTTY: Int32 = 256, O_CLOEXEC: Int32 = 0x80000
public let PROT_READ: Int32 = 1, MAP_PRIVATE: Int32 = 2
public let S_IFMT: UInt32 = 0xF000, S_IFREG: UInt32 = 0x8000, S_IFDIR: UInt32 = 0x4000
public let ENOENT: Int32 = 2, EINTR: Int32 = 4, EIO: Int32 = 5, EBUSY: Int32 = 16
public let EEXIST: Int32 = 17, EINVAL: Int32 = 22, EFBIG: Int32 = 27, ELOOP: Int32 = 40
nonisolated(unsafe) public let MAP_FAILED: UnsafeMutableRawPointer? = nil
public var errno: Int32 { 0 }
public typealias uid_t = UInt32
public typealias gid_t = UInt32
// In C, `stat` is both a type and a function. Here a call creates a value of the type, which is
// then compared with 0.
public struct stat: Equatable, ExpressibleByIntegerLiteral {
  public var st_dev: UInt64 = 0
  public var st_ino: UInt64 = 0
  public var st_size: Int64 = 0
  public var st_mode: UInt32 = 0
  public var st_uid: uid_t = 0
  public var st_gid: gid_t = 0
  public init() {}
  public init(integerLiteral: Int32) {}
  public init(_ path: Name, _ status: UnsafeMutablePointer<stat>) {}
}
public typealias Name = UnsafePointer<CChar>
public func open(_ path: Name, _ flags: Int32, _ mode: UInt32 = 0) -> Int32 { -1 }
public func dup(_ descriptor: Int32) -> Int32 { -1 }
@discardableResult public func close(_ descriptor: Int32) -> Int32 { 0 }
public func fsync(_ descriptor: Int32) -> Int32 { 0 }
public func fchmod(_ descriptor: Int32, _ mode: UInt32) -> Int32 { 0 }
public func fchown(_ descriptor: Int32, _ user: uid_t, _ group: gid_t) -> Int32 { 0 }
public func lstat(_ path: Name, _ status: UnsafeMutablePointer<stat>) -> Int32 { -1 }
public func fstat(_ descriptor: Int32, _ status: UnsafeMutablePointer<stat>) -> Int32 { -1 }
public func readlink(_ path: Name, _ text: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int { -1 }
public func write(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int { -1 }
public func rename(_ old: Name, _ new: Name) -> Int32 { -1 }
public func unlink(_ path: Name) -> Int32 { -1 }
public func munmap(_ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int32 { 0 }
public func munmap(_ bytes: UnsafeRawPointer?, _ count: Int) -> Int32 { 0 }
public func mmap(
  _ at: UnsafeMutableRawPointer?, _ count: Int, _ use: Int32, _ flags: Int32, _ descriptor: Int32,
  _ offset: Int64
) -> UnsafeMutableRawPointer? { nil }
@discardableResult public func memset(
  _ bytes: UnsafeMutableRawPointer, _ value: Int32, _ count: Int
) -> UnsafeMutableRawPointer { bytes }
public let MADV_HUGEPAGE: Int32 = 14
public func madvise(_ bytes: UnsafeMutableRawPointer?, _ count: Int, _ advice: Int32) -> Int32 { 0 }
public func memcmp(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, _ count: Int) -> Int32 { 0 }
public typealias pthread_t = UInt
public func pthread_create(
  _ thread: UnsafeMutablePointer<pthread_t>, _ attributes: UnsafeRawPointer?,
  _ start: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?,
  _ argument: UnsafeMutableRawPointer?
) -> Int32 { -1 }
public func pthread_join(_ thread: pthread_t, _ result: UnsafeMutableRawPointer?) -> Int32 { 0 }
// The host provides the clock: milliseconds since an arbitrary time.
public let CLOCK_BOOTTIME: Int32 = 7
public struct timespec {
  public var tv_sec = 0, tv_nsec = 0
  public init() {}
}
@_extern(c, "cairn_clock") func milliseconds() -> Double
@discardableResult public func clock_gettime(
  _ clock: Int32, _ time: UnsafeMutablePointer<timespec>
) -> Int32 {
  let now = milliseconds()
  time.pointee.tv_sec = Int(now / 1000)
  time.pointee.tv_nsec = Int((now - Double(time.pointee.tv_sec) * 1000) * 1e6)
  return 0
}
