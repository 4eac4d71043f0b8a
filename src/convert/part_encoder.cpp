#include "part_encoder.hpp"

#include <utility>

namespace ign::convert {

PieceEncoder make_piece_encoder(const Options& options, std::size_t input) {
    RowOptions rows{options.clocks, options.movetext, options.numbering, {}, options.resignation};
    if (options.inputs.size() > 1) rows.source = options.inputs[input].string();
    return PieceEncoder(std::move(rows));
}

PartEncoder::Local& PartEncoder::local_for(std::size_t input) {
    Local& local = locals_.local();
    if (!local.encoder || local.input != input) {
        local.input = input;
        local.encoder = std::make_unique<PieceEncoder>(make_piece_encoder(options_, input));
        local.frames = std::make_unique<FrameEncoder>(options_.inputs[input], options_.piece_bytes);
    }
    return local;
}

void PartEncoder::encode(const InputPart& part, EncodedPart& encoded, const Between& between) {
    if (part.fault) return;
    Local& local = local_for(part.input);
    if (part.stretch) return encode_stretch(*part.stretch, local, encoded.stretch, between);
    encoded.piece =
        local.encoder->encode(part.piece.text, part.piece.end, Piece::padding, batches_.take());
}

void PartEncoder::encode_stretch(Stretch& stretch, Local& local, EncodedStretch& encoded,
                                 const Between& between) {
    using State = EncodedStretch::State;
    local.frames->begin(stretch, encoded);
    while (encoded.state == State::begun && between() && encoded.state == State::begun) {
        local.frames->go_on(stretch, *local.encoder, batches_, encoded);
    }
    local.frames->end(stretch);
}

}  // namespace ign::convert
