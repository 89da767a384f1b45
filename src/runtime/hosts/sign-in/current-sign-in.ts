import { isOver, type Credentials } from './credentials.ts';
import { refreshTokens, revokeTokens } from './tokens.ts';

/** The tokens of one sign-in, renewed when they are over. */
export class CurrentSignIn {
  credentials: Credentials;
  #renewing: Promise<Credentials | undefined> | undefined;

  constructor(credentials: Credentials) {
    this.credentials = credentials;
  }

  readonly token = async (renew: boolean): Promise<string | undefined> => {
    if (!renew && !isOver(this.credentials)) return this.credentials.accessToken;
    // Calls at the same time renew once: a refresh token may be good for one use.
    this.#renewing ??= refreshTokens(this.credentials).finally(() => (this.#renewing = undefined));
    const renewed = await this.#renewing;
    if (renewed !== undefined) this.credentials = renewed;
    return renewed?.accessToken;
  };

  readonly signOut = async (): Promise<void> => {
    // New tokens that are under way would outlive the old ones.
    await this.#renewing?.catch(() => undefined);
    await revokeTokens(this.credentials);
  };
}
