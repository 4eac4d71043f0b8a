#include "ign/chess/epd.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <initializer_list>
#include <limits>
#include <span>
#include <utility>

#include "ign/base/ascii.hpp"
#include "ign/chess/san.hpp"

namespace ign::chess {

namespace {

enum class OperandKind : std::uint8_t {
    none,
    count,    // from 0 on
    ordinal,  // from 1 on
    number,
    text,
    two_texts,
    texts,
    move,
    moves,
    variation
};

struct KnownOpcode {
    std::string_view name;
    OperandKind kind;
};

constexpr std::array known_opcodes = {
    KnownOpcode{"acd", OperandKind::count},        KnownOpcode{"acn", OperandKind::count},
    KnownOpcode{"acs", OperandKind::count},        KnownOpcode{"am", OperandKind::moves},
    KnownOpcode{"bm", OperandKind::moves},         KnownOpcode{"ce", OperandKind::number},
    KnownOpcode{"dm", OperandKind::number},        KnownOpcode{"draw_accept", OperandKind::none},
    KnownOpcode{"draw_claim", OperandKind::none},  KnownOpcode{"draw_offer", OperandKind::none},
    KnownOpcode{"draw_reject", OperandKind::none}, KnownOpcode{"eco", OperandKind::text},
    KnownOpcode{"fmvn", OperandKind::ordinal},     KnownOpcode{"hmvc", OperandKind::count},
    KnownOpcode{"id", OperandKind::text},          KnownOpcode{"nic", OperandKind::text},
    KnownOpcode{"noop", OperandKind::texts},       KnownOpcode{"pm", OperandKind::move},
    KnownOpcode{"pv", OperandKind::variation},     KnownOpcode{"rc", OperandKind::count},
    KnownOpcode{"resign", OperandKind::none},      KnownOpcode{"sm", OperandKind::move},
    KnownOpcode{"tcgs", OperandKind::count},       KnownOpcode{"tcri", OperandKind::two_texts},
    KnownOpcode{"tcsi", OperandKind::two_texts},
};

OperandKind kind_of(std::string_view opcode) {
    bool is_numbered =
        opcode.size() == 2 && (opcode[0] == 'c' || opcode[0] == 'v') && is_digit(opcode[1]);
    if (is_numbered) return OperandKind::text;
    const auto* known = std::ranges::find(known_opcodes, opcode, &KnownOpcode::name);
    return known == known_opcodes.end() ? OperandKind::texts : known->kind;
}

bool is_opcode(std::string_view word) {
    return !word.empty() && word.size() <= 15 && is_letter(word[0]) &&
           std::ranges::all_of(word,
                               [](char c) { return is_letter(c) || is_digit(c) || c == '_'; });
}

/// An operation as it stands: words and quoted texts up to its semicolon.
struct RawOperation {
    std::string_view opcode;
    std::vector<EpdText> operands;
};

/// A step that has failed has said why in the reader's fault.
enum class Step : std::uint8_t { done, failed };

class EpdReader {
  public:
    explicit EpdReader(std::string_view line) : rest_(line) {}

    Result<Epd, EpdFault> read() {
        std::string fen = take_fen();
        auto position = parse_fen(fen);
        if (!position) return fail(EpdFault{std::string(to_text(position.error()))});
        epd_.position = *position;
        if (leads_with_semicolon_ && rest_.empty()) {
            return fail(EpdFault{"no operation follows the semicolon"});
        }
        std::vector<RawOperation> raw;
        if (read_raw(raw) == Step::failed) return fail(std::move(fault_));
        // The counters first: they belong to the position that all moves are played from.
        if (apply_counters(raw) == Step::failed) return fail(std::move(fault_));
        for (const RawOperation& operation : raw) {
            if (read_operation(operation) == Step::failed) return fail(std::move(fault_));
        }
        return std::move(epd_);
    }

  private:
    Step refuse(std::initializer_list<std::string_view> reason) {
        fault_.reason.clear();
        for (std::string_view part : reason) fault_.reason += part;
        return Step::failed;
    }

    /// Takes four fields, and up to two counters if what follows is no opcode.
    std::string take_fen() {
        std::string fen;
        for (int field = 0; field < 6; ++field) {
            std::string_view ahead = rest_;
            std::string_view word = next_fen_field(ahead);
            word = word.substr(0, word.find(';'));
            if (word.empty() || (field >= 4 && is_letter(word[0]))) break;
            (fen += ' ') += word;
            fields_.at(static_cast<std::size_t>(field)) = word;
            rest_.remove_prefix(static_cast<std::size_t>(word.data() + word.size() - rest_.data()));
        }
        skip_space();
        // Perft suites put the semicolon before every operation (`0 1 ;D1 20 ;D2 400`), and the
        // end of the line ends the last one.
        leads_with_semicolon_ = rest_.starts_with(';');
        if (leads_with_semicolon_) rest_.remove_prefix(1);
        skip_space();
        // Behind six fields something that is no operation at all is text too much.
        bool is_operation = leads_with_semicolon_ || rest_.empty() || is_letter(rest_[0]);
        if (!is_operation) (fen += ' ') += rest_;
        return fen;
    }

    void skip_space() {
        while (!rest_.empty() && is_space(rest_[0])) rest_.remove_prefix(1);
    }

    Step read_raw(std::vector<RawOperation>& all) {
        for (skip_space(); !rest_.empty(); skip_space()) {
            RawOperation operation;
            if (read_raw_operation(operation) == Step::failed) return Step::failed;
            auto same = [&](const RawOperation& other) { return other.opcode == operation.opcode; };
            if (std::ranges::any_of(all, same)) {
                return refuse({"the opcode '", operation.opcode, "' comes twice"});
            }
            all.push_back(std::move(operation));
        }
        return Step::done;
    }

    Step read_raw_operation(RawOperation& operation) {
        operation.opcode = take_word();
        if (!is_opcode(operation.opcode)) {
            return refuse({"'", operation.opcode, "' is no opcode"});
        }
        while (true) {
            skip_space();
            if (rest_.empty() && leads_with_semicolon_) return Step::done;
            if (rest_.empty()) {
                return refuse(
                    {"the operation '", operation.opcode, "' does not end with a semicolon"});
            }
            if (rest_[0] == ';') {
                rest_.remove_prefix(1);
                return Step::done;
            }
            if (rest_[0] != '"') {
                operation.operands.push_back({std::string(take_word()), false});
            } else if (!take_quoted(operation.operands.emplace_back())) {
                return refuse({"a quoted text of '", operation.opcode, "' does not end"});
            }
        }
    }

    std::string_view take_word() {
        std::size_t size = 0;
        while (size < rest_.size() && !is_space(rest_[size]) && rest_[size] != ';' &&
               rest_[size] != '"') {
            ++size;
        }
        std::string_view word = rest_.substr(0, size);
        rest_.remove_prefix(size);
        return word;
    }

    bool take_quoted(EpdText& operand) {
        operand.is_quoted = true;
        for (std::size_t i = 1; i < rest_.size(); ++i) {
            char c = rest_[i];
            if (c == '"') {
                rest_.remove_prefix(i + 1);
                return true;
            }
            bool is_escape =
                c == '\\' && i + 1 < rest_.size() && (rest_[i + 1] == '"' || rest_[i + 1] == '\\');
            if (is_escape) c = rest_[++i];
            operand.text += c;
        }
        return false;
    }

    /// `hmvc` and `fmvn` stand for the fields that FEN has and EPD has not.
    Step apply_counters(std::span<const RawOperation> raw) {
        std::string fen;
        for (std::size_t i = 0; i < 4; ++i) {
            (fen += fields_.at(i).empty() ? "-" : fields_.at(i)) += ' ';
        }
        const std::array<std::int64_t, 2> read = {epd_.position.halfmove_clock(),
                                                  epd_.position.fullmove_number()};
        constexpr std::array<std::string_view, 2> opcodes = {"hmvc", "fmvn"};
        for (std::size_t i = 0; i < opcodes.size(); ++i) {
            std::int64_t value = read.at(i);
            auto found = std::ranges::find(raw, opcodes.at(i), &RawOperation::opcode);
            if (found != raw.end()) {
                EpdOperand operand;
                OperandKind kind = kind_of(opcodes.at(i));
                if (read_number(*found, kind, operand) == Step::failed) return Step::failed;
                value = std::get<std::int64_t>(operand);
                if (!fields_.at(i + 4).empty() && value != read.at(i)) {
                    return refuse(
                        {"'", opcodes.at(i), "' differs from the same field of the FEN before it"});
                }
            }
            (fen += std::to_string(value)) += ' ';
        }
        epd_.position = *parse_fen(fen);
        return Step::done;
    }

    Step read_operation(const RawOperation& raw) {
        EpdOperation& operation = epd_.operations.emplace_back();
        operation.opcode = raw.opcode;
        OperandKind kind = kind_of(raw.opcode);
        switch (kind) {
            case OperandKind::none:
                if (!raw.operands.empty()) return refuse_count(raw, "no operand");
                return Step::done;
            case OperandKind::count:
            case OperandKind::ordinal:
            case OperandKind::number:
                return read_number(raw, kind, operation.operand);
            case OperandKind::text:
            case OperandKind::two_texts:
            case OperandKind::texts:
                return read_texts(raw, kind, operation.operand);
            case OperandKind::move:
            case OperandKind::moves:
            case OperandKind::variation:
                return read_moves(raw, kind, operation.operand);
        }
        return Step::done;
    }

    Step refuse_count(const RawOperation& raw, std::string_view wanted) {
        return refuse({"the opcode '", raw.opcode, "' takes ", wanted, ", not ",
                       std::to_string(raw.operands.size()), " operands"});
    }

    Step read_number(const RawOperation& raw, OperandKind kind, EpdOperand& operand) {
        if (raw.operands.size() != 1) return refuse_count(raw, "one number");
        std::string_view text = raw.operands[0].text;
        std::string_view digits = text;
        if (digits.starts_with('+')) digits.remove_prefix(1);
        std::int64_t value = 0;
        const char* end = digits.data() + digits.size();
        auto [stop, status] = std::from_chars(digits.data(), end, value);
        bool is_number = status == std::errc() && stop == end && !text.starts_with("+-");
        std::int64_t least = kind == OperandKind::number ? std::numeric_limits<std::int64_t>::min()
                             : kind == OperandKind::ordinal ? 1
                                                            : 0;
        bool is_counter = raw.opcode == "hmvc" || raw.opcode == "fmvn";
        std::int64_t most = is_counter ? std::numeric_limits<std::uint32_t>::max()
                                       : std::numeric_limits<std::int64_t>::max();
        if (!is_number || value < least || value > most) {
            return refuse({"the operand of '", raw.opcode, "' is no number",
                           kind == OperandKind::number    ? ""
                           : kind == OperandKind::ordinal ? " from 1 on"
                                                          : " from 0 on",
                           ": ", text});
        }
        operand = value;
        return Step::done;
    }

    Step read_texts(const RawOperation& raw, OperandKind kind, EpdOperand& operand) {
        if (kind == OperandKind::text && raw.operands.size() != 1) {
            return refuse_count(raw, "one text (several words need quotes)");
        }
        if (kind == OperandKind::two_texts && raw.operands.size() != 2) {
            return refuse_count(raw, "two texts");
        }
        operand = raw.operands;
        return Step::done;
    }

    Step read_moves(const RawOperation& raw, OperandKind kind, EpdOperand& operand) {
        if (kind == OperandKind::move && raw.operands.size() != 1) {
            return refuse_count(raw, "one move");
        }
        if (kind == OperandKind::moves && raw.operands.empty()) {
            return refuse_count(raw, "one or more moves");
        }
        std::vector<Move> moves;
        Position position = epd_.position;
        for (const EpdText& word : raw.operands) {
            SanToken token;
            const char* end = word.text.data() + word.text.size();
            Move move;
            SanStatus status = SanStatus::malformed;
            if (scan_san(word.text.data(), end, token) == end) {
                status = resolve(position, token, move);
            }
            if (status != SanStatus::ok) {
                return refuse({to_text(status), " in '", raw.opcode, "': ", word.text});
            }
            moves.push_back(move);
            if (kind == OperandKind::variation) position.play(move);
        }
        operand = std::move(moves);
        return Step::done;
    }

    std::string_view rest_;
    std::array<std::string_view, 6> fields_;
    bool leads_with_semicolon_ = false;
    Epd epd_;
    EpdFault fault_;
};

void append_text(const EpdText& operand, std::string& out) {
    if (!operand.is_quoted) {
        out += operand.text;
        return;
    }
    out += '"';
    for (char c : operand.text) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    out += '"';
}

/// The moves of a variation follow one another, others are each played from the position.
void append_moves(Position position, std::span<const Move> moves, OperandKind kind,
                  std::string& out) {
    for (Move move : moves) {
        (out += ' ') += to_san(position, move);
        if (kind == OperandKind::variation) position.play(move);
    }
}

void append_operation(const Epd& epd, const EpdOperation& operation, std::string& out) {
    (out += ' ') += operation.opcode;
    if (const auto* number = std::get_if<std::int64_t>(&operation.operand)) {
        (out += ' ') += std::to_string(*number);
    } else if (const auto* texts = std::get_if<std::vector<EpdText>>(&operation.operand)) {
        for (const EpdText& text : *texts) append_text(text, out += ' ');
    } else if (const auto* moves = std::get_if<std::vector<Move>>(&operation.operand)) {
        append_moves(epd.position, *moves, kind_of(operation.opcode), out);
    }
    out += ';';
}

bool has(const Epd& epd, std::string_view opcode) {
    return std::ranges::any_of(
        epd.operations, [&](const EpdOperation& operation) { return operation.opcode == opcode; });
}

}  // namespace

Result<Epd, EpdFault> parse_epd(std::string_view line) { return EpdReader(line).read(); }

std::string to_epd(const Epd& epd, FenStyle style) {
    std::string out = to_epd_fields(epd.position, style);
    for (const EpdOperation& operation : epd.operations) append_operation(epd, operation, out);
    std::int64_t halfmoves = epd.position.halfmove_clock();
    std::int64_t moves = epd.position.fullmove_number();
    if (halfmoves != 0 && !has(epd, "hmvc")) append_operation(epd, {"hmvc", halfmoves}, out);
    if (moves != 1 && !has(epd, "fmvn")) append_operation(epd, {"fmvn", moves}, out);
    return out;
}

}  // namespace ign::chess
