// The one place where the shipped runtime is compiled into rigpack.
#define RPK_IMPLEMENTATION
#include "rigpack.h"
