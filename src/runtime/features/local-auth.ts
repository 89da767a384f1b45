import { createAuthorizationServer } from '../auth/server/create-authorization-server.ts';
import { FormUserCheck } from '../auth/server/sign-in/form-user-check.ts';
import { issuingSettings, signInSettings } from '../auth/server/local-settings.ts';
import { createPages } from '../auth/server/pages/create-pages.ts';
import { createAuthorizationServices } from './sign-in/authorization-services.ts';
import { discoveryPaths } from './sign-in/discovery-paths.ts';
import { issuingOptions } from './sign-in/issuing-options.ts';
import { signInFeature } from './sign-in/sign-in-feature.ts';
import { signInWarnings } from './sign-in/sign-in-warnings.ts';
import { serverGet } from './sign-in/server-get.ts';
import { defineFeature } from './application/define-feature.ts';

/** This server as its own OAuth 2.1 authorization server (`auth: { mode: local }`). */
export const localAuth = defineFeature('local-auth', (application) => {
  const options = issuingOptions(application.runtime);
  if (options?.mode !== 'local') return {};
  const { logger, runtime } = application;
  const parts = createAuthorizationServices(application, { issuer: options.local?.issuer, tokenStorage: options.tokenStorage });
  for (const warning of signInWarnings(application, options)) logger.warn(warning);
  const pages = createPages(parts.ownPages);
  const server = createAuthorizationServer({
    parts,
    mode: 'local',
    settings: issuingSettings(options, parts.production),
    pages,
    userCheck: (extensions) =>
      new FormUserCheck({
        ...parts,
        settings: signInSettings(options),
        pages,
        serverName: runtime.model.info.title ?? runtime.model.info.name,
        get: serverGet(runtime),
        keepCredentials: extensions.find(({ keepCredentials }) => keepCredentials !== undefined)?.keepCredentials,
      }),
    extensions: application.signIn ?? [],
    ...discoveryPaths(application.http, options.local?.issuer),
  });
  return signInFeature(server, { addressOf: parts.addressOf, application });
});
