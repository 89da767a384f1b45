import type { LocalAuthOptions } from '../define/auth-options.ts';
import { isProduction } from '../define/index.ts';
import { createAddressOf } from '../auth/server/address.ts';
import { createAuthorizationServer } from '../auth/server/create-authorization-server.ts';
import { FormUserCheck } from '../auth/server/form-user-check.ts';
import { createAuthKeys } from '../auth/server/keys.ts';
import { issuingSettings, signInSettings } from '../auth/server/local-settings.ts';
import { createPages } from '../auth/server/pages/create-pages.ts';
import type { AuthEndpoint, AuthorizationParts } from '../auth/server/sign-in-parts.ts';
import { defaults } from '../options/index.ts';
import { MemoryStore } from '../storage/drivers/memory.ts';
import type { Route } from '../http/router.ts';
import type { ApplicationParts } from './application-parts.ts';
import type { Feature, FeatureFactory } from './feature.ts';
import { issuingOptions } from './issuing-options.ts';

/** This server as its own OAuth 2.1 authorization server (`auth: { mode: local }`, document 1). */
export const localAuth: FeatureFactory = (application): Feature => {
  const options = issuingOptions(application.runtime);
  if (options?.mode !== 'local') return { name: 'local-auth' };
  const { logger, runtime } = application;
  const parts = authorizationParts(application, options);
  const pages = createPages();
  const server = createAuthorizationServer({
    parts,
    mode: 'local',
    settings: issuingSettings(options, parts.production),
    pages,
    userCheck: (extensions) =>
      new FormUserCheck({
        logger,
        fetch: parts.fetch,
        settings: signInSettings(options),
        pages,
        serverName: runtime.model.info.title ?? runtime.model.info.name,
        get: (token) => runtime.container.view([]).get(token),
        keepCredentials: extensions.find(({ keepCredentials }) => keepCredentials !== undefined)?.keepCredentials,
      }),
    extensions: application.signIn,
    ...discoveryPlaces(application, options),
  });
  return {
    name: 'local-auth',
    routes: server.endpoints.map(toRoute),
    requestGuards: [server.identify],
    start: async () => {
      await parts.store.ping();
      return () => parts.store.close();
    },
  };
};

/** Nobody can be locked out of signing in by a limit (ruling 13). */
const toRoute = ({ answer, method, path, refusesCors }: AuthEndpoint): Route => ({
  method,
  path,
  answer,
  unlimited: true,
  ...(refusesCors === true ? { refusesCors } : {}),
});

function authorizationParts({ environment, http, logger, runtime }: ApplicationParts, { local }: LocalAuthOptions): AuthorizationParts {
  const production = isProduction(runtime.environment);
  const { JWT_SECRET, PORT, SERVICE_PUBLIC_HOST, VAULT_SECRET } = environment;
  return {
    store: new MemoryStore({ clock: runtime.now }),
    keys: createAuthKeys({
      jwtSecret: JWT_SECRET,
      vaultSecret: VAULT_SECRET,
      production,
      identity: JSON.stringify([runtime.model.info.name, http.publicUrl ?? '']),
      logger,
    }),
    clock: runtime.now,
    logger,
    fetch: (input, init) => fetch(input, init),
    production,
    addressOf: createAddressOf({
      entryPath: http.entryPath,
      publicUrl: http.publicUrl,
      publicHost: SERVICE_PUBLIC_HOST,
      port: runtime.model.options.http.port ?? PORT ?? defaults.httpPort,
      trustedProxies: http.trustedProxies,
      issuer: local?.issuer,
    }),
  };
}

function discoveryPlaces({ http }: ApplicationParts, { local }: LocalAuthOptions) {
  const below = (url: string | undefined): string => (url === undefined ? '' : new URL(url).pathname.replace(/\/$/, ''));
  const own = http.entryPath === '/' ? '' : http.entryPath;
  return {
    resourcePaths: [own, `${below(http.publicUrl)}${own}`],
    issuerPaths: [below(local?.issuer ?? http.publicUrl)],
    pinned: http.publicUrl !== undefined,
  };
}
