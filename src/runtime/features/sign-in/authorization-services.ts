import { createAddressOf } from '../../auth/server/address/server-address.ts';
import { createAuthKeys } from '../../auth/server/tokens/keys.ts';
import type { AuthorizationServices } from '../../auth/server/authorization-services.ts';
import type { TokenStorageOptions } from '../../define/auth-options.ts';
import { isProduction } from '../../define/index.ts';
import { httpDefaults } from '../../options/generated.ts';
import { MemoryStore } from '../../storage/drivers/memory.ts';
import type { ApplicationCore } from '../application/application-core.ts';
import type { FeatureServices } from '../application/services.ts';
import { readStore, useOwnStore } from '../../storage/stores.ts';

type IssuerInput = ApplicationCore & Partial<Pick<FeatureServices, 'ownPages' | 'stores'>>;

export interface IssuerOptions {
  /** Issuer of the tokens, in place of the public address. */
  readonly issuer?: string | undefined;
  readonly tokenStorage?: TokenStorageOptions | undefined;
}

/** What every part of a server that issues tokens leans on. @throws {JwtSecretRequiredError} {JwtSecretWeakError} */
export function createAuthorizationServices(
  { environment, http, logger, ownPages, runtime, stores }: IssuerInput,
  { issuer, tokenStorage }: IssuerOptions,
): AuthorizationServices {
  const production = isProduction(runtime.environment);
  const { JWT_SECRET, PORT, SERVICE_PUBLIC_HOST, VAULT_SECRET } = environment;
  const stored = readStore(stores, tokenStorage, { path: 'auth.tokenStorage', variables: environment });
  const keys = createAuthKeys({
    jwtSecret: JWT_SECRET,
    vaultSecret: VAULT_SECRET,
    production,
    // Never the namespace of the stores: servers that share one do not sign people in for each other.
    identity: JSON.stringify([runtime.model.info.name, http.publicUrl ?? http.mount ?? '']),
    logger,
  });
  return {
    ...openStores(),
    keys,
    clock: runtime.now,
    logger,
    fetch: (input, init) => fetch(input, init),
    production,
    ownPages,
    issuerFollowsAddress: (issuer ?? http.publicUrl ?? SERVICE_PUBLIC_HOST) === undefined,
    addressOf: createAddressOf({
      entryPath: http.entryPath,
      mount: http.mount,
      publicUrl: http.publicUrl,
      publicHost: SERVICE_PUBLIC_HOST,
      port: runtime.model.options.http.port ?? PORT ?? httpDefaults.port,
      trustedProxies: http.trustedProxies,
      issuer,
    }),
  };

  function openStores(): Pick<AuthorizationServices, 'store' | 'signInStore'> {
    if (stored === undefined) {
      const memory = new MemoryStore({ clock: runtime.now });
      return { store: memory, signInStore: memory };
    }
    const prefix = `auth${http.mount ?? ''}:`;
    const keyBytes = () => keys.derive('sign-in-records');
    return { store: useOwnStore(stores, stored, { prefix }), signInStore: useOwnStore(stores, stored, { prefix, keyBytes }) };
  }
}
