import { signInSettings } from '../auth/server/local-settings.ts';
import { createPages } from '../auth/server/pages/create-pages.ts';
import { ConnectTickets, createConnectEndpoints, credentialsOf, keepCredentials, SealedRecords } from '../auth/vault/index.ts';
import { ServiceError } from '../errors/index.ts';
import { principalNamed } from '../mcp/principal.ts';
import { issuingOptions } from './sign-in/issuing-options.ts';
import { tokenBaseUrl } from './sign-in/token-base-url.ts';
import { serverGet } from './sign-in/server-get.ts';
import type { SignInExtension } from '../auth/server/sign-in/sign-in-extensions.ts';
import { defineFeature } from './application/define-feature.ts';

/** Credentials of the person who calls, given at sign-in or connected later (`this.credentials`, `/oauth/connect`). */
export const credentialVault = defineFeature('credential-vault', ({ http, runtime }) => {
  const options = issuingOptions(runtime);
  if (options === undefined) return {};
  const { info } = runtime.model;
  let vault: { readonly records: SealedRecords; readonly tickets: ConnectTickets } | undefined;
  const signIn: SignInExtension = (parts) => {
    const records = new SealedRecords(parts.store, parts, 'vault');
    const tickets = new ConnectTickets(parts);
    vault = { records, tickets };
    const keep = (sub: string, credentials: Parameters<typeof keepCredentials>[2]): Promise<void> =>
      keepCredentials(records, sub, credentials);
    return {
      keepCredentials: keep,
      endpoints: createConnectEndpoints({
        ...parts,
        settings: signInSettings(options.mode === 'local' ? options : { mode: 'local' }),
        pages: createPages(parts.ownPages),
        tickets,
        serverName: info.title ?? info.name,
        get: serverGet(runtime),
        keep,
        tell: (key, { issuer, sub }) =>
          runtime.changes.publish({ kind: 'resource', uri: `credential://${key}`, of: principalNamed(issuer, sub) }),
      }),
    };
  };
  return {
    contributes: { signIn },
    provides: { vaultEntry: async (sub, key) => vault?.records.get(sub, key) },
    context: {
      credentials: (call) => {
        if (vault === undefined) throw new ServiceError('SERVER_ERROR', 'the credential vault has no keys: nothing signs people in');
        return credentialsOf(call, { ...vault, baseUrlOf: ({ auth }) => tokenBaseUrl(auth, http.entryPath) });
      },
    },
  };
});
