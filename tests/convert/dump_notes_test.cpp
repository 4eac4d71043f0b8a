#include "ign/pgn/dump_notes.hpp"

#include <catch2/catch.hpp>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

#include "ign/pgn/annotation.hpp"

using namespace ign::pgn;

namespace {

struct Reading {
    std::size_t length;  // 0 = not read
    DumpNotes notes;
};

// Reads with just the 32 bytes behind the text that the reader asks for.
class Reader {
  public:
    Reading read(std::string_view text, char padding = '\0') {
        block_.reset(new char[text.size() + 32]);
        std::memcpy(block_.get(), text.data(), text.size());
        std::memset(block_.get() + text.size(), padding, 32);
        Reading reading{};
        const char* end = read_dump_comment(block_.get(), reading.notes);
        if (end != nullptr) reading.length = static_cast<std::size_t>(end - block_.get());
        return reading;
    }

  private:
    std::unique_ptr<char[]> block_;
};

// As the column `eval` is documented, from what the slow reader found.
std::int32_t eval_code(const EvalValue& eval) {
    if (eval.kind == EvalKind::centipawns) return eval.value;
    return eval.value > 0 ? 32768 - eval.value : -32769 - eval.value;
}

// Empty if the fast reader did not read, or read what scan_annotations finds.
std::string disagreement(std::string_view text, const Reading& fast) {
    if (fast.length == 0) return "";
    if (fast.length > text.size()) return "read past the text";
    std::string_view comment = text.substr(1, fast.length - 1);
    if (comment.find('}') != comment.size() - 1) return "does not end at the first brace";
    Annotations slow = scan_annotations(comment);
    if ((fast.notes.clock != no_dump_note) != slow.clock.has_value()) return "clock or none";
    if ((fast.notes.eval != no_dump_note) != slow.eval.has_value()) return "eval or none";
    if (slow.clock) {
        if (slow.clock->value != ClockValue{fast.notes.clock * std::int64_t{1000}, 0})
            return "clock";
        if (slow.clock->spelling != Spelling::canonical) return "clock in another spelling";
    }
    if (slow.eval) {
        if (slow.eval->value.depth != -1) return "depth";
        if (eval_code(slow.eval->value) != fast.notes.eval) return "eval";
        if (slow.eval->spelling != Spelling::canonical) return "eval in another spelling";
    }
    return "";
}

// Both readers read the whole of it, alike.
void require_read(Reader& reader, const std::string& text) {
    Reading fast = reader.read(text);
    std::string what = disagreement(text, fast);
    if (fast.length != text.size()) what = "not read";
    if (!what.empty()) FAIL(what << ": " << text);
}

void require_agreement(Reader& reader, const std::string& text) {
    std::string what = disagreement(text, reader.read(text));
    if (!what.empty()) FAIL(what << ": " << text);
}

}  // namespace

TEST_CASE("the fast reader reads every clock of a dump") {
    Reader reader;
    char text[64];
    for (int hours = 0; hours < 100; ++hours) {
        for (int second = 0; second < 3600; ++second) {
            std::snprintf(text, sizeof text, " { [%%clk %d:%02d:%02d] }", hours, second / 60,
                          second % 60);
            Reading fast = reader.read(text);
            if (fast.notes.clock != hours * 3600 + second) FAIL(text);
            require_read(reader, text);
        }
    }
}

TEST_CASE("the fast reader refuses or agrees on clocks that no dump has") {
    Reader reader;
    for (const char* clock : {"00:00:30", "0:60:00", "0:00:60", "0:0:30", "0:00:3", "100:00:00",
                              "0:00:30.5", "-1:00:00", " 0:00:30", "0:00:30 ", "0.00.30", "1:00",
                              "0:00:3x", "a:00:00", "00:00:00", ":00:00:00", "09:59:59"}) {
        require_agreement(reader, std::string(" { [%clk ") + clock + "] }");
        require_agreement(reader, std::string(" { [%eval 0.1] [%clk ") + clock + "] }");
    }
}

TEST_CASE("the fast reader reads every evaluation of a dump, with and without a clock") {
    Reader reader;
    for (int value = -32000; value <= 32000; ++value) {
        int size = value < 0 ? -value : value;
        char number[16];
        std::snprintf(number, sizeof number, "%s%d.%02d", value < 0 ? "-" : "", size / 100,
                      size % 100);
        std::string text(number);
        if (text.back() == '0') text.pop_back();
        std::string comment = " { [%eval " + text + "] }";
        Reading fast = reader.read(comment);
        if (fast.notes.eval != value) FAIL(comment);
        require_read(reader, comment);
        require_read(reader, " { [%eval " + text + "] [%clk 1:02:03] }");
    }
}

TEST_CASE("the fast reader reads every mate") {
    Reader reader;
    for (int moves = -700; moves <= 700; ++moves) {
        if (moves == 0) continue;
        std::string text = " { [%eval #" + std::to_string(moves) + "] }";
        Reading fast = reader.read(text);
        if (fast.notes.eval != (moves > 0 ? 32768 - moves : -32769 - moves)) FAIL(text);
        require_read(reader, text);
        require_read(reader, " { [%eval #" + std::to_string(moves) + "] [%clk 0:00:01] }");
    }
}

TEST_CASE("the fast reader refuses or agrees on evaluations that no dump has") {
    Reader reader;
    for (const char* eval :
         {"320.01", "-320.01", "9999.99", "10000.0", "99999999999.0", "0",    "1",   "0.100",
          "0.10",   "1.20",    "00.1",    "-0.0",    "+0.1",          ".5",   "5.",  "0.1,20",
          "#0",     "#-0",     "#701",    "#-701",   "#9999",         "#01",  "#+3", "# 3",
          "#",      "-#3",     "#3.0",    "--1.0",   "0.1 ",          " 0.1", "1e5", "0,1",
          "",       "-"}) {
        require_agreement(reader, std::string(" { [%eval ") + eval + "] }");
        require_agreement(reader, std::string(" { [%eval ") + eval + "] [%clk 0:00:30] }");
    }
}

TEST_CASE(
    "the fast reader refuses or agrees on comments with any one byte changed, lost or added") {
    Reader reader;
    for (std::string text :
         {" { [%clk 0:00:30] }", " { [%clk 12:34:56] }", " { [%eval 0.17] }", " { [%eval -12.5] }",
          " { [%eval #-3] }", " { [%eval 1.23] [%clk 0:03:00] }",
          " { [%eval #12] [%clk 10:03:00] }"}) {
        require_read(reader, text);
        for (std::size_t at = 0; at <= text.size(); ++at) {
            for (int byte = 0; byte < 256; ++byte) {
                std::string changed = text;
                changed.insert(at, 1, static_cast<char>(byte));
                require_agreement(reader, changed);
                if (at == text.size()) continue;
                changed = text;
                changed[at] = static_cast<char>(byte);
                require_agreement(reader, changed);
            }
            require_agreement(reader,
                              text.substr(0, at) + text.substr(at < text.size() ? at + 1 : at));
        }
    }
}

TEST_CASE("the fast reader reads no cut comment, whatever stands behind it") {
    Reader reader;
    std::string text = " { [%eval -1.23] [%clk 10:03:00] }";
    for (std::size_t length = 0; length < text.size(); ++length) {
        for (int padding = 0; padding < 256; ++padding) {
            Reading fast = reader.read(text.substr(0, length), static_cast<char>(padding));
            // Only where the padding itself completes a comment.
            bool completes = padding == '}' && text.substr(0, length).ends_with("] ");
            if ((fast.length != 0) != completes) FAIL(length << " bytes, then " << padding);
        }
    }
}
