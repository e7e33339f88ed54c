// Scenes as text for the tests of the reader, and what it says about them.
#pragma once

#include "base/input_error.h"
#include "scene/read_scene.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace lacuna::test {

inline Scene parse(const std::string& text, const std::vector<std::string>& overrides = {}) {
  return parse_scene(text, "scene.toml", "/scenes", overrides);
}

/// A complete small scene: `settings` go to the top, `object` into its one solid.
inline std::string scene_text(const std::string& settings = "", const std::string& object = "") {
  return settings + "\n[[object]]\nname = \"ball\"\nmesh = { shape = \"sphere\" }\n" + object +
         "\nsolid = {}\n";
}

/// The message of a text that must be refused; "" (and a failure) if it is accepted.
inline std::string refusal(const std::string& text, const std::vector<std::string>& overrides = {}) {
  try {
    parse(text, overrides);
  } catch (const InputError& error) {
    return error.what();
  }
  ADD_FAILURE() << "accepted:\n" << text;
  return "";
}

inline void expect_words(const std::string& message, const std::vector<std::string>& words) {
  for (const std::string& word : words)
    EXPECT_NE(message.find(word), std::string::npos) << "no '" << word << "' in:\n" << message;
}

}  // namespace lacuna::test
