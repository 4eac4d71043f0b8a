#pragma once

#include <parquet/column_writer.h>
#include <parquet/metadata.h>

#include <memory>

#include "column_chunk.hpp"
#include "page_stream.hpp"

namespace ign::columnar {

/// Writes the pages of one column chunk into memory, compressed and with their headers, and notes
/// what the page index and the footer will have to say of them.
class PageRecorder : public parquet::PageWriter {
  public:
    PageRecorder(const parquet::ColumnDescriptor& column,
                 const std::shared_ptr<parquet::WriterProperties>& properties,
                 parquet::ColumnChunkMetaDataBuilder* metadata, ColumnChunk& chunk);

    void Close(bool has_dictionary, bool fallback) override;
    int64_t WriteDataPage(const parquet::DataPage& page) override;
    int64_t WriteDictionaryPage(const parquet::DictionaryPage& page) override;
    int64_t total_compressed_bytes_written() const override;
    bool has_compressor() override;
    void Compress(const ::arrow::Buffer& source, ::arrow::ResizableBuffer* compressed) override;

  private:
    std::shared_ptr<PageStream> stream_;
    std::unique_ptr<parquet::PageWriter> writer_;
    ColumnChunk& chunk_;
};

}  // namespace ign::columnar
