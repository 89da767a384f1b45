import { isJsonObject } from '@service/sdk/model';
import type { JsonObject } from '@service/sdk/model';
import { legacyRevision } from '../texts.ts';
import type { ServerFacts } from './connection.ts';

/** Id of the first request, as the client of the SDK sends it; requests of tests count from 1. */
export const handshakeId = 0;

export const initializedBody = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });

/** Reads the facts about the server from the result of `initialize`. */
export function readFacts(result: JsonObject): ServerFacts {
  const { capabilities, instructions, protocolVersion, serverInfo } = result;
  return {
    protocolVersion: typeof protocolVersion === 'string' ? protocolVersion : legacyRevision,
    serverInfo: readServerInfo(serverInfo),
    capabilities: isJsonObject(capabilities) ? capabilities : {},
    instructions: typeof instructions === 'string' ? instructions : undefined,
  };
}

export function readServerInfo(value: unknown): ServerFacts['serverInfo'] {
  const info = isJsonObject(value) ? value : {};
  const text = (key: string): string => (typeof info[key] === 'string' ? info[key] : '');
  return { ...info, name: text('name'), version: text('version') };
}
