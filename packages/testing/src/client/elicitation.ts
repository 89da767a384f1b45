import { isJsonObject, type JsonObject } from '@service/sdk/model';

/** A question of the server to the person. */
export interface ElicitationRequest {
  /** Text that the person reads. */
  readonly message: string;
  /** Fields of the form, as JSON Schema. */
  readonly requestedSchema: JsonObject;
  /** Everything that the server sent, `mode` and `url` among it. */
  readonly params: JsonObject;
}

/** Answer of the person. */
export interface ElicitationAnswer {
  /** What the person did. */
  readonly action: 'accept' | 'decline' | 'cancel';
  /** Values of the form, when it was accepted. */
  readonly content?: JsonObject;
}

/** Answers in the place of the person. */
export type ElicitationHandler = (request: ElicitationRequest) => ElicitationAnswer | Promise<ElicitationAnswer>;

/**
 * Accepts with the defaults of the form: `mcp.onElicitation(acceptDefaults)`.
 * Fields without a default are left out.
 */
export const acceptDefaults: ElicitationHandler = ({ requestedSchema: { properties } }) => {
  const fields = isJsonObject(properties) ? Object.entries(properties) : [];
  const content = Object.fromEntries(
    fields.flatMap(([name, field]) => (isJsonObject(field) && 'default' in field ? [[name, field['default']]] : [])),
  );
  return { action: 'accept', content };
};

/** Answers for the user of a client. */
export class Elicitation {
  handler: ElicitationHandler | undefined;

  /** The result of a request of the server. @throws for anything but `elicitation/create` and `ping` */
  async answer(method: string, params: JsonObject): Promise<JsonObject> {
    if (method === 'ping') return {};
    if (method !== 'elicitation/create') throw new Error(`Method not found: ${method}`);
    if (this.handler === undefined) return { action: 'decline' };
    const { message, requestedSchema } = params;
    try {
      const answer = await this.handler({
        message: typeof message === 'string' ? message : '',
        requestedSchema: typeof requestedSchema === 'object' && requestedSchema !== null ? (requestedSchema as JsonObject) : {},
        params,
      });
      return { ...answer };
    } catch {
      return { action: 'cancel' };
    }
  }
}
