// SPDX-License-Identifier: Apache-2.0
//
// Runs the initialiser of a once flag so that leaving is recorded even when an exception unwinds through (call_once: the
// next caller tries again). In C, because the cleanup attribute then needs only libgcc's personality routine: the runtime
// must also link into programs without the C++ library.
#include <stdint.h>

void heddle_leave_once(uint32_t* flag, int succeeded);

struct OnceScope {
  uint32_t* flag;
  int succeeded;
};

static void leave_scope(struct OnceScope* scope) { heddle_leave_once(scope->flag, scope->succeeded); }

void heddle_run_once(uint32_t* flag, void (*initialise)(void)) {
  struct OnceScope scope __attribute__((cleanup(leave_scope))) = {flag, 0};
  initialise();
  scope.succeeded = 1;
}
