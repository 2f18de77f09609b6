// The C library of each platform, without Foundation, for the whole package.
//
// On Linux only an import of the platform's overlay links libm, which even `Double.rounded()` needs;
// every module is linked with this one. `.ci/check-core` sees to it that no other module imports a
// platform, and strict memory safety that none calls what takes a pointer.

#if canImport(Darwin)
  @_exported public import Darwin
#elseif canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#elseif canImport(Android)
  @_exported public import Android
#elseif canImport(WASILibc)
  @_exported public import WASILibc
#endif
