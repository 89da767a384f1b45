/** A JSON Web Key Set (RFC 7517). @unlisted */
export interface JsonWebKeys {
  /** The keys. */
  readonly keys: readonly JsonWebKey[];
}

/** Members of RFC 7517 and 7518 that verifying reads. */
export interface JsonWebKey {
  /** Key type, RFC 7517 section 4.1. */
  readonly kty?: string;
  /** Id of the key, RFC 7517 section 4.5. */
  readonly kid?: string;
  /** Algorithm, RFC 7517 section 4.4. */
  readonly alg?: string;
  /** Public key use, RFC 7517 section 4.2. */
  readonly use?: string;
  /** Operations of the key, RFC 7517 section 4.3. */
  readonly key_ops?: readonly string[];
  /** Modulus of an RSA key, RFC 7518 section 6.3.1. */
  readonly n?: string;
  /** Exponent of an RSA key, RFC 7518 section 6.3.1. */
  readonly e?: string;
  /** Curve, RFC 7518 section 6.2.1. */
  readonly crv?: string;
  /** X coordinate, RFC 7518 section 6.2.1. */
  readonly x?: string;
  /** Y coordinate, RFC 7518 section 6.2.1. */
  readonly y?: string;
  /** Certificate chain, RFC 7517 section 4.7. */
  readonly x5c?: readonly string[];
  /** SHA-1 thumbprint of the certificate, RFC 7517 section 4.8. */
  readonly x5t?: string;
  /** SHA-256 thumbprint of the certificate, RFC 7517 section 4.9. */
  readonly 'x5t#S256'?: string;
}

/** Facts about an identity provider, in place of those that it publishes (`auth.providerConfig`). */
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

/** A provider that people link at sign-in (`auth.providers`). */
export interface UpstreamProviderOptions {
  /** Id in addresses and in `this.orchestration`: 1 to 64 letters, digits, `-` or `_`. */
  readonly id: string;
  /** Name that people read; the id when absent. */
  readonly name?: string;
  /** Authorization endpoint of the provider: https, or http on this computer. */
  readonly authorizationEndpoint?: string;
  /** The same as `authorizationEndpoint`; give one of the two. */
  readonly authorizeUrl?: string;
  /** Token endpoint of the provider: https, or http on this computer. */
  readonly tokenEndpoint?: string;
  /** The same as `tokenEndpoint`; give one of the two. */
  readonly tokenUrl?: string;
  /** Id of this server at the provider. */
  readonly clientId: string;
  /** Secret of this server at the provider. */
  readonly clientSecret?: string;
  /** Scopes that are asked for; none when absent. */
  readonly scopes?: readonly string[];
  /** Accepted and not used: the subject comes from this server. */
  readonly userInfoEndpoint?: string;
  /** Accepted and not used: tokens of the provider are not verified here. */
  readonly jwksUri?: string;
}

/** Linking of several providers (`auth.federatedAuth`). */
export interface FederatedAuthOptions {
  /** How the state of a return is checked. @default 'strict' */
  readonly stateValidation?: 'strict' | 'format';
  /** Providers that must be linked. @minimum 1 */
  readonly minProviders?: number;
  /** Ids of those that must be. */
  readonly requiredProviders?: readonly string[];
}
