import { randomId, Seal, type Clock, type SealSecret } from '../../std/index.ts';

export interface SessionSecret {
  readonly secret: SealSecret;
  /** Identity of the server: another server with the same secret does not accept its ids. */
  readonly identity: string;
}

/** Its own label: no other kind of sealed text is accepted as a session id, nor the other way round. */
const label = 'service/session/v1';

/**
 * Session ids: sealed, unguessable and bound to the owner. An id of another user, or an invented one, is recognised without a store.
 */
export class SessionIds {
  readonly #seal: Seal;
  readonly #clock: Clock;

  constructor({ identity, secret }: SessionSecret, clock: Clock) {
    this.#seal = new Seal(secret, { label, identity });
    this.#clock = clock;
  }

  /** @param principal issuer and subject: it outlives the tokens of a login */
  issue(principal: string): Promise<string> {
    return this.#seal.seal(JSON.stringify({ uuid: randomId(), iat: Math.floor(this.#clock() / 1000) }), principal);
  }

  /** Whether the id was made here, or by an instance with the same secret, for this caller. */
  async accepts(id: string, principal: string): Promise<boolean> {
    return (await this.read(id, principal)) !== undefined;
  }

  /** The value sealed in an accepted id. */
  read(id: string, principal: string): Promise<string | undefined> {
    return this.#seal.open(id, principal);
  }
}

/** Milliseconds since the epoch. @param sealed what {@link SessionIds.read} gave */
export const issuedAt = (sealed: string): number => (JSON.parse(sealed) as { readonly iat: number }).iat * 1000;
