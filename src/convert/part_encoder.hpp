#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "frame_encoder.hpp"
#include "ign/convert/batch_pool.hpp"
#include "ign/convert/options.hpp"
#include "ign/convert/piece_encoder.hpp"
#include "ign/tasks/per_thread.hpp"
#include "input_feed.hpp"

namespace ign::convert {

/// What a thread has made of a part: of a piece all at once, of a stretch step by step.
struct EncodedPart {
    EncodedPiece piece;
    EncodedStretch stretch;
};

/// One for the games of that input.
[[nodiscard]] PieceEncoder make_piece_encoder(const Options& options, std::size_t input);

/// Makes rows of parts of the inputs. Any number of threads may use it.
class PartEncoder {
  public:
    /// All must outlive it.
    PartEncoder(const Options& options, BatchPool& batches)
        : options_(options), batches_(batches) {}

    /// Between two steps of a stretch: may look at what there is of it, and take that out. False is
    /// the end.
    using Between = std::function<bool()>;
    /// A fault of the input is left alone. Throws io::InputError if a stretch cannot be opened, and
    /// what `between` throws.
    void encode(const InputPart& part, EncodedPart& encoded, const Between& between);

    /// Frees what the threads have; none may be at work.
    void clear() { locals_.clear(); }

  private:
    struct Local {
        std::size_t input = 0;
        std::unique_ptr<PieceEncoder> encoder;
    };

    PieceEncoder& encoder_for(std::size_t input);
    void encode_stretch(const InputPart& part, PieceEncoder& encoder, EncodedStretch& encoded,
                        const Between& between);

    const Options& options_;
    BatchPool& batches_;
    tasks::PerThread<Local> locals_;
};

}  // namespace ign::convert
