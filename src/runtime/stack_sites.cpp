// SPDX-License-Identifier: Apache-2.0
//
// Which stack objects are shared. Most escaping locals are private in fact, so an own-stack access is no event until
// another thread touches an object of its site; then the site becomes visible and the exploration starts again
// (granularity must never change between two runs that are compared). Objects are registered at run time only for sites
// that are visible, or for all in a discovery run, so that the common case costs nothing.
#include "runtime/stack_sites.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "runtime/heap.h"
#include "runtime/peek.h"
#include "runtime/raw_system.h"
#include "runtime/snapshot.h"

namespace heddle::runtime {
namespace {

std::uint32_t site_number(const HeddleStackSite* site) {
  State& s = state();
  for (std::uint32_t i = 0; i < s.module_count; ++i) {
    const Module& module = s.modules[i];
    if (site >= module.sites_begin && site < module.sites_end) {
      return module.first_site + static_cast<std::uint32_t>(site - module.sites_begin);
    }
  }
  return wire::kAnyStackSite;
}

// Frames below the current one are gone, and with them their objects.
void drop_dead_ranges(Thread& thread) {
  auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  while (thread.range_count > 0 && thread.ranges[thread.range_count - 1].begin < here) --thread.range_count;
}

StackRange* find_range(Thread& thread, std::uintptr_t address) {
  for (std::uint32_t i = thread.range_count; i > 0; --i) {
    StackRange& range = thread.ranges[i - 1];
    if (address >= range.begin && address < range.end) return &range;
  }
  return nullptr;
}

void note_shared_site(std::uint32_t site) {
  wire::Slot& slot = *state().slot;
  for (std::uint32_t i = 0; i < slot.shared_count; ++i) {
    if (slot.shared_sites[i] == site) return;
  }
  constexpr std::uint32_t kRoom = sizeof slot.shared_sites / sizeof slot.shared_sites[0];
  if (slot.shared_count < kRoom) slot.shared_sites[slot.shared_count++] = site;
}

void touch_foreign(Thread& owner, std::uintptr_t address) {
  State& s = state();
  if (s.any_stack_visible || owner.ranges_overflowed) return;
  if (owner.ended) return;  // nothing there is anybody's any more; memory_fault.cpp reports it when its turn comes
  StackRange* range = find_range(owner, address);
  if (range != nullptr && range->visible == kRangeVisible) return;
  if (!s.tracking) end_execution(Outcome::StackShared);
  if (range != nullptr) range->visible = kRangeTouched;
  note_shared_site(range != nullptr ? range->site : wire::kAnyStackSite);
}

// In a discovery run the owner still works silently on an object that another thread has touched. If it waits there for
// that thread in a loop, it never lets go of the turn; the shared site is known by then, so the run may end.
void count_quiet_access() {
  constexpr std::uint32_t kTooMany = 10'000;
  if (++state().quiet_accesses > kTooMany) end_execution(Outcome::StackShared);
}

void set_all_sites(std::uint8_t from, std::uint8_t to) {
  State& s = state();
  for (std::uint32_t i = 0; i < s.module_count; ++i) {
    for (HeddleStackSite* site = s.modules[i].sites_begin; site < s.modules[i].sites_end; ++site) {
      if (site->state == from) write_through_snapshot(&site->state, to);
    }
  }
}

}  // namespace

void require_visible(std::uint32_t hidden_site) {
  if (HEDDLE_LIKELY(is_visible(hidden_site))) return;
  if (!state().tracking) end_execution(Outcome::StackShared);
  note_shared_site(hidden_site);
  state().visible_hidden |= 1u << (wire::kLastHiddenSite - hidden_site);  // as it will be once the explorer says so
}

bool block_access_private(std::uintptr_t address) {
  const State& s = state();
  const std::uintptr_t number = (address - kTlsBase) / kTlsStride;
  const Thread& owner = s.threads[address - kTlsBase < kMaxThreads * kTlsStride ? number : 0];
  if (address != errno_of(owner) || owner.fs_base == 0) return false;
  if (&owner != &current_thread()) end_unsupported("errno", "of another thread is no memory that Heddle follows");
  return true;
}

bool stack_access_private(std::uintptr_t address) {
  State& s = state();
  std::uint32_t owner_number = static_cast<std::uint32_t>((address - kStackBase) / kStackStride);
  Thread& owner = s.threads[owner_number];
  if (owner_number != s.current) {
    touch_foreign(owner, address);
    return false;
  }
  if (s.any_stack_visible || owner.ranges_overflowed) return false;
  if (owner.range_count == 0) return true;
  drop_dead_ranges(owner);
  const StackRange* range = find_range(owner, address);
  if (range == nullptr) return true;
  if (HEDDLE_UNLIKELY(range->visible == kRangeTouched)) count_quiet_access();
  return range->visible != kRangeVisible;
}

std::uint32_t site_at(Thread& owner, std::uintptr_t address) {
  const StackRange* range = find_range(owner, address);
  return range != nullptr ? range->site : wire::kAnyStackSite;
}

void track_all_sites() { set_all_sites(wire::kSitePrivate, wire::kSiteTracked); }
void untrack_all_sites() { set_all_sites(wire::kSiteTracked, wire::kSitePrivate); }

void apply_visibility() {
  State& s = state();
  const wire::RingHeader& ring = *s.ring;
  for (std::uint32_t i = 0; i < ring.visible_count; ++i) {
    const std::uint32_t site = ring.visible_sites[i];
    const bool is_hidden = site >= wire::kFirstHiddenSite && site <= wire::kLastHiddenSite;
    if (is_hidden) s.visible_hidden |= 1u << (wire::kLastHiddenSite - site);
    if (ring.visible_sites[i] == wire::kAnyStackSite) s.any_stack_visible = true;
    if (ring.visible_sites[i] == wire::kWholeStack) {
      s.any_stack_visible = s.whole_stack_visible = true;
      set_all_sites(wire::kSitePrivate, wire::kSiteVisible);
    }
    for (std::uint32_t m = 0; m < s.module_count; ++m) {
      const Module& module = s.modules[m];
      std::uint32_t index = ring.visible_sites[i] - module.first_site;
      if (index < static_cast<std::uint32_t>(module.sites_end - module.sites_begin)) {
        write_through_snapshot(&module.sites_begin[index].state, wire::kSiteVisible);
      }
    }
  }
  adopt_contested_sizes(ring);  // under the same version
  s.applied_visibility = ring.visibility_version;
}

namespace {

void note_range(Thread& thread, std::uintptr_t begin, std::size_t size, const HeddleStackSite& site) {
  constexpr std::uint32_t kRoom = sizeof thread.ranges / sizeof thread.ranges[0];
  if (thread.range_count == kRoom) {
    // Deep recursion with a shared local: everything on this stack counts. A discovery run must not change what is an
    // event, it merely does not know the object then.
    if (site.state == wire::kSiteVisible) thread.ranges_overflowed = true;
    return;
  }
  thread.ranges[thread.range_count++] = {begin, begin + size, site_number(&site),
                                         site.state == wire::kSiteVisible ? kRangeVisible : kRangePrivate};
}

// What stood there before is no business of the new object's.
void begin_object(void* address, std::size_t size, const HeddleStackSite& site) {
  if (!begin_range(address, size, Touch::Writes, nullptr)) return;
  if ((site.flags & wire::kSiteByValue) == 0) memset(address, 0, size);
  record_range(EventKind::WriteRange, address, size, nullptr);
}

}  // namespace
}  // namespace heddle::runtime

using namespace heddle;
using namespace heddle::runtime;

extern "C" void __heddle_stack_object(void* address, std::size_t size, const HeddleStackSite* site) {
  if (!state().active) return;
  if (is_peeking()) tell_fingerprint();
  Thread& thread = current_thread();
  drop_dead_ranges(thread);
  note_range(thread, reinterpret_cast<std::uintptr_t>(address), size, *site);
  if (state().whole_stack_visible) begin_object(address, size, *site);
}
