import { isJsonObject, type JsonObject } from '../../model/index.ts';
import { RecordStore } from '../../storage/record-store.ts';
import type { Store } from '../../model/store.ts';
import { isLogLevel, type LogLevel } from '../../mcp/client-channel.ts';
import type { Conversation } from '../../mcp/sessions/conversation.ts';

/** What a call can change in a session. */
export interface SessionState {
  readonly logLevel: LogLevel;
  readonly uris: readonly string[];
}

/** The part of a session that outlives its instance: what `initialize` settled and what has been agreed since. */
export interface SessionRecord extends SessionState {
  /** Of the protocol. */
  readonly version: string;
  readonly principal: string;
  readonly clientCapabilities: JsonObject;
  readonly clientInfo?: { readonly name: string; readonly version: string; readonly title?: string };
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** How often its state was changed; absent from what a former version wrote. */
  readonly edits?: number;
}

export const stateOf = ({ logLevel, subscribedUris }: Conversation): SessionState => ({ logLevel, uris: [...subscribedUris] });

export function recordOf(conversation: Conversation, createdAt: number): SessionRecord {
  const { clientCapabilities, clientInfo, principal, revision } = conversation.opening;
  return {
    version: revision.version,
    principal,
    clientCapabilities,
    clientInfo,
    createdAt,
    edits: 0,
    ...stateOf(conversation),
  };
}

/** What changed since `before`, applied to what another instance may have written meanwhile: neither undoes the other. */
export function mergeState(record: SessionRecord, before: SessionState, after: SessionState): SessionRecord {
  const [old, now] = [new Set(before.uris), new Set(after.uris)];
  const uris = new Set(record.uris.filter((uri) => !old.has(uri) || now.has(uri)));
  for (const uri of after.uris) if (!old.has(uri)) uris.add(uri);
  return { ...record, logLevel: after.logLevel === before.logLevel ? record.logLevel : after.logLevel, uris: [...uris] };
}

/** The conversation as the record has it. */
export function applyState(conversation: Conversation, { logLevel, uris }: SessionState): void {
  conversation.logLevel = logLevel;
  conversation.subscribedUris.clear();
  for (const uri of uris) conversation.subscribedUris.add(uri);
}

export type SessionRecordStore = RecordStore<string, SessionRecord>;

/** By the id of the session. @param idleMs milliseconds that an unused session is kept */
export const sessionRecordStore = (store: Store, idleMs: number): SessionRecordStore =>
  new RecordStore(store, { keyOf: (id) => id, lifetimeMs: () => idleMs, parse: parseRecord });

/** Undefined for what this version did not write. */
function parseRecord(value: unknown): SessionRecord | undefined {
  if (!isJsonObject(value)) return undefined;
  const { clientCapabilities, createdAt, edits, logLevel, principal, uris, version } = value;
  if (typeof version !== 'string' || typeof principal !== 'string' || typeof createdAt !== 'number' || !isJsonObject(clientCapabilities))
    return undefined;
  if (!isLogLevel(logLevel) || !Array.isArray(uris)) return undefined;
  return {
    version,
    principal,
    clientCapabilities,
    createdAt,
    logLevel,
    uris: uris.filter((uri) => typeof uri === 'string'),
    ...readClient(value.clientInfo),
    ...(typeof edits === 'number' ? { edits } : {}),
  };
}

function readClient(value: unknown): Pick<SessionRecord, 'clientInfo'> {
  if (!isJsonObject(value)) return {};
  const { name, title, version } = value;
  if (typeof name !== 'string' || typeof version !== 'string') return {};
  return { clientInfo: { name, version, ...(typeof title === 'string' ? { title } : {}) } };
}
