#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "ign/columnar/row_batch.hpp"

namespace ign::convert {

/// Hands out empty batches and takes them back once nobody holds them, with the memory they have
/// grown to.
class BatchPool {
  public:
    std::shared_ptr<columnar::RowBatch> take() {
        std::unique_ptr<columnar::RowBatch> batch;
        std::shared_ptr<const columnar::RowBatch> typical;
        {
            std::lock_guard lock(shelf_->mutex);
            if (!shelf_->batches.empty()) {
                batch = std::move(shelf_->batches.back());
                shelf_->batches.pop_back();
            }
            typical = shelf_->typical.lock();
        }
        if (!batch) {
            batch = std::make_unique<columnar::RowBatch>();
            if (typical) batch->reserve_like(*typical);
        }
        // The deleter lets go of the shelf when it is called: the weak pointer to the typical batch
        // keeps the deleter itself.
        return {batch.release(), [shelf = shelf_](columnar::RowBatch* used) mutable {
                    std::shared_ptr<Shelf> home = std::move(shelf);
                    used->clear();
                    std::lock_guard lock(home->mutex);
                    home->batches.emplace_back(used);
                }};
    }

    /// A full batch: as long as somebody holds it, new ones get room for as much.
    void show_typical(const std::shared_ptr<const columnar::RowBatch>& batch) {
        std::lock_guard lock(shelf_->mutex);
        shelf_->typical = batch;
    }

    /// Frees the batches that nobody holds.
    void clear() {
        std::lock_guard lock(shelf_->mutex);
        shelf_->batches.clear();
    }

  private:
    struct Shelf {
        std::mutex mutex;
        std::vector<std::unique_ptr<columnar::RowBatch>> batches;
        std::weak_ptr<const columnar::RowBatch> typical;
    };
    std::shared_ptr<Shelf> shelf_ = std::make_shared<Shelf>();
};

}  // namespace ign::convert
