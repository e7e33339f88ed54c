// The table [ipc] of a scene file.
#pragma once

#include "scene/fields.h"
#include "scene/ipc_settings.h"

namespace lacuna {

void read_ipc(const Value& value, IpcSettings& settings, ReadContext& context);

KeyTable ipc_key_table();

}  // namespace lacuna
