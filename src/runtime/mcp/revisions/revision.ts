import type { ServerInfo } from '../../model/index.ts';
import type { Method, MethodCall } from '../method.ts';
import type { SerialisedResult, WireResult } from '../json-rpc.ts';

/**
 * One wire version as a codec: what it has and how it is written. Nothing outside this folder compares versions; whoever needs a
 * difference reads it here.
 */
export interface Revision {
  readonly version: string;
  /** How a client begins: with `initialize`, or with an envelope in every request. */
  readonly opening: 'initialize' | 'envelope';
  /** A method that is missing here does not exist for the client. */
  readonly methods: ReadonlyMap<string, Method>;
  /** HTTP status of an unknown method: 404 since 2026-07-28, in-band before. */
  readonly unknownMethodStatus: 200 | 404;
  /** Arrays of messages: required by 2025-03-26, removed afterwards. */
  readonly acceptsBatches: boolean;
  /** An event stream begins with an event that has an id and no data, so that a client can resume from it. */
  readonly primesStreams: boolean;
  encodeServerInfo(info: ServerInfo): WireResult;
  encodeResult(call: MethodCall, method: string, result: WireResult): WireResult | SerialisedResult;
  /** -32002 before 2026-07-28, -32602 since. */
  readonly resourceNotFoundCode: number;
}
