import { listedError, ServiceError } from '../../errors/index.ts';
import type { Clock, Logger } from '../../std/index.ts';
import type { SealedRecords } from '../vault/sealed-records.ts';
import { askForTokens } from './ask-provider.ts';
import { UpstreamRefused, type UpstreamProvider, type UpstreamTokens } from './upstream-provider.ts';

export interface UpstreamTokenOptions {
  /** Of the kind `upstream`: owner is the person, name the provider. */
  readonly records: SealedRecords;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Milliseconds before its end from which a token is renewed; undefined: never. */
  readonly skewMs: number | undefined;
}

interface Renewal {
  readonly sub: string;
  readonly provider: UpstreamProvider;
  readonly tokens: UpstreamTokens;
}

/** Tokens of providers, sealed under the person whose they are. */
export class UpstreamTokenVault {
  readonly #options: UpstreamTokenOptions;
  readonly #renewing = new Map<string, Promise<UpstreamTokens>>();

  constructor(options: UpstreamTokenOptions) {
    this.#options = options;
  }

  async keep(sub: string, providerId: string, tokens: UpstreamTokens): Promise<void> {
    await this.#options.records.set(sub, providerId, { value: tokens });
  }

  /**
   * The access token, renewed when it ends soon.
   * @throws {ServiceError} TOOL_CREDENTIALS_REQUIRED when there is none, or it is over
   */
  async accessToken(sub: string, provider: UpstreamProvider): Promise<string> {
    const { clock, skewMs } = this.#options;
    const tokens = await this.#find(sub, provider.id);
    if (tokens === undefined) throw missing(provider, 'is not linked');
    const endsAt = tokens.expiresAt ?? Number.POSITIVE_INFINITY;
    if (skewMs !== undefined && tokens.refreshToken !== undefined && endsAt - clock() <= skewMs) {
      const renewed = await this.#renewOnce({ sub, provider, tokens });
      if (renewed !== undefined) return renewed.accessToken;
    }
    if (endsAt <= clock()) throw missing(provider, 'has ended the access of this server');
    return tokens.accessToken;
  }

  async #find(sub: string, providerId: string): Promise<UpstreamTokens | undefined> {
    // Sealed by us, so its shape needs no check.
    return (await this.#options.records.get(sub, providerId)) as UpstreamTokens | undefined;
  }

  /** One renewal at a time: a provider that rotates takes the second use of a refresh token for theft. */
  async #renewOnce(renewal: Renewal): Promise<UpstreamTokens | undefined> {
    const { provider, sub, tokens } = renewal;
    const key = JSON.stringify([sub, provider.id]);
    const running = this.#renewing.get(key) ?? this.#renew(renewal).finally(() => this.#renewing.delete(key));
    this.#renewing.set(key, running);
    try {
      return await running;
    } catch (failure) {
      if (!(failure instanceof UpstreamRefused)) throw failure;
      // Another instance may have been faster with the same refresh token.
      const now = await this.#find(sub, provider.id);
      if (now !== undefined && now.accessToken !== tokens.accessToken) return now;
      this.#options.logger.warn('a token of a provider could not be renewed', { provider: provider.id, problem: failure.message });
      return undefined;
    }
  }

  async #renew({ provider, sub, tokens }: Renewal): Promise<UpstreamTokens> {
    const { clock, fetch } = this.#options;
    const { refreshToken = '' } = tokens;
    const answer = await askForTokens({ provider, fetch, clock }, { grant_type: 'refresh_token', refresh_token: refreshToken });
    // Linked anew while the provider answered, perhaps with another account: that holds.
    const now = await this.#find(sub, provider.id);
    if (now !== undefined && now.accessToken !== tokens.accessToken) return now;
    // A provider that does not rotate leaves the old one good.
    const renewed = { ...tokens, ...answer.tokens };
    await this.keep(sub, provider.id, renewed);
    return renewed;
  }
}

const missing = ({ id }: UpstreamProvider, why: string): ServiceError =>
  listedError('TOOL_CREDENTIALS_REQUIRED', `The provider "${id}" ${why}. Sign in again to link it.`);
