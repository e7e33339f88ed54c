// The user's input is wrong: thrown where input is read, caught once in app/main.cpp, exit code 2.
// OutputError is the other error that is not a bug: results cannot be written, exit code 1.
#pragma once

#include <stdexcept>
#include <string>

namespace lacuna {

/// what() reads "where: what\n  hint"; `where` is "file:line", "file, element 12" or an option's name.
struct InputError : std::runtime_error {
  InputError(std::string where_, std::string what_, std::string hint_ = {})
      : std::runtime_error(where_ + ": " + what_ + (hint_.empty() ? "" : "\n  " + hint_)),
        where(std::move(where_)),
        problem(std::move(what_)),
        hint(std::move(hint_)) {}

  std::string where;
  std::string problem;
  std::string hint;
};

/// A run that was going well cannot write its results: the disk is full, or the folder has gone.
struct OutputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace lacuna
