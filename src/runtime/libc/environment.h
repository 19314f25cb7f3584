// SPDX-License-Identifier: Apache-2.0
//
// The environment, for those whose answers depend on it.
#pragma once

namespace heddle::runtime::libc {

// Stands, in events, for what libc keeps about the environment and the time zone. Looking at it is an event only in
// programs that change one of them (wire::kEnvironment).
extern const char g_environment;

// As getenv, with its events.
char* look_up_variable(const char* name);

}  // namespace heddle::runtime::libc
