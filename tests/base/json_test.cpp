#include "base/json.h"

#include "base/input_error.h"
#include "support/random.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

namespace lacuna::test {
namespace {

TEST(Json, NumbersKeepTheirBits) {
  Random random;
  for (int i = 0; i < 1000; ++i) {
    const double x = random.uniform(-1, 1) * random.power_of_ten(-300, 300);
    EXPECT_EQ(std::bit_cast<std::uint64_t>(parse_json(Json(x).text(), "x").number_or(0)),
              std::bit_cast<std::uint64_t>(x));
  }
  EXPECT_EQ(parse_json(Json(std::int64_t{9007199254740993}).text(), "x").integer_or(0), 9007199254740993);
}

TEST(Json, WhatIsNotFiniteIsNull) {
  EXPECT_EQ(Json(std::numeric_limits<double>::infinity()).text(), "null");
  EXPECT_EQ(Json(std::nan("")).text(), "null");
}

TEST(Json, MembersKeepTheirOrder) {
  const Json json(Json::Object{{"z", 1}, {"a", Json::Array{1, 2.5, "three", true, Json()}}});
  EXPECT_EQ(json.text(), R"({"z":1,"a":[1,2.5,"three",true,null]})");
  EXPECT_EQ(parse_json(json.text(), "x").text(), json.text());
  EXPECT_EQ(json["a"].items().size(), 5U);
  EXPECT_TRUE(json["b"]["c"].is_null());
}

TEST(Json, IndentedTextIsTheSameValue) {
  Json::Array rows;
  for (int i = 0; i < 50; ++i)
    rows.push_back(Json::Object{{"i", i}, {"x", Json::Array{0.5, i, "\"quoted\"\n"}}});
  const Json json(Json::Object{{"empty", Json::Array()}, {"none", Json::Object()}, {"rows", rows}, {"z", 1}});
  const std::string text = json.indented_text();
  EXPECT_EQ(parse_json(text, "x").text(), json.text());
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 50 + 6) << "a line per row";
}

TEST(Json, DamagedTextIsAnInputErrorThatNamesTheFile) {
  const std::string good = R"({"a": [1, {"b": "c"}], "d": -1e3})";
  for (size_t size = 0; size < good.size(); ++size)
    EXPECT_THROW(parse_json(good.substr(0, size), "file"), InputError) << size;
  EXPECT_THROW(parse_json(good + "x", "file"), InputError);
  EXPECT_THROW(parse_json(std::string(1000000, '['), "file"), InputError);
  try {
    parse_json("{", "steps.jsonl:3");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(error.where, "steps.jsonl:3");
  }
}

TEST(Json, BytesThatAreNotTextDoNotThrow) { EXPECT_FALSE(Json("a\xff\xfe").text().empty()); }

}  // namespace
}  // namespace lacuna::test
