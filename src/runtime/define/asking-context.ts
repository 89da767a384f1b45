import type { JsonObject } from '../model/index.ts';
import { declaresCapability, type ClientCapability } from './client-capabilities.ts';
import { elicit, type ElicitAnswer, type ElicitOptions } from './elicitation.ts';
import { ExecutionContextBase } from './execution-context.ts';
import type { ElicitContent, ElicitSchema } from './form-schema.ts';

export interface AskOptions {
  /** Tells several questions of one call apart; by kind and order when absent. */
  readonly key?: string;
  /** Milliseconds to wait; 300000 when absent. */
  readonly ttl?: number;
}

/** Base of the entries whose calls may ask their client something: tools, prompts and resources. */
export abstract class AskingContext extends ExecutionContextBase {
  /**
   * Asks the person behind the client. On 2026-07-28 the code before the `await` runs again in the next round, so whatever must happen
   * once belongs after the last question.
   *
   * @param schema flat: texts, numbers, switches and choices; a shape, a schema of a Standard Schema library, or a JSON Schema
   * @throws {ServiceError} ELICITATION_TIMEOUT when the answer comes after `ttl` milliseconds
   * @throws {ProtocolError} -32021 when the client cannot ask; see {@link clientCan}
   *
   * @example
   * const answer = await this.elicit('Delete the file?', { sure: z.boolean() });
   * if (answer.status !== 'accept' || answer.content?.sure !== true) return 'kept';
   */
  elicit<const S extends ElicitSchema>(message: string, schema: S, options: ElicitOptions = {}): Promise<ElicitAnswer<ElicitContent<S>>> {
    return observed(elicit(this.frame, { message, schema, options }));
  }

  /** Asks the client's model (`sampling/createMessage`); `messages` and `maxTokens` are required. */
  sample(params: JsonObject, options: AskOptions = {}): Promise<JsonObject> {
    return observed(this.frame.ask({ ...askingOf(options), method: 'sampling/createMessage', params, problemOf: problemOfSample }));
  }

  /** The client's roots (`roots/list`): `{ uri, name? }` each. */
  listRoots(options: AskOptions = {}): Promise<readonly JsonObject[]> {
    const answer = this.frame.ask({ ...askingOf(options), method: 'roots/list', params: {}, problemOf: problemOfRoots });
    return observed(answer.then(({ roots }) => (Array.isArray(roots) ? roots.filter(isObject) : [])));
  }

  /** Whether this call's client can be asked such a thing. */
  clientCan(capability: ClientCapability): boolean {
    return declaresCapability(this.frame.clientCapabilities, capability);
  }

  /** What the client declared, as far as this call's protocol version knows it. */
  get clientCapabilities(): JsonObject {
    return this.frame.clientCapabilities;
  }

  /**
   * Tells the client that the page of a `url` elicitation has done its work. Only 2025-11-25 has such a message.
   * @returns false when the client cannot receive it
   */
  notifyElicitationComplete(elicitationId: string): boolean {
    return this.frame.notify('notifications/elicitation/complete', { elicitationId });
  }
}

/**
 * A question that nobody awaits (any more) must not take the process down when its round ends: `const a = ask(); const b = ask();
 * await a; await b` leaves `b` alone once `a` has failed. Whoever awaits still gets the error.
 */
function observed<T>(answer: Promise<T>): Promise<T> {
  answer.catch(() => undefined);
  return answer;
}

const askingOf = ({ key, ttl }: AskOptions) => ({ ...(key === undefined ? {} : { key }), ...(ttl === undefined ? {} : { ttlMs: ttl }) });

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

const problemOfRoots = ({ roots }: JsonObject): string | undefined =>
  Array.isArray(roots) && roots.every((root) => isObject(root) && typeof root['uri'] === 'string')
    ? undefined
    : '"roots" must be a list of objects with a "uri"';

function problemOfSample({ role, content }: JsonObject): string | undefined {
  if (role !== 'assistant' && role !== 'user') return '"role" must be assistant or user';
  const blocks = Array.isArray(content) ? content : [content];
  return blocks.every((block) => isObject(block) && typeof block['type'] === 'string') ? undefined : '"content" must be content blocks';
}
