#include "part_encoder.hpp"

#include <utility>

namespace ign::convert {

PieceEncoder make_piece_encoder(const Options& options, std::size_t input) {
    RowOptions rows{options.clocks, options.movetext, options.numbering, {}, options.resignation};
    if (options.inputs.size() > 1) rows.source = options.inputs[input].string();
    return PieceEncoder(std::move(rows));
}

PieceEncoder& PartEncoder::encoder_for(std::size_t input) {
    Local& local = locals_.local();
    if (!local.encoder || local.input != input) {
        local.input = input;
        local.encoder = std::make_unique<PieceEncoder>(make_piece_encoder(options_, input));
    }
    return *local.encoder;
}

void PartEncoder::encode(const InputPart& part, EncodedPart& encoded, const Between& between) {
    if (part.fault) return;
    PieceEncoder& encoder = encoder_for(part.input);
    if (part.stretch) return encode_stretch(part, encoder, encoded.stretch, between);
    encoded.piece =
        encoder.encode(part.piece.text, part.piece.end, Piece::padding, batches_.take());
}

void PartEncoder::encode_stretch(const InputPart& part, PieceEncoder& encoder,
                                 EncodedStretch& encoded, const Between& between) {
    using State = EncodedStretch::State;
    FrameEncoder frames(options_.inputs[part.input], options_.piece_bytes, *part.stretch, encoded);
    frames.begin();
    while (encoded.state == State::begun && between() && encoded.state == State::begun) {
        frames.go_on(encoder, batches_);
    }
    part.stretch->close();
}

}  // namespace ign::convert
