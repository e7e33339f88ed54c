#include "base/printable.h"

#include "base/json.h"

#include <gtest/gtest.h>

namespace lacuna::test {
namespace {

TEST(Printable, OrdinaryTextStaysAsItIs) {
  for (const std::string text : {"", "a cloth on a sphere", "W\u00fcrfel \u2265 3 \u00b5m",
                                 "\u7d99\u304e\u76ee", "\U0001f469\u200d\U0001f680", "two\nlines\tand a tab"})
    EXPECT_EQ(printable(text), text);
  EXPECT_EQ(printable_line("two\nlines\tand a tab"), "two\\x0alines\\x09and a tab");
}

TEST(Printable, NoControlCharacterIsLeft) {
  EXPECT_EQ(printable("\x1b]0;title\x07"), "\\x1b]0;title\\x07");
  EXPECT_EQ(printable("\x1b[2J\rgone\x7f"), "\\x1b[2J\\x0dgone\\x7f");
  EXPECT_EQ(printable(std::string_view("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(printable("\u009b31m"), "\\u009b31m");  // the escape sequence "ESC [" in one character
  EXPECT_EQ(printable("\u0085\u2028\u2029"), "\\u0085\\u2028\\u2029");
  EXPECT_EQ(printable("\u202etxt.exe\u202c \u2066x\u2069 \u200e\u200f\u061c"),
            "\\u202etxt.exe\\u202c \\u2066x\\u2069 \\u200e\\u200f\\u061c");
  EXPECT_EQ(printable("\U000e0041"), "\\ue0041");
}

TEST(Printable, BytesThatAreNotTextAreShownOneByOne) {
  EXPECT_EQ(printable("\x80\xff"), "\\x80\\xff");
  EXPECT_EQ(printable("\xc3"), "\\xc3");  // cut off
  EXPECT_EQ(printable("\xc3(\xe2\x82"), "\\xc3(\\xe2\\x82");
  EXPECT_EQ(printable("\xc0\x9b"), "\\xc0\\x9b");  // overlong
  EXPECT_EQ(printable("\xe0\x80\x9b"), "\\xe0\\x80\\x9b");
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");           // a surrogate
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");  // beyond Unicode
  EXPECT_EQ(printable("\x9b"
                      "31m"),
            "\\x9b"
            "31m");
}

TEST(Printable, TwiceIsAsOnce) {
  std::string all;
  for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
  for (char32_t code : {0x80, 0x9f, 0x2028, 0x202e}) all += static_cast<char>(code);
  const std::string once = printable(all);
  EXPECT_EQ(printable(once), once);
  for (const char c : printable_line(all)) EXPECT_TRUE(c >= ' ' && c < '\x7f') << int{c};
}

TEST(Printable, JsonKeepsItsValue) {
  const std::string title = "W\u00fcrfel \u009b31m \x1b[2J \x7f \u202e \U000e0041 \"\\\n\t";
  const Json json = Json::Object{{title, title}, {"list", Json::Array{title, 1.5}}};
  for (const std::string& text : {json.text(), json.indented_text()}) {
    EXPECT_EQ(printable(text), text);
    const Json back = parse_json(text, "json");
    EXPECT_EQ(back[title].string_or(""), title);
    EXPECT_EQ(back["list"].items().at(0).string_or(""), title);
  }
  EXPECT_NE(json.text().find("W\u00fcrfel"), std::string::npos) << "letters stay readable";
}

}  // namespace
}  // namespace lacuna::test
