#include "CTextDefaultFonts.h"
