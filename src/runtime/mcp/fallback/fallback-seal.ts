import type { JsonObject } from '../../model/index.ts';
import { Seal, type SealSecret } from '../../std/index.ts';
import { canonicalJson } from '../rounds/canonical-json.ts';
import type { CallRequest } from '../call/call-request.ts';
import { sessionOwnerOf } from '../principal.ts';

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
