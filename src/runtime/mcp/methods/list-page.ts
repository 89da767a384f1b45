import type { JsonObject } from '../../model/index.ts';
import type { Awaitable } from '../../std/index.ts';
import { listEntries } from '../call/index.ts';
import type { MethodCall } from '../method.ts';
import { readCursor } from '../params.ts';

export const listPage = ({ params, request, server }: MethodCall, key: Parameters<typeof listEntries>[2]['key']): Awaitable<JsonObject> =>
  listEntries(server.runtime, request, { key, ...readCursor(params) });
