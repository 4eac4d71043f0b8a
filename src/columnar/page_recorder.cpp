#include "page_recorder.hpp"

#include <arrow/buffer.h>
#include <parquet/exception.h>

namespace ign::columnar {

PageRecorder::PageRecorder(const parquet::ColumnDescriptor& column,
                           const std::shared_ptr<parquet::WriterProperties>& properties,
                           parquet::ColumnChunkMetaDataBuilder* metadata, ColumnChunk& chunk)
    : stream_(std::make_shared<PageStream>()), chunk_(chunk) {
    const auto& path = column.path();
    parquet::CodecOptions options(properties->compression_level(path));
    writer_ = parquet::PageWriter::Open(stream_, properties->compression(path), metadata, -1, -1,
                                        properties->memory_pool(), false, nullptr, nullptr, false,
                                        nullptr, nullptr, options);
}

void PageRecorder::Close(bool has_dictionary, bool fallback) {
    writer_->Close(has_dictionary, fallback);
    chunk_.has_dictionary = has_dictionary;
    chunk_.fell_back = fallback;
    chunk_.bytes = stream_->take();
}

int64_t PageRecorder::WriteDataPage(const parquet::DataPage& page) {
    std::int64_t begin = writer_->total_compressed_bytes_written();
    std::int64_t uncompressed = writer_->WriteDataPage(page);
    std::int64_t size = writer_->total_compressed_bytes_written() - begin;
    chunk_.pages.push_back({begin, static_cast<std::int32_t>(size), page.first_row_index().value(),
                            page.statistics(), page.size_statistics()});
    return uncompressed;
}

int64_t PageRecorder::WriteDictionaryPage(const parquet::DictionaryPage& page) {
    return writer_->WriteDictionaryPage(page);
}

int64_t PageRecorder::total_compressed_bytes_written() const {
    return writer_->total_compressed_bytes_written();
}

bool PageRecorder::has_compressor() { return writer_->has_compressor(); }

void PageRecorder::Compress(const ::arrow::Buffer& source, ::arrow::ResizableBuffer* compressed) {
    writer_->Compress(source, compressed);
    // Arrow keeps the page until the column ends: some of the greatest buffers there are, in all
    // columns at once.
    auto* page = dynamic_cast<::arrow::ResizableBuffer*>(const_cast<::arrow::Buffer*>(&source));
    if (page != nullptr) PARQUET_THROW_NOT_OK(page->Resize(0, true));
}

}  // namespace ign::columnar
