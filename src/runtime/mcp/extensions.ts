import { ProtocolError } from '../errors/index.ts';
import type { Json, JsonObject } from '../model/index.ts';
import { isJsonObject, rpcCodes } from './json-rpc.ts';
import type { Method, MethodCall } from './method.ts';

/** Stands before a method that exists already: goes on with `next`, changes what comes back, or answers itself. */
export type Around = (call: MethodCall, next: Method) => ReturnType<Method>;

/** Something that a client may ask for in `subscriptions/listen` beside the lists and resources of the core. */
export interface ListenTopic {
  /**
   * Begins when the client asked; nothing is delivered before `begin` is called.
   * @throws {ProtocolError} -32021 when the client did not declare what the topic belongs to
   */
  open(call: MethodCall, wanted: Json): Promise<OpenTopic>;
}

export interface OpenTopic {
  /** The part of what was asked for that will be delivered; `undefined` when nothing of it. */
  readonly agreed: Json | undefined;
  /** After the acknowledgement. Returns what ends the delivery. */
  begin(deliver: (method: string, params: JsonObject) => void): () => void;
}

/** What features add to the protocol. Filled by the composition root before the first request. */
export interface Extensions {
  /** Methods of the envelope revisions. */
  readonly methods: Map<string, Method>;
  /** Identifier → settings, listed under `capabilities.extensions` of the envelope revisions. */
  readonly settings: Map<string, JsonObject>;
  /** By method, for every revision. */
  readonly around: Map<string, Around>;
  /** By member of `params.notifications`. */
  readonly topics: Map<string, ListenTopic>;
}

export const noExtensions = (): Extensions => ({ methods: new Map(), settings: new Map(), around: new Map(), topics: new Map() });

/** Whether this very request declares an extension; nothing is remembered from earlier ones. */
export function declaresExtension(clientCapabilities: JsonObject, id: string): boolean {
  const { extensions } = clientCapabilities;
  return isJsonObject(extensions) && Object.hasOwn(extensions, id) && isJsonObject(extensions[id]);
}

/** @throws {ProtocolError} -32021, HTTP 400, naming the extension */
export function requireExtension(clientCapabilities: JsonObject, id: string): void {
  if (declaresExtension(clientCapabilities, id)) return;
  const requiredCapabilities = { extensions: { [id]: {} } };
  throw new ProtocolError(rpcCodes.missingCapability, `The client did not declare the extension ${id}`, { requiredCapabilities }, 400);
}
