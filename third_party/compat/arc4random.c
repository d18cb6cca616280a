// arc4random for the C++ library that is linked into the program. Debian 12's libstdc++.a calls it for
// std::random_device, which RocksDB asks for the parts of its unique ids; glibc has it since 2.36. This one, out of the
// kernel's own source, lets the program run with glibc 2.34. It is hidden, so that no library loaded later binds it.
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>

__attribute__((visibility("hidden"))) uint32_t arc4random(void) {
  uint32_t out;
  // Less than 256 bytes come whole or not at all; a signal can only come before the kernel's pool is first filled.
  while (getrandom(&out, sizeof out, 0) != sizeof out)
    if (errno != EINTR) abort(); // without random bytes ids would not be unique
  return out;
}
