// A checksum of bytes, to notice that they have changed: FNV-1a, 64 bits. It does not protect against
// forgery.
#pragma once

#include <cstdint>
#include <string_view>

namespace lacuna {

/// `before`: the hash of the preceding bytes.
inline std::uint64_t hash_of(std::string_view bytes, std::uint64_t before = 0xcbf29ce484222325U) {
  std::uint64_t hash = before;
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return hash;
}

}  // namespace lacuna
