import type { JsonObject } from '../model/index.ts';
import { declaresCapability, type ClientCapability } from './client-capabilities.ts';
import { askPerson, cannotAsk, observed, type Asking, type AskOptions, type ElicitAnswer, type ElicitOptions } from './asking.ts';
import { makeDetachable } from './detachable-methods.ts';
import { ExecutionContextBase } from './execution-context.ts';
import type { ElicitContent, ElicitSchema } from './form-schema.ts';

/** Base of the entries whose calls may ask their client something: tools, prompts and resources. */
export abstract class AskingContext extends ExecutionContextBase {
  static {
    makeDetachable(this.prototype);
  }

  /**
   * Asks the person behind the client. On 2026-07-28 the code before the `await` runs again in the next round, so whatever must happen
   * once belongs after the last question.
   *
   * @param schema flat: texts, numbers, switches and choices; a shape, a schema of a Standard Schema library, or a JSON Schema
   * @throws {ServiceError} ELICITATION_TIMEOUT when the answer comes after `ttl` milliseconds
   * @throws {ProtocolError} -32021 when the client cannot ask (-32602 before 2026-07-28); see {@link clientCan}
   *
   * @example
   * const answer = await this.elicit('Delete the file?', { sure: z.boolean() });
   * if (answer.status !== 'accept' || answer.content?.sure !== true) return 'kept';
   */
  elicit<const S extends ElicitSchema>(message: string, schema: S, options: ElicitOptions = {}): Promise<ElicitAnswer<ElicitContent<S>>> {
    return askPerson(this.frame, { message, schema, options });
  }

  /**
   * Asks the client's model (`sampling/createMessage`); `messages` and `maxTokens` are required.
   * @example
   * const { content } = await this.sample({ messages: [{ role: 'user', content: { type: 'text', text: 'Hello' } }], maxTokens: 100 });
   */
  sample(params: JsonObject, options: AskOptions = {}): Promise<JsonObject> {
    return observed(this.#asking?.sample(this.frame, params, options) ?? cannotAsk({ method: 'sampling/createMessage' }));
  }

  /** The client's roots (`roots/list`): `{ uri, name? }` each. */
  listRoots(options: AskOptions = {}): Promise<readonly JsonObject[]> {
    return observed(this.#asking?.listRoots(this.frame, options) ?? cannotAsk({ method: 'roots/list' }));
  }

  /** Whether this call's client can be asked such a thing. */
  clientCan(capability: ClientCapability): boolean {
    return declaresCapability(this.frame.clientCapabilities, capability);
  }

  /** Capabilities that the client declared, as far as this call's protocol version knows them. */
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

  get #asking(): Asking | undefined {
    return this.frame.services.asking;
  }
}
