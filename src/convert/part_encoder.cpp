#include "part_encoder.hpp"

#include <utility>

namespace ign::convert {

PieceEncoder PartEncoder::make_encoder(std::size_t input) const {
    RowOptions rows{
        options_.clocks, options_.movetext, options_.numbering, {}, options_.resignation};
    if (options_.inputs.size() > 1) rows.source = options_.inputs[input].string();
    return PieceEncoder(std::move(rows));
}

PartEncoder::Local& PartEncoder::local_for(std::size_t input) {
    Local& local = locals_.local();
    if (!local.encoder || local.input != input) {
        local.input = input;
        local.encoder = std::make_unique<PieceEncoder>(make_encoder(input));
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
