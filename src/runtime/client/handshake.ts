import * as envelopeKeys from '../mcp/envelope-keys.ts';
import { isJsonObject, jsonObjectMember, type Json, type JsonObject } from '../model/index.ts';
import type { ServerFacts } from './connection.ts';
import { RevisionRefused } from './errors.ts';
import { messageText } from './messages.ts';

/** Who the client is, and what it can answer. */
export interface Introduction {
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly capabilities: JsonObject;
}

export const initializeParams = ({ capabilities, clientInfo }: Introduction, revision: string = sessionRevisions[0]): JsonObject => ({
  protocolVersion: revision,
  capabilities,
  clientInfo: { ...clientInfo },
});

/** The first message of a session. Its id is 0; others count from 1. */
export const initializeMessage = (introduction: Introduction, revision?: string): string =>
  messageText({ id: 0, method: 'initialize', params: initializeParams(introduction, revision) });

/** Who sends a request of 2026-07-28, in its `_meta`. */
export const envelopeOf = ({ capabilities, clientInfo }: Introduction): JsonObject => ({
  [envelopeKeys.protocolVersion]: modernRevision,
  [envelopeKeys.clientInfo]: { ...clientInfo },
  [envelopeKeys.clientCapabilities]: capabilities,
});

/** What the server answered to `initialize`. @throws {RevisionRefused} */
export function readHandshake(result: JsonObject): ServerFacts {
  const { protocolVersion: revision } = result;
  const known = sessionRevisions.find((one) => one === revision);
  if (known === undefined)
    throw new RevisionRefused(`The server speaks MCP ${JSON.stringify(revision ?? null)}, this client ${sessionRevisions.join(', ')}`);
  return { revision: known, ...readServer(result, result['serverInfo']) };
}

/** @param info where the revision keeps name and version */
export function readServer(result: JsonObject, info: Json | undefined): Omit<ServerFacts, 'revision'> {
  const { name, version } = isJsonObject(info) ? info : {};
  const { instructions } = result;
  return {
    name: typeof name === 'string' ? name : '',
    version: typeof version === 'string' ? version : '',
    capabilities: jsonObjectMember(result, 'capabilities'),
    instructions: typeof instructions === 'string' ? instructions : undefined,
  };
}

/** The revision without sessions: each request says who sends it. */
export const modernRevision = '2026-07-28';
/** Revisions with a session that `initialize` opens, newest first. */
const sessionRevisions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;
