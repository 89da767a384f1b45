import { isRecord } from '../std/index.ts';
import { declaredProviders, type DeclaredProvider } from '../auth/federated/declared-providers.ts';
import { FederatedSignIn, type FirstPage } from '../auth/federated/federated-sign-in.ts';
import { renewalSkewMs, signInSettings } from '../auth/server/local-settings.ts';
import { formSettings, pageFields } from '../auth/server/sign-in/login-fields.ts';
import { createPages } from '../auth/server/pages/create-pages.ts';
import type { OwnPages } from '../auth/server/own-pages/own-page.ts';
import { orchestrationOf } from '../auth/upstream/orchestration.ts';
import { UpstreamTokenVault } from '../auth/upstream/upstream-tokens.ts';
import { SealedRecords } from '../auth/vault/index.ts';
import type { AuthContext } from '../define/auth-context.ts';
import type { LocalAuthOptions } from '../define/auth-options.ts';
import type { CallFrame, Orchestration } from '../define/index.ts';
import { configInvalid, listedError, ServiceError } from '../errors/index.ts';
import type { ApplicationCore } from './application/application-core.ts';
import { issuingOptions } from './sign-in/issuing-options.ts';
import type { SignInExtension } from '../auth/server/sign-in/sign-in-extensions.ts';
import { defineFeature } from './application/define-feature.ts';

/** People link accounts at OAuth providers when they sign in; tools read the tokens with `this.orchestration`. */
export const federated = defineFeature('federated', (application) => {
  const options = issuingOptions(application.runtime);
  if (options?.providers === undefined || options.providers.length === 0) return {};
  if (options.mode !== 'local') throw configInvalid('auth.providers belongs to mode local: mode remote has one provider');
  const providers = declaredProviders(
    options.providers,
    application.runtime.model.apps.map(({ id }) => id),
  );
  checkRules(options, providers, application);
  let vault: UpstreamTokenVault | undefined;
  const signIn: SignInExtension = (parts, flow) => {
    const skewMs = renewalSkewMs(options.refresh);
    vault = new UpstreamTokenVault({ ...parts, records: new SealedRecords(parts.store, parts, 'upstream'), skewMs });
    const { info } = application.runtime.model;
    const { minProviders = 0, requiredProviders = [] } = options.federatedAuth ?? {};
    const linking = new FederatedSignIn({
      ...parts,
      flow,
      providers,
      minProviders,
      requiredProviders,
      vault,
      pages: createPages(parts.ownPages),
      serverName: info.title ?? info.name,
    });
    const first = firstPage(options, parts.ownPages);
    return { steps: [linking.step], endpoints: linking.endpoints, aroundUserCheck: (check) => linking.before(check, first) };
  };
  return {
    contributes: { signIn },
    context: {
      orchestration: (call) => {
        if (vault === undefined) throw new ServiceError('SERVER_ERROR', 'tokens of providers have no keys: nothing signs people in');
        return linkedOnly(call, providers, vault);
      },
    },
  };
});

/** Without `authenticate` the page also asks who signs in, unless a page of the author's own does. */
function firstPage(options: LocalAuthOptions, ownPages: OwnPages | undefined): FirstPage {
  const settings = signInSettings(options);
  const { authenticate, login } = settings;
  const asksElsewhere = authenticate !== undefined || login.render !== undefined || ownPages?.replaces('login') === true;
  return {
    title: login.title,
    fields: asksElsewhere ? [] : pageFields(formSettings(settings, false).shown, {}),
  };
}

/** What this token's sign-in did not link is not this client's, whatever the person has linked elsewhere. */
function linkedOnly(call: CallFrame, providers: readonly DeclaredProvider[], vault: UpstreamTokenVault): Orchestration {
  const ids = linkedIds(call.auth);
  const all = orchestrationOf(call, providers, vault);
  const idOf = (id: string | undefined): string => {
    const found = id ?? (ids.length === 1 ? ids[0] : undefined);
    if (found !== undefined && ids.includes(found)) return found;
    const why =
      id === undefined && ids.length > 1
        ? `name one of ${ids.join(', ')}`
        : `the provider "${id ?? ''}" is not linked. Sign in again and link it`;
    throw listedError('TOOL_CREDENTIALS_REQUIRED', `this.orchestration: ${why}.`);
  };
  const has = (id: string): boolean => ids.includes(id);
  return {
    ...all,
    getToken: async (id) => all.getToken(idOf(id)),
    tryGetToken: async (id) => ((id === undefined ? ids.length === 1 : has(id)) ? all.tryGetToken(idOf(id)) : undefined),
    getAppToken: async (appId) => (has(appId) ? all.getAppToken(appId) : undefined),
    hasProvider: has,
    getProviderIds: () => ids,
  };
}

function linkedIds({ claims: { federated: claim } }: AuthContext): readonly string[] {
  const selected = isRecord(claim) ? claim['selectedProviders'] : undefined;
  return Array.isArray(selected) ? selected.filter((id): id is string => typeof id === 'string') : [];
}

/** @throws {ServiceError} CONFIG_INVALID for contradicting rules */
function checkRules(
  { federatedAuth = {}, providers: declared = [] }: LocalAuthOptions,
  providers: readonly DeclaredProvider[],
  { logger }: ApplicationCore,
): void {
  const { minProviders = 0, requiredProviders = [], stateValidation } = federatedAuth;
  const unknown = requiredProviders.filter((id) => !providers.some((provider) => provider.id === id));
  if (unknown.length > 0) throw invalid(`requiredProviders names ${unknown.join(', ')}, which auth.providers does not have`);
  if (minProviders > providers.length) throw invalid(`minProviders is ${minProviders}, but there are ${providers.length} providers`);
  if (stateValidation === 'format')
    logger.warn('auth.federatedAuth.stateValidation: "format" is as strict as "strict": a state is good for one return');
  if (declared.some(({ jwksUri, userInfoEndpoint }) => jwksUri !== undefined || userInfoEndpoint !== undefined))
    logger.warn('auth.providers: userInfoEndpoint and jwksUri have no effect in mode local, where authenticate says who signs in');
}

const invalid = (problem: string): ServiceError => configInvalid(`auth.federatedAuth: ${problem}`);
