import { readResource } from '../call/index.ts';
import type { Method } from '../method.ts';
import { requireText } from '../params.ts';

export const resourcesRead: Method = (call) => readResource(call.server.runtime, call, { uri: requireText(call.params, 'uri') });
