// The C library of each platform, without Foundation, for the whole package.
//
// On Linux only an import of the platform's overlay links libm, which even `Double.rounded()`
// needs; every module is linked with this one. The re-export makes the C functions visible in all
// modules of the package. `.ci/check-core` rejects other imports of a platform and, because calls
// with pointers need `unsafe`, such calls outside of this module.

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
