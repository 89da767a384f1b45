import type { JsonObject } from '../../model/index.ts';
import type { Awaitable } from '../../std/index.ts';
import { listEntries } from '../call/index.ts';
import type { MethodCall } from '../method.ts';
import { readCursor } from '../params.ts';

export const listPage = (call: MethodCall, key: Parameters<typeof listEntries>[2]['key']): Awaitable<JsonObject> =>
  listEntries(call.server.runtime, call, { key, ...readCursor(call.params) });
