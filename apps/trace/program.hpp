// A polynomial as a flat program for a stack machine: small enough to be a kernel's parameter, and run by the
// same source on host and device.
#pragma once

#include <ff/platform.hpp>

#include "jet.hpp"

namespace implicit {

enum class opcode : unsigned char {
  load_x,
  load_y,
  load_z,
  add,
  subtract,
  multiply,
  negate,
  square,
  power,         // operand: the exponent, 3 or more
  add_constant,  // operand: which constant, here and below
  scale,         // by a constant that is a float
  scale_enclosed
};

struct instruction {
  opcode code;
  unsigned char operand;
};

struct program {
  static constexpr int max_length = 240, max_constants = 64, max_depth = 12;

  int length = 0;
  instruction code[max_length] = {};
  constant constants[max_constants] = {};

  template <class J>
  FF_HD J operator()(const J& x, const J& y, const J& z) const {
    J stack[max_depth];
    int top = -1;
    for (int i = 0; i < length; ++i) {
      const instruction step = code[i];
      switch (step.code) {
        case opcode::load_x:
          stack[++top] = x;
          break;
        case opcode::load_y:
          stack[++top] = y;
          break;
        case opcode::load_z:
          stack[++top] = z;
          break;
        case opcode::add:
          --top;
          stack[top] = stack[top] + stack[top + 1];
          break;
        case opcode::subtract:
          --top;
          stack[top] = stack[top] - stack[top + 1];
          break;
        case opcode::multiply:
          --top;
          stack[top] = stack[top] * stack[top + 1];
          break;
        case opcode::negate:
          stack[top] = -stack[top];
          break;
        case opcode::square:
          stack[top] = sqr(stack[top]);
          break;
        case opcode::power:
          stack[top] = power(stack[top], step.operand);
          break;
        case opcode::add_constant:
          stack[top] = stack[top] + constants[step.operand];
          break;
        case opcode::scale:
          stack[top] = constants[step.operand].nearest.x * stack[top];
          break;
        case opcode::scale_enclosed:
          stack[top] = constants[step.operand] * stack[top];
          break;
      }
    }
    return stack[0];
  }
};

}  // namespace implicit
