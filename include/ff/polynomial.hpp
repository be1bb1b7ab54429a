// Polynomials: values with bounds of their errors, and roots in disks that are proved to hold them.
#pragma once

#include <ff/polynomial/evaluate.hpp>
#include <ff/polynomial/roots.hpp>
