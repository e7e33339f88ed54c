#include "scene/read_curve.h"

namespace lacuna {

namespace {

template <class T>
Fields<typename Curve<T>::Key> key_fields(const KeyInfo& of) {
  using Key = typename Curve<T>::Key;
  return {required(field("time", &Key::time, from_zero(1e9), "s", "time of the value")),
          required(field("value", &Key::value, of.range, of.unit, "value at that time"))};
}

template <class T>
void read(const Value& value, const KeyInfo& info, Curve<T>& curve, ReadContext& context) {
  curve.keys.clear();
  if (!is_key_list(value)) {
    read_into(value, info, curve.keys.emplace_back().value);
    return;
  }
  const Fields<typename Curve<T>::Key> fields = key_fields<T>(info);
  for_each_table(value, info, context, [&](const Value& item) {
    typename Curve<T>::Key key;
    const size_t errors_before = context.errors.size();
    read_table(item, {fmt::format("a key of '{}'", info.key), {}}, fields, key, context);
    if (context.errors.size() > errors_before) return;
    if (!curve.keys.empty() && key.time <= curve.keys.back().time)
      throw InputError(item.place.text(),
                       fmt::format("the time {} of a key of '{}' does not come after {}", key.time, info.key,
                                   curve.keys.back().time),
                       "put the keys in the order of their times");
    curve.keys.push_back(key);
  });
}

}  // namespace

bool is_key_list(const Value& value) {
  const auto* list = value.as<ValueList>();
  return list != nullptr && !list->empty() && list->front().as<ValueTable>() != nullptr;
}

void read_curve(const Value& value, const KeyInfo& info, Curve<double>& curve, ReadContext& context) {
  read(value, info, curve, context);
}
void read_curve(const Value& value, const KeyInfo& info, Curve<Vec3>& curve, ReadContext& context) {
  read(value, info, curve, context);
}

KeyTable curve_key_table() {
  const KeyInfo any{"", "", "that of the key", "", "", any_number};
  std::vector<KeyInfo> keys = infos(key_fields<double>(any));
  keys[1].type = "number or vector [x, y, z]";
  return {
      "Values over time",
      "A table of a list of keys, for example `radius = [ { time = 0, value = 1 }, { time = 2, value = 0.4 "
      "} ]`. Between two keys the value is linear in time; before the first and after the last it is "
      "constant. A jump is two keys a moment apart.",
      std::move(keys)};
}

}  // namespace lacuna
