import { IdPool, type Announcement } from '../std/index.ts';
import type { ServerRuntime } from './call/server-runtime.ts';
import { constantResult, type WireResult } from './json-rpc.ts';
import { outputLimit } from './output-limit.ts';
import type { Extensions, McpServer, Revision } from './protocol.ts';

export interface McpServerOptions {
  readonly runtime: ServerRuntime;
  readonly revisions: readonly Revision[];
  readonly extensions: Extensions;
  readonly draining: Announcement;
  /** Bytes of an answer where the server sets no `output.maxBytes`; absent on hosts that can send any. */
  readonly standardMaxBytes?: number | undefined;
}

export function createMcpServer(options: McpServerOptions): McpServer {
  const newestFirst = [...options.revisions].sort((left, right) => (left.version < right.version ? 1 : -1));
  return {
    runtime: options.runtime,
    statelessRevisions: newestFirst.filter((revision) => revision.opening === 'envelope'),
    sessionRevisions: newestFirst.filter((revision) => revision.opening === 'initialize'),
    extensions: options.extensions,
    requestIds: new IdPool(),
    outputLimit: outputLimit(options.runtime.model.options.output.maxBytes ?? options.standardMaxBytes),
    methods: new Map(),
    descriptions: new Map(),
    draining: options.draining,
  };
}

/** The server's description of itself in the format of a revision, made once. */
export function describeOnce(server: McpServer, revision: Revision, describe: () => WireResult): WireResult {
  const description = server.descriptions.get(revision) ?? constantResult(describe());
  server.descriptions.set(revision, description);
  return description;
}

export function findRevision(revisions: readonly Revision[], version: string): Revision | undefined {
  return revisions.find((revision) => revision.version === version);
}

/** True for a served envelope revision, and for every date after the handshake revisions, whether or not it is served. */
export function isEnvelopeVersion(server: McpServer, version: string): boolean {
  return findRevision(server.statelessRevisions, version) !== undefined || isAfterHandshakes(version);
}

/** True for a date after every revision with a handshake. */
export const isAfterHandshakes = (version: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(version) && version > newestHandshakeVersion;

/** The last revision with a handshake; fixed, since later revisions have none. */
const newestHandshakeVersion = '2025-11-25';

/** One list for `server/discover` and for -32022, which must agree: every version that a client can use on this server. */
export function supportedVersions(server: McpServer): string[] {
  return [...server.statelessRevisions, ...server.sessionRevisions].map((revision) => revision.version);
}
