import type { Store } from '../../../storage/store.ts';
import type { CheckedSignIn } from '../sign-in/pending-sign-in.ts';

type Whose = Pick<CheckedSignIn, 'user' | 'clientId' | 'issuer'>;

/** Under issuer, user and client, all proven in this sign-in: an id that a caller names could be somebody else's grant. */
const keyOf = ({ clientId, issuer, user }: Whose): string => `apps:${[issuer, user.sub, clientId].map(encodeURIComponent).join(':')}`;

/** Apps that a person has granted to a client so far. */
export class AppGrants {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  async find(whose: Whose): Promise<readonly string[] | undefined> {
    const text = await this.#store.get(keyOf(whose));
    // Written here alone, so its shape needs no check.
    return text === undefined ? undefined : (JSON.parse(text) as string[]);
  }

  async save(whose: Whose, apps: readonly string[]): Promise<void> {
    await this.#store.set(keyOf(whose), JSON.stringify(apps));
  }
}
