// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// What a program of one file answers in place of its libraries. Linked by Scripts/build-tool
// alone.
//
// glibc's own functions of these names would load libraries of the host: of another glibc as a
// rule, which ends in a crash. Measured on Debian 12: these are all of which the linker warns,
// and the tool calls none of them while it draws but dladdr(). Users and groups that only a
// directory service knows are unknown to it.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

// Plugins of ICU, prepared metadata of Swift: there are none.
void *dlopen(const char *path, int mode) {
  (void)path, (void)mode;
  return NULL;
}

char *dlerror(void) { return "this program loads no libraries"; }

extern const char __executable_start[];

// The Swift runtime asks for its own path as it starts, and ends the program if there is none;
// glibc has none for a program of one file, and /proc, where Swift looks then, is not mounted
// everywhere.
int dladdr(const void *address, Dl_info *info) {
  (void)address;
  const char *path = (const char *)getauxval(AT_EXECFN);
  *info = (Dl_info){.dli_fname = path ? path : "", .dli_fbase = (void *)__executable_start};
  return 1;
}

// The Swift runtime finds the arguments through /proc, and takes them from here where it is told.
extern void _swift_stdlib_overrideUnsafeArgvArgc(char **argv, int argc) __attribute__((weak));

__attribute__((constructor))  //
static void give_arguments(int argc, char **argv) {
  if (_swift_stdlib_overrideUnsafeArgvArgc) _swift_stdlib_overrideUnsafeArgvArgc(argv, argc);
}

// Users and groups, as /etc/passwd and /etc/group have them: what a program is told by
// nsswitch.conf to ask is loaded.
#define FIND(record, file, next, matches)                                          \
  *result = NULL;                                                                  \
  FILE *entries = fopen(file, "re");                                               \
  if (!entries) return errno == ENOENT ? 0 : errno;                                \
  int error;                                                                       \
  while ((error = next(entries, record, buffer, size, result)) == 0 && !(matches)) \
    continue;                                                                      \
  fclose(entries);                                                                 \
  if (error) *result = NULL;                                                       \
  return error == ENOENT ? 0 : error

int getpwnam_r(const char *name, struct passwd *user, char *buffer, size_t size,
               struct passwd **result) {
  FIND(user, "/etc/passwd", fgetpwent_r, strcmp(user->pw_name, name) == 0);
}

int getpwuid_r(uid_t number, struct passwd *user, char *buffer, size_t size,
               struct passwd **result) {
  FIND(user, "/etc/passwd", fgetpwent_r, user->pw_uid == number);
}

int getgrnam_r(const char *name, struct group *group, char *buffer, size_t size,
               struct group **result) {
  FIND(group, "/etc/group", fgetgrent_r, strcmp(group->gr_name, name) == 0);
}

int getgrgid_r(gid_t number, struct group *group, char *buffer, size_t size,
               struct group **result) {
  FIND(group, "/etc/group", fgetgrent_r, group->gr_gid == number);
}
