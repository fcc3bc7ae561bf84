// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
//
// The header in C++: handles as owners, and exceptions outside of deliveries.

#include <asynctext.h>

#include <string>
#include <utility>
#include <vector>

#include "check.h"

namespace {

at_error error;

/// Frees its handle.
class Handle {
 public:
  explicit Handle(uint64_t value) : value_(value) {}
  Handle(Handle &&other) noexcept : value_(std::exchange(other.value_, 0)) {}
  Handle(const Handle &) = delete;
  ~Handle() { at_free(value_, nullptr); }
  uint64_t get() const { return value_; }

 private:
  uint64_t value_;
};

Handle draw(const std::string &text, at_picture_info &info) {
  at_request request{};
  request.size = sizeof request;
  request.kind = AT_TEXT;
  request.text = text.data();
  request.length = text.size();
  at_picture picture = 0;
  if (at_draw(&request, &picture, &info, &error) != AT_OK) throw std::string(error.message);
  return Handle(picture);
}

}  // namespace

int main() {
  {
    std::vector<Handle> pictures;
    for (int i = 0; i < 100; i++) {
      at_picture_info info{};
      pictures.push_back(draw("label " + std::to_string(i), info));
      CHECK(info.width > 20 && info.height > 10 && info.pixels != nullptr);
    }
    CHECK(at_handle_count() == 100);
  }
  CHECK(at_handle_count() == 0);
  bool is_told = false;
  try {
    at_picture_info info{};
    at_request request{};
    FAILS(AT_INVALID_ARGUMENT, at_draw(&request, nullptr, &info, &error));
    throw std::string(error.message);
  } catch (const std::string &message) {
    is_told = message.size() > 8;
  }
  CHECK(is_told);
  return summary("C++");
}
