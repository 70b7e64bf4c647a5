#pragma once
/// Catch2 2.13 (Debian 12) or 3, whichever the machine has.
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
using Catch::Approx;
#else
#include <catch2/catch.hpp>
#endif
