#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace ign {

/// Appends values to a string of bytes, from which RecordReader reads them in the same order:
///   integer          8 bytes, little-endian, two's complement
///   truth value      1 byte, 0 or 1
///   text             its length as an integer, its bytes
///   optional         a truth value, and the value if that is 1
///   list             the number of elements as an integer, the elements
class RecordWriter {
  public:
    /// Appends an integer, a truth value, a text.
    void put(std::uint64_t value) {
        for (int i = 0; i < 8; ++i) bytes_ += static_cast<char>(value >> (8 * i));
    }
    void put_signed(std::int64_t value) { put(static_cast<std::uint64_t>(value)); }
    void put_truth(bool value) { bytes_ += value ? '\1' : '\0'; }
    void put(std::string_view text) {
        put(std::uint64_t{text.size()});
        bytes_ += text;
    }
    /// Appends the number of elements and calls `put_one` for each, which appends it.
    template <class Elements, class PutOne>
    void put_list(const Elements& elements, PutOne put_one) {
        put(std::uint64_t{elements.size()});
        for (const auto& element : elements) put_one(element);
    }
    /// Appends whether there is a value and calls `put_one` for it if there is.
    template <class Value, class PutOne>
    void put_optional(const std::optional<Value>& value, PutOne put_one) {
        put_truth(value.has_value());
        if (value) put_one(*value);
    }

    /// The bytes of all that was put.
    [[nodiscard]] std::string take() { return std::move(bytes_); }

  private:
    std::string bytes_;
};

/// Bytes that RecordWriter has not written.
class RecordError : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Reads what RecordWriter wrote. Every call throws RecordError where the bytes end too early or
/// hold no value of that kind; no call takes more memory than the bytes justify.
class RecordReader {
  public:
    /// Reads `bytes`, which must outlive the reader and the texts it gives.
    explicit RecordReader(std::string_view bytes) : rest_(bytes) {}

    /// The next integer, truth value or text.
    std::uint64_t get() {
        std::string_view bytes = cut(8);
        std::uint64_t value = 0;
        for (std::size_t i = 8; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[i]);
        return value;
    }
    std::int64_t get_signed() { return static_cast<std::int64_t>(get()); }
    bool get_truth() {
        char byte = cut(1)[0];
        if (byte != 0 && byte != 1) throw RecordError("a truth value is neither 0 nor 1");
        return byte == 1;
    }
    std::string_view get_text() { return cut(get()); }
    /// Calls `get_one` for every element.
    template <class GetOne>
    void get_list(GetOne get_one) {
        std::uint64_t count = get();
        // Each element has a byte at least.
        if (count > rest_.size()) throw RecordError("a list is longer than its record");
        for (; count != 0; --count) get_one();
    }
    /// Nothing if there is no value, else what `get_one` gives, which reads it.
    template <class Value, class GetOne>
    std::optional<Value> get_optional(GetOne get_one) {
        if (!get_truth()) return std::nullopt;
        return get_one();
    }
    /// To be called at the end: throws RecordError if bytes are left.
    void finish() const {
        if (!rest_.empty()) throw RecordError("a record is longer than its values");
    }

  private:
    std::string_view cut(std::uint64_t size) {
        if (size > rest_.size()) throw RecordError("a record ends inside a value");
        std::string_view head = rest_.substr(0, size);
        rest_.remove_prefix(size);
        return head;
    }

    std::string_view rest_;
};

}  // namespace ign
