#include "io/checkpoint.h"

#include "base/input_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstring>
#include <deque>
#include <type_traits>
#include <utility>

namespace lacuna {
namespace {

namespace fs = std::filesystem;

static_assert(std::endian::native == std::endian::little, "checkpoints are memory images, little endian");

constexpr std::string_view magic = "lacuna\r\n";  // the line break shows a transfer in text mode
// 2 and 3: another fingerprint; 4: barrier; 5: created energy, no accelerations; 6: limit of energy; 7: exact
// times, the memory of any solver; 8: rest shapes
constexpr std::uint32_t version = 8;
constexpr std::size_t header_size = 8 + 4 + 4 + 8 + 8 + 8;
constexpr std::size_t kept_count = 3;
constexpr const char* start_again = "run without --resume to start again";

/// The one list of what a checkpoint holds. Does not compile when State has a field that is not named here.
template <class StateType, class Visit>
void for_each_field(StateType& state, Visit&& visit) {
  auto& [step, time, time_remainder, dt_before, x, v, x_before, v_before, rest_shapes, memory] = state;
  visit("step", step);
  visit("time", time);
  visit("time_remainder", time_remainder);
  visit("dt_before", dt_before);
  visit("x", x);
  visit("v", v);
  visit("x_before", x_before);
  visit("v_before", v_before);
  visit("rest_shapes", rest_shapes);
  visit("memory", memory);
}

// Names in the file of the values that a solver remembers: the letter says which type of FieldValue it is.
constexpr std::string_view memory_prefix = "memory:", value_letters = "diDIV";
static_assert(value_letters.size() == std::variant_size_v<FieldValue>);

FieldValue empty_value(std::size_t type) {
  static const std::array<FieldValue, 5> empty{0.0, Index{0}, std::vector<double>(), std::vector<Index>(),
                                               std::vector<Vec3>()};
  return empty.at(type);
}

std::uint64_t checksum(std::string_view header, std::uint64_t payload_hash) {
  return hash_of(header) ^ std::rotl(payload_hash, 1);
}

template <class T>
constexpr bool is_list = false;
template <class T>
constexpr bool is_list<std::vector<T>> = true;

template <class T>
void append(std::string& bytes, const T& value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof(T));
}

/// The bytes of a checkpoint, where they are: a state that fills the memory can be written all the same.
class Pieces {
 public:
  Pieces(const State& state, const Fingerprint& fingerprint) {
    views_.emplace_back();  // the header, when all that follows is known
    for_each_field(state, [&](std::string_view name, const auto& field) {
      if constexpr (std::is_same_v<std::remove_cvref_t<decltype(field)>, NamedFields>)
        add_memory(field);
      else
        add_field(name, field);
    });
    add_header(fingerprint);
  }

  std::span<const std::string_view> all() const { return views_; }

 private:
  template <class Field>
  void add_field(std::string_view name, const Field& field) {
    if constexpr (is_list<Field>)
      add_items(name, field.data(), field.size());
    else
      add_items(name, &field, 1);
  }

  void add_memory(const NamedFields& memory) {
    for (const NamedField& field : memory) {
      std::string name(memory_prefix);
      name += value_letters[field.value.index()];
      name += field.name;
      std::visit([&](const auto& value) { add_field(name, value); }, field.value);
    }
  }

  /// Name, size of an item, number of items, items.
  template <class Item>
  void add_items(std::string_view name, const Item* items, std::size_t count) {
    std::string& label = labels_.emplace_back();
    append(label, static_cast<std::uint32_t>(name.size()));
    label += name;
    append(label, static_cast<std::uint32_t>(sizeof(Item)));
    append(label, static_cast<std::uint64_t>(count));
    views_.emplace_back(label);
    if (count > 0) views_.emplace_back(reinterpret_cast<const char*>(items), sizeof(Item) * count);
  }

  void add_header(const Fingerprint& fingerprint) {
    std::uint64_t size = 0, hash = hash_of("");
    for (const std::string_view view : views_) {
      size += view.size();
      hash = hash_of(view, hash);
    }
    std::string& header = labels_.emplace_back(magic);
    append(header, version);
    append(header, fingerprint.vertex_count);
    append(header, fingerprint.scene_hash);
    append(header, size);
    append(header, checksum(header, hash));
    views_.front() = header;
  }

  std::deque<std::string> labels_;  // its items stay where they are
  std::vector<std::string_view> views_;
};

/// Takes values off the front of the bytes; never beyond their end.
class Reader {
 public:
  Reader(std::string_view bytes, std::string name) : rest_(bytes), name_(std::move(name)) {}

  std::string_view take(std::uint64_t size) {
    if (size > rest_.size()) fail("the file is cut off");
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }
  template <class T>
  T value() {
    T result;
    std::memcpy(&result, take(sizeof(T)).data(), sizeof(T));
    return result;
  }
  std::string_view field_name() {
    const auto size = value<std::uint32_t>();
    if (size > 100) fail("the name of a field is damaged");
    return take(size);
  }
  /// What follows the name of a field.
  template <class Item>
  std::vector<Item> items(std::string_view field) {
    if (value<std::uint32_t>() != sizeof(Item)) fail(fmt::format("the field '{}' is damaged", field));
    const auto count = value<std::uint64_t>();
    if (count > rest_.size() / sizeof(Item)) fail("the file is cut off");
    std::vector<Item> result(count);
    const std::string_view bytes = take(count * sizeof(Item));
    if (count > 0) std::memcpy(static_cast<void*>(result.data()), bytes.data(), bytes.size());
    return result;
  }
  template <class Field>
  void read(std::string_view name, Field& field) {
    if constexpr (is_list<Field>) {
      field = items<typename Field::value_type>(name);
    } else {
      const auto one = items<Field>(name);
      if (one.size() != 1) fail(fmt::format("the field '{}' is damaged", name));
      field = one.front();
    }
  }
  /// All that is left.
  void read_memory(NamedFields& memory) {
    while (!rest_.empty()) {
      std::string_view name = field_name();
      const std::size_t letter = memory_prefix.size();
      const std::size_t type = name.starts_with(memory_prefix) && name.size() > letter
                                   ? value_letters.find(name[letter])
                                   : std::string_view::npos;
      if (type == std::string_view::npos) fail("the memory of the solver is damaged");
      NamedField& field =
          memory.emplace_back(NamedField{std::string(name.substr(letter + 1)), empty_value(type)});
      std::visit([&](auto& value) { read(name, value); }, field.value);
    }
  }
  std::string_view rest() const { return rest_; }
  [[noreturn]] void fail(const std::string& problem) const {
    throw InputError(name_, problem, "this checkpoint cannot be used; delete it to use the previous one");
  }

 private:
  std::string_view rest_;
  std::string name_;
};

void check_sizes(const Checkpoint& checkpoint, const Reader& in) {
  const auto count = static_cast<std::size_t>(checkpoint.fingerprint.vertex_count);
  const State& s = checkpoint.state;
  if (s.x.size() != count || s.v.size() != count) in.fail("the numbers of vertices disagree");
  for (const auto* list : {&s.x_before, &s.v_before})
    if (!list->empty() && list->size() != count) in.fail("the numbers of vertices disagree");
}

std::string checkpoint_name(Index step) { return fmt::format("checkpoint_{:06}.bin", step); }

struct Found {
  Index step;
  std::string name;
};

/// Checkpoints in a folder, the latest first.
std::vector<Found> list_checkpoints(const Folder& folder) {
  std::vector<Found> found;
  for (const std::string& name : folder.names()) {
    Index step = 0;
    if (!name.starts_with("checkpoint_")) continue;
    std::from_chars(name.data() + 11, name.data() + name.size(), step);
    if (name == checkpoint_name(step)) found.push_back({step, name});
  }
  std::sort(found.begin(), found.end(), [](const Found& a, const Found& b) { return a.step > b.step; });
  return found;
}

void require_same(const Fingerprint& found, const Fingerprint& wanted, const fs::path& file) {
  if (found == wanted) return;
  throw InputError(
      file.string(),
      found.vertex_count != wanted.vertex_count
          ? fmt::format("the checkpoint has {} vertices, the scene now has {}", found.vertex_count,
                        wanted.vertex_count)
          : std::string("the scene has changed since this checkpoint was written"),
      "a run resumes only with the scene, the meshes, the solver and the step (which fps may change) "
      "that it started with: undo the change (run.json holds the old scene), choose another folder "
      "with -o, or run without --resume to start again");
}

}  // namespace

std::string format_checkpoint(const State& state, const Fingerprint& fingerprint) {
  std::string bytes;
  const Pieces pieces(state, fingerprint);
  for (const std::string_view piece : pieces.all()) bytes += piece;
  return bytes;
}

Checkpoint parse_checkpoint(std::string_view bytes, const std::string& name) {
  Reader in(bytes, name);
  if (bytes.size() < header_size || in.take(magic.size()) != magic) in.fail("not a lacuna checkpoint");
  const auto found_version = in.value<std::uint32_t>();
  Checkpoint result;
  result.fingerprint.vertex_count = in.value<Index>();
  result.fingerprint.scene_hash = in.value<std::uint64_t>();
  const auto size = in.value<std::uint64_t>();
  const auto sum = in.value<std::uint64_t>();
  if (size != in.rest().size()) in.fail("the file is cut off");
  if (sum != checksum(bytes.substr(0, header_size - 8), hash_of(in.rest())))
    in.fail("the file is damaged: its checksum is wrong");
  if (found_version != version)
    in.fail(
        fmt::format("written in version {} of the format, this program reads {}", found_version, version));
  for_each_field(result.state, [&](std::string_view field_name, auto& field) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(field)>, NamedFields>) {
      in.read_memory(field);
    } else {
      if (in.field_name() != field_name)
        in.fail(fmt::format("the field '{}' is not where it should be", field_name));
      in.read(field_name, field);
    }
  });
  check_sizes(result, in);
  return result;
}

void save_checkpoint(const Folder& folder, const State& state, const Fingerprint& fingerprint) {
  folder.write(checkpoint_name(state.step), Pieces(state, fingerprint).all(), Survival::power_loss);
  std::size_t kept = 0;
  for (const Found& found : list_checkpoints(folder)) {
    if (found.step <= state.step && ++kept <= kept_count) continue;
    try {
      folder.remove(found.name);
    } catch (const InputError&) {
      continue;  // an old checkpoint that stays does no harm
    }
  }
}

void remove_checkpoints(const Folder& folder) {
  for (const Found& found : list_checkpoints(folder)) folder.remove(found.name);
}

bool has_checkpoints(const Folder& folder) {
  const std::vector<Found> all = list_checkpoints(folder);
  return std::any_of(all.begin(), all.end(), [&](const Found& found) {
    return folder.entry(found.name).kind == EntryKind::file && folder.read(found.name, magic.size()) == magic;
  });
}

std::optional<LoadedCheckpoint> load_latest_checkpoint(const Folder& folder, const Fingerprint& fingerprint,
                                                       Index before_step) {
  std::vector<Found> all = list_checkpoints(folder);
  std::erase_if(all, [&](const Found& found) { return found.step >= before_step; });
  std::vector<std::string> notices;
  for (const Found& found : all) {
    const fs::path path = folder.path() / found.name;
    std::optional<Checkpoint> checkpoint;
    try {
      checkpoint = parse_checkpoint(folder.read(found.name), path.string());
    } catch (const InputError& error) {
      notices.push_back(fmt::format("{}: {}; skipped", error.where, error.problem));
      continue;
    }
    require_same(checkpoint->fingerprint, fingerprint, path);
    return LoadedCheckpoint{std::move(checkpoint->state), path, std::move(notices)};
  }
  if (all.empty()) return std::nullopt;
  throw InputError(folder.path().string(),
                   fmt::format("none of the {} checkpoints can be read: {}", all.size(), notices.front()),
                   start_again);
}

bool has_checkpoint_of(const Folder& folder, const Fingerprint& fingerprint) {
  const std::vector<Found> all = list_checkpoints(folder);
  return std::any_of(all.begin(), all.end(), [&](const Found& found) {
    try {
      return parse_checkpoint(folder.read(found.name), found.name).fingerprint == fingerprint;
    } catch (const InputError&) {
      return false;
    }
  });
}

}  // namespace lacuna
