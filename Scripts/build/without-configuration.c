// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// What is taken where fontconfig finds no configuration. Linked where fontconfig is an archive.

#include <fontconfig/fontconfig.h>
#include <stdlib.h>
#include <unistd.h>

// A host without any configuration of fontconfig is no mistake here. fontconfig would take this
// one, its own for that case (2.14, on Debian), after a message on standard error.
extern FcConfig *__real_FcInitLoadConfigAndFonts(void);

FcConfig *__wrap_FcInitLoadConfigAndFonts(void) {
  static const char fallback[] =
      "<fontconfig><dir>/usr/share/fonts</dir><dir prefix='xdg'>fonts</dir>"
      "<cachedir>/var/cache/fontconfig</cachedir><cachedir prefix='xdg'>fontconfig</cachedir>"
      "<include ignore_missing='yes'>/etc/fonts/conf.d</include>"
      "<include ignore_missing='yes' prefix='xdg'>fontconfig/conf.d</include>"
      "<include ignore_missing='yes' prefix='xdg'>fontconfig/fonts.conf</include></fontconfig>";
  if (getenv("FONTCONFIG_FILE") || getenv("FONTCONFIG_PATH") || getenv("FONTCONFIG_SYSROOT") ||
      access(FONTS_CONF, F_OK) == 0) {
    return __real_FcInitLoadConfigAndFonts();
  }
  FcConfig *config = FcConfigCreate();
  if (!config) return NULL;
  if (FcConfigParseAndLoadFromMemory(config, (const FcChar8 *)fallback, FcFalse) &&
      FcConfigBuildFonts(config)) {
    return config;
  }
  FcConfigDestroy(config);
  return NULL;
}
