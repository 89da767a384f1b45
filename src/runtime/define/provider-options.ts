/** A JSON Web Key Set (RFC 7517). @unlisted */
export interface JsonWebKeys {
  readonly keys: readonly JsonWebKey[];
}

/** Members of RFC 7517 and 7518 that verifying reads. */
export interface JsonWebKey {
  readonly kty?: string;
  readonly kid?: string;
  readonly alg?: string;
  readonly use?: string;
  readonly key_ops?: readonly string[];
  readonly n?: string;
  readonly e?: string;
  readonly crv?: string;
  readonly x?: string;
  readonly y?: string;
  readonly x5c?: readonly string[];
  readonly x5t?: string;
  readonly 'x5t#S256'?: string;
}

export interface ProviderConfig {
  /** Name shown. @noEffect the provider is known by its address */
  readonly name?: string;
  /**
   * Name in addresses; made from the URL when absent.
   * @noEffect when auth.mode is 'transparent': this mode only checks tokens of the provider and has no sign-in of its own
   */
  readonly id?: string;
  /** Its public keys. */
  readonly jwks?: JsonWebKeys;
  /** URL of its public keys. */
  readonly jwksUri?: string;
  /** Further issuers of its tokens. */
  readonly additionalIssuers?: readonly string[];
  /** Compare the issuer of tokens. @default true */
  readonly verifyIssuer?: boolean;
  /**
   * Register this server at the provider.
   * @default false
   * @noEffect the server is registered at the provider by its operator
   */
  readonly dcrEnabled?: boolean;
  /**
   * Authorization endpoint.
   * @noEffect when auth.mode is 'transparent': this mode only checks tokens of the provider and has no sign-in of its own
   */
  readonly authEndpoint?: string;
  /**
   * Token endpoint: codes are exchanged there.
   * @noEffect when auth.mode is 'transparent': this mode only checks tokens of the provider and has no sign-in of its own
   */
  readonly tokenEndpoint?: string;
  /** Registration endpoint. @noEffect the server is registered at the provider by its operator */
  readonly registrationEndpoint?: string;
  /**
   * UserInfo endpoint.
   * @noEffect when auth.mode is 'transparent': this mode only checks tokens of the provider and has no sign-in of its own
   */
  readonly userInfoEndpoint?: string;
}

export interface UpstreamProviderOptions {
  readonly id: string;
  readonly name?: string;
  readonly authorizationEndpoint?: string;
  readonly authorizeUrl?: string;
  readonly tokenEndpoint?: string;
  readonly tokenUrl?: string;
  readonly clientId: string;
  readonly clientSecret?: string;
  readonly scopes?: readonly string[];
  readonly userInfoEndpoint?: string;
  readonly jwksUri?: string;
}

export interface FederatedAuthOptions {
  /** How the state of a return is checked. @default 'strict' */
  readonly stateValidation?: 'strict' | 'format';
  /** Providers that must be linked. @minimum 1 */
  readonly minProviders?: number;
  /** Ids of those that must be. */
  readonly requiredProviders?: readonly string[];
}
