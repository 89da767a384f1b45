import { isJsonObject } from '../model/index.ts';
import { ProtocolError } from '../errors/index.ts';
import type { JsonObject } from '../model/index.ts';
import * as rpcCodes from './rpc-codes.ts';
import type { Extensions } from './protocol.ts';

export const noExtensions = (): Extensions => ({
  methods: new Map(),
  settings: new Map(),
  sessionTasks: undefined,
  around: new Map(),
  listenTopic: undefined,
  rounds: undefined,
  aroundCall: undefined,
  completeCaller: undefined,
  watches: [],
});

/** Whether this very request declares an extension; nothing is remembered from earlier ones. */
export function declaresExtension(clientCapabilities: JsonObject, id: string): boolean {
  const { extensions } = clientCapabilities;
  return isJsonObject(extensions) && Object.hasOwn(extensions, id) && isJsonObject(extensions[id]);
}

/** @throws {ProtocolError} -32021, HTTP 400, naming the extension */
export function requireExtension(clientCapabilities: JsonObject, id: string): void {
  if (declaresExtension(clientCapabilities, id)) return;
  const requiredCapabilities = { extensions: { [id]: {} } };
  throw new ProtocolError(rpcCodes.missingCapability, `The client did not declare the extension ${id}`, {
    data: { requiredCapabilities },
    httpStatus: 400,
  });
}
