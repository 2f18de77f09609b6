// The C library functions that Embedded Swift needs without an operating system: memory, and the
// arithmetic that has no WebAssembly instruction. Compiled with clang for wasm32; no other C library
// is linked.

#include <stddef.h>
#include <stdint.h>

// MARK: Memory

// Blocks have size classes with four steps for each doubling. A freed block is kept in the free list
// of its class: the page allocates the same sizes repeatedly, so blocks are never merged.

enum { unit = 16, sizes = 128, page = 65536 };

typedef struct Block { struct Block *next; } Block;

/// The header before the bytes of an allocation: the size class, and the start of the block.
typedef struct { uint32_t size, start; } Head;

extern unsigned char __heap_base;
static Block *waiting[sizes];
static uintptr_t top, end;

/// Returns the smallest size class for a number of bytes, and stores its size.
static uint32_t size_number(size_t bytes, size_t *size) {
  size_t units = (bytes + unit - 1) / unit;
  if (units <= 4) {
    *size = units * unit;
    return (uint32_t)units;
  }
  uint32_t shift = 29 - (uint32_t)__builtin_clzl(units - 1);
  size_t quarters = ((units - 1) >> shift) + 1;
  *size = (quarters << shift) * unit;
  return (uint32_t)(4 * shift + quarters);
}

static void *take(size_t bytes, size_t alignment) {
  size_t size;
  size_t slack = alignment > unit ? alignment : 0;
  if (bytes > (size_t)0x7FFFFFFF - slack - unit) return NULL;
  uint32_t number = size_number(bytes + unit + slack, &size);
  uintptr_t start;
  if (waiting[number]) {
    start = (uintptr_t)waiting[number];
    waiting[number] = waiting[number]->next;
  } else {
    if (!top) {
      top = ((uintptr_t)&__heap_base + unit - 1) & ~(uintptr_t)(unit - 1);
      end = __builtin_wasm_memory_size(0) * (uintptr_t)page;
    }
    if (end - top < size) {
      size_t pages = (size - (end - top) + page - 1) / page;
      if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1) return NULL;
      end += pages * page;
    }
    start = top;
    top += size;
  }
  uintptr_t bytes_start = start + unit;
  if (slack) bytes_start = (bytes_start + alignment - 1) & ~(uintptr_t)(alignment - 1);
  Head *head = (Head *)(bytes_start - sizeof(Head));
  head->size = number;
  head->start = (uint32_t)start;
  return (void *)bytes_start;
}

void *malloc(size_t bytes) { return take(bytes, unit); }

int posix_memalign(void **result, size_t alignment, size_t bytes) {
  *result = take(bytes, alignment);
  return *result ? 0 : 12;
}

void free(void *bytes) {
  if (!bytes) return;
  Head *head = (Head *)((uintptr_t)bytes - sizeof(Head));
  Block *block = (Block *)(uintptr_t)head->start;
  uint32_t number = head->size;
  block->next = waiting[number];
  waiting[number] = block;
}

int memcmp(const void *a, const void *b, size_t count) {
  const unsigned char *left = a, *right = b;
  for (size_t i = 0; i < count; i++)
    if (left[i] != right[i]) return left[i] - right[i];
  return 0;
}

/// The seed of hashes; it need not be unpredictable, since there are no hostile keys here.
void arc4random_buf(void *bytes, size_t count) {
  static uint64_t state = 0x9E3779B97F4A7C15;
  for (size_t i = 0; i < count; i++) {
    state = state * 6364136223846793005 + 1442695040888963407;
    ((unsigned char *)bytes)[i] = (unsigned char)(state >> 56);
  }
}

// MARK: Arithmetic

/// The product of two 128-bit integers, modulo 2^128.
__int128 __multi3(__int128 a, __int128 b) {
  uint64_t x = (uint64_t)a, y = (uint64_t)b;
  uint64_t x0 = x & 0xFFFFFFFF, x1 = x >> 32, y0 = y & 0xFFFFFFFF, y1 = y >> 32;
  uint64_t low = x0 * y0, middle = x1 * y0 + (low >> 32), rest = x0 * y1 + (middle & 0xFFFFFFFF);
  uint64_t high = x1 * y1 + (middle >> 32) + (rest >> 32);
  high += (uint64_t)(a >> 64) * y + x * (uint64_t)(b >> 64);
  return (__int128)(((unsigned __int128)high << 64) | (rest << 32 | (low & 0xFFFFFFFF)));
}

static uint64_t bits_of(double x) { union { double x; uint64_t bits; } u = {x}; return u.bits; }
static double of_bits(uint64_t bits) { union { uint64_t bits; double x; } u = {bits}; return u.x; }

/// The exact remainder of `a` divided by `b`; both are finite and nonnegative, and `b` is not 0.
static double without_multiples(double a, double b) {
  while (a >= b) {
    // Subtract the largest multiple by a power of two, which is exact. For a subnormal number the
    // exponent is too large, and another iteration follows.
    int steps = (int)(bits_of(a) >> 52) - (int)(bits_of(b) >> 52);
    double t = steps > 0 && bits_of(b) >> 52 ? of_bits(bits_of(b) + ((uint64_t)steps << 52)) : b;
    a -= t > a ? t * 0.5 : t;
  }
  return a;
}

double fmod(double x, double y) {
  double a = __builtin_fabs(x), b = __builtin_fabs(y);
  if (!(a < __builtin_inf()) || !(b > 0)) return __builtin_nan("");
  if (!(b < __builtin_inf())) return x;
  a = without_multiples(a, b);
  return bits_of(x) >> 63 ? -a : a;
}

/// The nearest integer; ties are rounded away from 0.
double round(double x) {
  double whole = __builtin_trunc(x);
  return __builtin_fabs(x - whole) >= 0.5 ? whole + __builtin_copysign(1, x) : whole;
}

/// The remainder of IEEE 754, exactly: x - n y for the integer n nearest to x / y; ties go to the even
/// integer.
double remainder(double x, double y) {
  double a = __builtin_fabs(x), b = __builtin_fabs(y);
  if (!(a < __builtin_inf()) || !(b > 0)) return __builtin_nan("");
  if (!(b < __builtin_inf())) return x;
  if (b + b < __builtin_inf()) a = without_multiples(a, b + b);
  if (a > b - a) {
    a -= b;
    if (a >= b - a) a -= b;
  }
  return bits_of(x) >> 63 ? -a : a;
}

/// An exact product, as the sum of two numbers.
static void product(double a, double b, double *high, double *low) {
  const double splitter = 134217729;
  double p = splitter * a, q = splitter * b;
  double a1 = p - (p - a), b1 = q - (q - b), a2 = a - a1, b2 = b - b1;
  *high = a * b;
  *low = a2 * b2 - (((*high - a1 * b1) - a2 * b1) - a1 * b2);
}

static void sum(double a, double b, double *high, double *low) {
  *high = a + b;
  double part = *high - a;
  *low = (a - (*high - part)) + (b - part);
}

/// a b + c rounded once, if no operand is near the limits of the exponent range.
///
/// Source: S. Boldo and G. Melquiond, "Emulation of a FMA and correctly rounded sums: proved
/// algorithms using rounding to odd", IEEE Transactions on Computers 57 (2008),
/// doi:10.1109/TC.2007.70819.
double fma(double a, double b, double c) {
  double uh, ul, th, tl, vh, vl, zh, zl;
  product(a, b, &uh, &ul);
  if (!(__builtin_fabs(uh) < 0x1p960) || !(__builtin_fabs(c) < 0x1p960)) return a * b + c;
  sum(c, ul, &th, &tl);
  sum(uh, th, &vh, &vl);
  sum(tl, vl, &zh, &zl);
  // Round to odd: if the sum is not representable, take the neighbor whose last bit is set.
  if (zl != 0 && !(bits_of(zh) & 1))
    zh = of_bits(bits_of(zh) + ((zl > 0) == (zh > 0) ? 1 : (uint64_t)-1));
  return vh + zh;
}

/// The natural logarithm, to a few units in the last place.
double log(double x) {
  if (!(x > 0)) return x == 0 ? -__builtin_inf() : __builtin_nan("");
  if (x == __builtin_inf()) return x;
  int exponent = 0;
  if (!(bits_of(x) >> 52)) {
    x *= 0x1p54;
    exponent = -54;
  }
  exponent += (int)(bits_of(x) >> 52) - 1023;
  double m = of_bits((bits_of(x) & 0xFFFFFFFFFFFFF) | 0x3FF0000000000000);
  if (m > 1.4142135623730951) {
    m *= 0.5;
    exponent += 1;
  }
  // log m = 2 artanh s, whose series ends below 1e-17 for s within 0.172.
  double s = (m - 1) / (m + 1), square = s * s, series = 0;
  for (int k = 23; k >= 3; k -= 2) series = (series + 1.0 / k) * square;
  return exponent * 0.6931471805599453 + 2 * (s + s * series);
}

/// The sine, with an absolute error of a few units in the last place of 1, for angles of up to some
/// thousands of turns.
double sin(double x) {
  const double quarter = 1.5707963267948966, rest = 6.123233995736766e-17;
  double turns = __builtin_floor(x / quarter + 0.5);
  double r = (x - turns * quarter) - turns * rest, square = r * r;
  double sine = 0, cosine = 0;
  for (int k = 19; k >= 3; k -= 2) sine = (1 + sine) * -square / (k * (k - 1));
  for (int k = 20; k >= 2; k -= 2) cosine = (1 + cosine) * -square / (k * (k - 1));
  double value = (long long)turns & 1 ? 1 + cosine : r + r * sine;
  return (long long)turns & 2 ? -value : value;
}

// MARK: Time

__attribute__((import_module("wasi_snapshot_preview1"), import_name("clock_time_get")))
extern int32_t clock_time_get(int32_t clock, int64_t precision, uint64_t *time);

/// Milliseconds on a monotonic clock.
double cairn_clock(void) {
  uint64_t nanoseconds = 0;
  clock_time_get(1, 1000, &nanoseconds);
  return (double)nanoseconds / 1e6;
}
