import { isJsonObject, type JsonObject } from '../../model/index.ts';
import { constantResult, isConstantResult, type WireResult } from '../json-rpc.ts';
import { Seal, type SealSecret } from '../../std/index.ts';
import { canonicalJson } from '../rounds/state-seal.ts';
import type { CallRequest } from '../call/call-request.ts';
import { sessionOwnerOf } from '../principal.ts';

export const fallbackToolName = 'sendElicitationResult';

/** The tool in the shape of `tools/list`. */
const fallbackTool = {
  name: fallbackToolName,
  description:
    'Hands in what the person answered when another tool said elicitationRequired, and goes on with that tool. Ask the person first; never answer for them.',
  inputSchema: {
    type: 'object',
    properties: {
      elicitId: { type: 'string', description: 'The elicitId of the question, unchanged.' },
      action: {
        type: 'string',
        enum: ['accept', 'decline', 'cancel'],
        description: 'accept: the person answered; decline: they refused; cancel: they gave no answer.',
      },
      content: { type: 'object', description: 'With accept: the answer, an object that fits requestedSchema of the question.' },
    },
    required: ['elicitId', 'action'],
    additionalProperties: false,
  },
} satisfies JsonObject;

/** Output schema of a call that waits for an answer, in place of its result. */
const waitingBranch = {
  type: 'object',
  properties: { elicitationRequired: { type: 'object' } },
  required: ['elicitationRequired'],
};

const projected = new WeakMap<object, object>();

/** A page of `tools/list` for a client that cannot be asked: with the tool at the end of the list, and outputs that may be a question. */
export function withFallbackTool(page: WireResult): object {
  const known = projected.get(page);
  if (known !== undefined) return known;
  const tools = (Array.isArray(page.tools) ? page.tools : []).map((tool: unknown) => (isJsonObject(tool) ? mayWait(tool) : tool));
  const made = { ...page, tools: page.nextCursor === undefined ? [...tools, fallbackTool] : tools };
  if (!isConstantResult(page)) return made;
  const kept = constantResult(made);
  projected.set(page, kept);
  return kept;
}

/** References from the root of a schema, other than to its definitions, which move with it. */
const rootReference = /"\$ref":"#\/(?!\$defs\/|definitions\/)/;

function mayWait(tool: JsonObject): JsonObject {
  const { outputSchema, ...rest } = tool;
  if (!isJsonObject(outputSchema)) return tool;
  // In a branch such a reference would lead nowhere, and clients would refuse the whole schema.
  if (rootReference.test(JSON.stringify(outputSchema))) return rest;
  const { $schema, $defs, definitions, ...own } = outputSchema;
  const moved = Object.fromEntries(Object.entries({ $schema, $defs, definitions }).filter(([, value]) => value !== undefined));
  const type = own.type === 'object' ? { type: 'object' } : {};
  return { ...rest, outputSchema: { ...moved, ...type, anyOf: [own, waitingBranch] } as JsonObject };
}

/** A call that waits for an answer which the model is to bring. Travels with the client, which can neither read nor change it. */
export interface WaitingCall {
  /** Unique; the text is accepted with an answer once. */
  readonly id: string;
  /** 1 for the first question of a call. */
  readonly round: number;
  /** Milliseconds since the epoch, after which the text is not accepted. */
  readonly expiresAt: number;
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly asked: { readonly key: string; readonly digest: string; readonly deadline: number };
  /** Earlier answers of the same call. */
  readonly answers: readonly GivenAnswer[];
}

export interface GivenAnswer {
  readonly key: string;
  /** Digest of the answered question. */
  readonly digest: string;
  /** `null`: it came too late. */
  readonly answer: JsonObject | null;
}

/** Its own label: a `requestState` is not accepted as an `elicitId`, nor the other way round. */
const label = 'service/elicitation-fallback/v1';

/** Seals waiting calls for this server, and for the caller that made them. */
export class FallbackSeal {
  readonly #seal: Seal;

  constructor(secret: SealSecret, identity: string) {
    this.#seal = new Seal(secret, { label, identity });
  }

  seal(call: WaitingCall, request: CallRequest): Promise<string> {
    return this.#seal.seal(JSON.stringify(call), callerOf(request));
  }

  /** `undefined` for every text that was not sealed here for this caller; nothing tells why. */
  async open(elicitId: string, request: CallRequest): Promise<WaitingCall | undefined> {
    const opened = await this.#seal.open(elicitId, callerOf(request));
    // Only this server's own text opens, so its shape needs no check.
    return opened === undefined ? undefined : (JSON.parse(opened) as WaitingCall);
  }
}

/** Subject and client as tokens name them, the session, and the name of the client program. */
const callerOf = (request: CallRequest): string =>
  canonicalJson([sessionOwnerOf(request.auth), request.sessionId ?? null, request.clientInfo?.name ?? null]);
