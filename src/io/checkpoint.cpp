#include "io/checkpoint.h"

#include "base/file.h"
#include "base/input_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <type_traits>

namespace lacuna {
namespace {

namespace fs = std::filesystem;

static_assert(std::endian::native == std::endian::little, "checkpoints are memory images, little endian");

constexpr std::string_view magic = "lacuna\r\n";  // the line break shows a transfer in text mode
// 2 and 3: another fingerprint; 4: barrier; 5: created energy, no accelerations
constexpr std::uint32_t version = 5;
constexpr std::size_t header_size = 8 + 4 + 4 + 8 + 8 + 8;
constexpr std::size_t kept_count = 3;
constexpr const char* start_again = "run without --resume to start again";

/// The one list of what a checkpoint holds. Does not compile when State has a field that is not named here.
template <class StateType, class Visit>
void for_each_field(StateType& state, Visit&& visit) {
  auto& [step, time, x, v, x_before, v_before, created_by_elasticity, created_by_contact, barrier,
         elimination_order, elimination_flops, direct_steps_left, direct_steps] = state;
  visit("step", step);
  visit("time", time);
  visit("x", x);
  visit("v", v);
  visit("x_before", x_before);
  visit("v_before", v_before);
  visit("created_by_elasticity", created_by_elasticity);
  visit("created_by_contact", created_by_contact);
  visit("elimination_order", elimination_order);
  visit("elimination_flops", elimination_flops);
  visit("barrier", barrier);
  visit("direct_steps_left", direct_steps_left);
  visit("direct_steps", direct_steps);
}

template <class T>
constexpr bool is_list = false;
template <class T>
constexpr bool is_list<std::vector<T>> = true;

template <class T>
void append(std::string& bytes, const T& value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof(T));
}

/// Name, size of an item, number of items, items.
template <class Item>
void append_items(std::string& bytes, std::string_view name, const Item* items, std::size_t count) {
  append(bytes, static_cast<std::uint32_t>(name.size()));
  bytes += name;
  append(bytes, static_cast<std::uint32_t>(sizeof(Item)));
  append(bytes, static_cast<std::uint64_t>(count));
  if (count > 0) bytes.append(reinterpret_cast<const char*>(items), sizeof(Item) * count);
}

/// Takes values off the front of the bytes; never beyond their end.
class Reader {
 public:
  Reader(std::string_view bytes, const std::string& name) : rest_(bytes), name_(name) {}

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
  /// The items of the field that must come next.
  template <class Item>
  std::vector<Item> items(std::string_view field) {
    const auto name_size = value<std::uint32_t>();
    if (name_size > 100 || take(name_size) != field || value<std::uint32_t>() != sizeof(Item))
      fail(fmt::format("the field '{}' is not where it should be", field));
    const auto count = value<std::uint64_t>();
    if (count > rest_.size() / sizeof(Item)) fail("the file is cut off");
    std::vector<Item> result(count);
    const std::string_view bytes = take(count * sizeof(Item));
    if (count > 0) std::memcpy(static_cast<void*>(result.data()), bytes.data(), bytes.size());
    return result;
  }
  std::string_view rest() const { return rest_; }
  [[noreturn]] void fail(const std::string& problem) const {
    throw InputError(name_, problem, "this checkpoint cannot be used; delete it to use the one before");
  }

 private:
  std::string_view rest_;
  std::string name_;
};

std::uint64_t checksum(std::string_view header, std::string_view payload) {
  return hash_of(header) ^ std::rotl(hash_of(payload), 1);
}

void check_sizes(const Checkpoint& checkpoint, const Reader& in) {
  const auto count = static_cast<std::size_t>(checkpoint.fingerprint.vertex_count);
  const State& s = checkpoint.state;
  if (s.x.size() != count || s.v.size() != count) in.fail("the number of vertices contradicts itself");
  for (const auto* list : {&s.x_before, &s.v_before})
    if (!list->empty() && list->size() != count) in.fail("the number of vertices contradicts itself");
}

std::string checkpoint_name(Index step) { return fmt::format("checkpoint_{:06}.bin", step); }

struct Found {
  Index step;
  fs::path path;
};

/// Checkpoints in a folder, the latest first.
std::vector<Found> list_checkpoints(const fs::path& folder) {
  std::vector<Found> found;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    Index step = 0;
    if (!name.starts_with("checkpoint_")) continue;
    std::from_chars(name.data() + 11, name.data() + name.size(), step);
    if (name == checkpoint_name(step)) found.push_back({step, entry.path()});
  }
  std::sort(found.begin(), found.end(), [](const Found& a, const Found& b) { return a.step > b.step; });
  return found;
}

void require_same(const Fingerprint& found, const Fingerprint& wanted, const fs::path& file) {
  if (found == wanted) return;
  throw InputError(file.string(),
                   found.vertex_count != wanted.vertex_count
                       ? fmt::format("the checkpoint has {} vertices, the scene now has {}",
                                     found.vertex_count, wanted.vertex_count)
                       : std::string("the scene has changed since this checkpoint was written"),
                   "a run goes on only with the scene it began with: undo the change (run.json holds the old "
                   "scene), choose "
                   "another folder with -o, or run without --resume to start again");
}

}  // namespace

std::uint64_t hash_of(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return hash;
}

std::string format_checkpoint(const State& state, const Fingerprint& fingerprint) {
  std::string payload;
  for_each_field(state, [&](std::string_view name, const auto& field) {
    if constexpr (is_list<std::remove_cvref_t<decltype(field)>>)
      append_items(payload, name, field.data(), field.size());
    else
      append_items(payload, name, &field, 1);
  });
  std::string bytes(magic);
  append(bytes, version);
  append(bytes, fingerprint.vertex_count);
  append(bytes, fingerprint.scene_hash);
  append(bytes, static_cast<std::uint64_t>(payload.size()));
  append(bytes, checksum(bytes, payload));
  return bytes + payload;
}

Checkpoint parse_checkpoint(std::string_view bytes, const std::string& name) {
  Reader in(bytes, name);
  if (bytes.size() < header_size || in.take(magic.size()) != magic) in.fail("not a checkpoint of lacuna");
  const auto found_version = in.value<std::uint32_t>();
  Checkpoint result;
  result.fingerprint.vertex_count = in.value<Index>();
  result.fingerprint.scene_hash = in.value<std::uint64_t>();
  const auto size = in.value<std::uint64_t>();
  const auto sum = in.value<std::uint64_t>();
  if (size != in.rest().size()) in.fail("the file is cut off");
  if (sum != checksum(bytes.substr(0, header_size - 8), in.rest()))
    in.fail("the file is damaged: its checksum is wrong");
  if (found_version != version)
    in.fail(
        fmt::format("written in version {} of the format, this program reads {}", found_version, version));
  for_each_field(result.state, [&](std::string_view field_name, auto& field) {
    using Field = std::remove_cvref_t<decltype(field)>;
    if constexpr (is_list<Field>) {
      field = in.items<typename Field::value_type>(field_name);
    } else {
      const auto one = in.items<Field>(field_name);
      if (one.size() != 1) in.fail(fmt::format("the field '{}' is damaged", field_name));
      field = one.front();
    }
  });
  check_sizes(result, in);
  return result;
}

void save_checkpoint(const fs::path& folder, const State& state, const Fingerprint& fingerprint) {
  write_file(folder / checkpoint_name(state.step), format_checkpoint(state, fingerprint));
  std::size_t kept = 0;
  std::error_code ignored;  // an old checkpoint that stays does no harm
  for (const Found& found : list_checkpoints(folder))
    if (found.step > state.step || ++kept > kept_count) fs::remove(found.path, ignored);
}

std::optional<LoadedCheckpoint> load_latest_checkpoint(const fs::path& folder,
                                                       const Fingerprint& fingerprint) {
  const std::vector<Found> all = list_checkpoints(folder);
  std::vector<std::string> notices;
  for (const Found& found : all) {
    std::optional<Checkpoint> checkpoint;
    try {
      checkpoint = parse_checkpoint(read_file(found.path), found.path.string());
    } catch (const InputError& error) {
      notices.push_back(fmt::format("{}: {}; passed over", error.where, error.problem));
      continue;
    }
    require_same(checkpoint->fingerprint, fingerprint, found.path);
    return LoadedCheckpoint{std::move(checkpoint->state), found.path, std::move(notices)};
  }
  if (all.empty()) return std::nullopt;
  throw InputError(folder.string(),
                   fmt::format("none of the {} checkpoints can be read: {}", all.size(), notices.front()),
                   start_again);
}

}  // namespace lacuna
