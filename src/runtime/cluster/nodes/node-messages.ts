import { isJsonObject, parseJsonObject, type JsonObject } from '../../model/index.ts';
import type { Change } from '../../entries/changes.ts';
import { decodeMessage, type RpcMessage, type RpcRequest } from '../../mcp/json-rpc.ts';
import { isLogLevel } from '../../mcp/client-channel.ts';
import type { SessionMessage } from '../sessions/shared-session-store.ts';

/** Whatever nodes tell each other. */
export type NodeMessage = SessionMessage | { readonly kind: 'change'; readonly change: Change };

export interface SentNodeMessage {
  /** Of one instance, whatever its node is called. */
  readonly from: string;
  readonly server: string;
  readonly news: NodeMessage;
}

/** Undefined for invalid messages: every client of the store can publish to a channel. */
export function readNodeMessage(text: string): SentNodeMessage | undefined {
  const told = parseJsonObject(text);
  if (told === undefined) return undefined;
  const { from, server } = told;
  const news = isJsonObject(told.news) ? readNews(told.news) : undefined;
  return typeof from === 'string' && typeof server === 'string' && news !== undefined ? { from, server, news } : undefined;
}

type Fields = Readonly<Record<string, unknown>>;

function readNews({ change, edits, id, kind, logLevel, message, uris }: Fields): NodeMessage | undefined {
  if (kind === 'change') {
    const read = isJsonObject(change) ? readChange(change) : undefined;
    return read === undefined ? undefined : { kind, change: read };
  }
  if (typeof id !== 'string') return undefined;
  if (kind === 'ended') return { kind, id };
  if (kind === 'state' && isLogLevel(logLevel) && Array.isArray(uris))
    return {
      kind,
      id,
      logLevel,
      uris: uris.filter((uri) => typeof uri === 'string'),
      ...(typeof edits === 'number' ? { edits } : {}),
    };
  const read = kind === 'message' && isJsonObject(message) ? readMessage(message) : undefined;
  return read === undefined ? undefined : { kind: 'message', id, message: read };
}

function readChange({ kind, of, uri }: Fields): Change | undefined {
  if (kind === 'tools' || kind === 'prompts' || kind === 'resources' || kind === 'skills') return { kind };
  if (kind !== 'resource' || typeof uri !== 'string') return undefined;
  // A notice for one owner must not reach all clients.
  if (of === undefined) return { kind, uri };
  return typeof of === 'string' ? { kind, uri, of } : undefined;
}

/** Never a request: nothing that runs something comes by a channel. */
function readMessage(message: JsonObject): Exclude<RpcMessage, RpcRequest> | undefined {
  try {
    const read = decodeMessage({ ...message, jsonrpc: '2.0' });
    return read.kind === 'request' ? undefined : read;
  } catch {
    return undefined;
  }
}

/** It stands in a header, a cookie, a key, a channel and the log: nothing in it can end one of those and begin another. */
export const isMachineId = (text: string): boolean => /^[A-Za-z0-9._-]{1,128}$/.test(text);
