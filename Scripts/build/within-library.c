// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// What the C library has itself of glibc, for the archives that are within it. Linked into it
// alone. Scripts/build/archives gives the archives these names in place of glibc's.

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/random.h>
#include <sys/types.h>
#include <time.h>

#define WITHIN(name) __attribute__((visibility("hidden"))) within_library_##name

// Debian's archives reach variables of glibc by code that a shared library cannot hold for those
// of another one. No calendar of ICU's is used here.
long WITHIN(__timezone) = 0;
char *WITHIN(tzname)[2] = {"UTC", "UTC"};
FILE *WITHIN(stderr), *WITHIN(stdout);

__attribute__((constructor))  //
static void find_streams(void) { within_library_stderr = stderr, within_library_stdout = stdout; }

// Debian's archives of expat and C++ ask for these of glibc 2.36, for random numbers. With them
// here the library goes with glibc 2.35, that of Ubuntu 22.04.
void WITHIN(arc4random_buf)(void *memory, size_t count) {
  uint8_t *bytes = memory;
  while (count > 0) {
    ssize_t got = getrandom(bytes, count, 0);
    if (got < 0 && errno == EINTR) continue;
    // A system without it: the time is what older versions of these libraries take.
    if (got <= 0) {
      while (count > 0) *bytes++ = (uint8_t)clock(), count--;
      return;
    }
    bytes += got, count -= (size_t)got;
  }
}

uint32_t WITHIN(arc4random)(void) {
  uint32_t number = (uint32_t)clock() ^ (uint32_t)time(NULL);
  within_library_arc4random_buf(&number, sizeof number);
  return number;
}
