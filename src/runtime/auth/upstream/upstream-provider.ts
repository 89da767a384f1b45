/** An OAuth provider at which people sign in, or link their account. */
export interface UpstreamProvider {
  readonly id: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly scopes: readonly string[];
  /** @throws {ProviderUnavailable} */
  endpoints(): Promise<UpstreamEndpoints>;
}

export interface UpstreamEndpoints {
  readonly authorization: string;
  readonly token: string;
  readonly userInfo: string | undefined;
  /** Required `iss` of the provider's redirect; undefined when its metadata names none. */
  readonly issuer: string | undefined;
  /** The provider promises an `iss` in every return (RFC 9207). */
  readonly namesIssuer: boolean;
  /** The client's secret travels in the Authorization header; in the body otherwise. */
  readonly basic: boolean;
}

/** Tokens of a provider, as they are kept for a person. */
export interface UpstreamTokens {
  readonly accessToken: string;
  readonly refreshToken?: string;
  /** Milliseconds since the epoch; absent: the provider did not say. */
  readonly expiresAt?: number;
  readonly scopes?: readonly string[];
}

export interface UpstreamAnswer {
  readonly tokens: UpstreamTokens;
  readonly idToken: string | undefined;
}

/** A provider refused, or answered with something else than was asked for; the message may be shown and holds no secret. */
export class UpstreamRefused extends Error {}
