import { createAuthorizationServer } from '../auth/server/create-authorization-server.ts';
import { issuingSettings, renewalSkewMs } from '../auth/server/local-settings.ts';
import { createPages } from '../auth/server/pages/create-pages.ts';
import { discoveredProvider } from '../auth/upstream/discovered-provider.ts';
import { orchestrationOf } from '../auth/upstream/orchestration.ts';
import { RemoteSignIn } from '../auth/upstream/remote-sign-in.ts';
import { UpstreamTokenVault } from '../auth/upstream/upstream-tokens.ts';
import { SealedRecords } from '../auth/vault/index.ts';
import { IdentityProvider } from '../auth/verify/identity-provider.ts';
import type { RemoteAuthOptions } from '../define/auth-options.ts';
import { configInvalid, ServiceError } from '../errors/index.ts';
import type { ApplicationCore } from './application/application-core.ts';
import { createAuthorizationServices } from './sign-in/authorization-services.ts';
import { discoveryPaths } from './sign-in/discovery-paths.ts';
import { issuingOptions } from './sign-in/issuing-options.ts';
import { signInFeature } from './sign-in/sign-in-feature.ts';
import { signInWarnings } from './sign-in/sign-in-warnings.ts';
import { defineFeature } from './application/define-feature.ts';

/** This server issues the tokens, and an identity provider finds out who signs in (`auth: { mode: remote }`). */
export const remoteAuth = defineFeature('remote-auth', (application) => {
  const options = issuingOptions(application.runtime);
  if (options?.mode !== 'remote') return {};
  checkOptions(options, application);
  const parts = createAuthorizationServices(application, { issuer: options.local?.issuer, tokenStorage: options.tokenStorage });
  const { clock, fetch, logger, store } = parts;
  const { info } = application.runtime.model;
  const identity = new IdentityProvider({ provider: options.provider, config: options.providerConfig ?? {}, clock, fetch });
  const provider = discoveredProvider(options, identity);
  const skewMs = renewalSkewMs(options.refresh);
  const vault = new UpstreamTokenVault({ records: new SealedRecords(store, parts, 'upstream'), fetch, clock, logger, skewMs });
  const pages = createPages();
  const server = createAuthorizationServer({
    parts,
    mode: 'remote',
    settings: issuingSettings(options, parts.production),
    pages,
    userCheck: () => {
      throw new ServiceError('SERVER_ERROR', 'the sign-in at the provider was not put together');
    },
    extensions: [
      ...(application.signIn ?? []),
      (_parts, flow) => {
        const remote = new RemoteSignIn({ ...parts, provider, identity, flow, pages, vault, serverName: info.title ?? info.name });
        return { userCheck: remote, endpoints: remote.endpoints };
      },
    ],
    ...discoveryPaths(application.http, options.local?.issuer),
  });
  return {
    ...signInFeature(server, { addressOf: parts.addressOf, application }),
    context: { orchestration: (call) => orchestrationOf(call, [provider], vault) },
  };
});

function checkOptions(options: RemoteAuthOptions, application: ApplicationCore): void {
  const { clientId } = options;
  const { logger } = application;
  for (const warning of signInWarnings(application, options)) logger.warn(warning);
  if (clientId === undefined) throw configInvalid('auth.clientId is needed in mode "remote": register this server at the provider');
}
