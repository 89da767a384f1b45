import { declaredAuths, isJsonObject, issuingAuths } from '@service/sdk/model';
import type { CompiledModel } from '../model/compiled-model.ts';
import type { FeatureRules } from './feature-rule.ts';

type Auth = Readonly<Record<string, unknown>>;

/** Whether an `auth` that issues tokens, of the server or of one of its apps, has a property; without `asks`: whether there is one. */
const anySignsIn = ({ server }: CompiledModel, asks: (auth: Auth) => boolean = () => true): boolean =>
  issuingAuths(server).some(({ options }) => asks(options));

/** `ui`, or `extras`, whose functions the model leaves out. */
export const asksForPages = (auth: unknown): boolean =>
  isJsonObject(auth) && auth['mode'] === 'local' && (isJsonObject(auth['ui']) || isJsonObject(auth['extras']));

const isOn = (value: unknown): boolean => typeof value === 'object' && value !== null && 'enabled' in value && value.enabled === true;

/** Given, and not turned off by `enabled: false`. */
const isGiven = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !('enabled' in value && value.enabled === false);

/** `cache.type: redis`, or a store without a type. */
function sharesDocuments(cimd: unknown): boolean {
  const cache = isRecord(cimd) ? cimd['cache'] : undefined;
  return isRecord(cache) && (cache['type'] ?? (cache['redis'] === undefined ? 'memory' : 'redis')) === 'redis';
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

/** Features of sign-in, each with the reason to plan it. */
export const signInRules = {
  jwks: {
    onNode: '@service/sdk/hosts/node-jwks',
    when: (model) => (anySignsIn(model) ? 'metadata names /.well-known/jwks.json' : undefined),
  },
  'cimd-cache': {
    when: (model) =>
      anySignsIn(model, ({ cimd }) => sharesDocuments(cimd)) ? 'auth.cimd.cache is a store that instances share' : undefined,
  },
  cimd: {
    onNode: '@service/sdk/hosts/node-cimd',
    when: (model) => (anySignsIn(model) ? 'auth.cimd lets clients be named by a URL' : undefined),
  },
  'auth-ui': {
    printed: 'service:auth-ui',
    when: ({ server }) =>
      declaredAuths(server).some(({ options }) => asksForPages(options))
        ? "auth.ui or auth.extras brings pages of the author's own"
        : undefined,
  },
  federated: {
    when: (model) =>
      anySignsIn(model, ({ providers }) => Array.isArray(providers) && providers.length > 0)
        ? 'auth.providers lets people link accounts'
        : undefined,
  },
  'incremental-auth': {
    when: (model) =>
      anySignsIn(model, ({ incrementalAuth }) => isGiven(incrementalAuth)) ? 'auth.incrementalAuth grants apps one by one' : undefined,
  },
  consent: {
    when: (model) => (anySignsIn(model, ({ consent }) => isOn(consent)) ? 'auth.consent lets people choose tools' : undefined),
  },
  'secure-store': {
    when: (model, { contextMembers }) => {
      // An option that is set is planned even when no tool uses it, so that it is checked.
      const isUsed = contextMembers === undefined || contextMembers.includes('secureStore');
      return anySignsIn(model, ({ secureStore }) => isUsed || secureStore !== undefined)
        ? 'tools may keep secrets in this.secureStore'
        : undefined;
    },
  },
  'credential-vault': {
    when: (model) => (anySignsIn(model) ? 'people may connect credentials' : undefined),
  },
} satisfies Partial<FeatureRules>;

/** What signs people in and issues tokens. */
export const issuingRules = {
  'anonymous-grant': {
    when: (model) =>
      anySignsIn(model, ({ allowDefaultPublic }) => allowDefaultPublic === true)
        ? 'auth.allowDefaultPublic gives out anonymous tokens'
        : undefined,
  },
  revocation: {
    when: (model) =>
      anySignsIn(model, ({ revocation }) => revocation === true) ? 'auth.revocation lets grants end before their time' : undefined,
  },
  'local-auth': {
    when: (model) => (anySignsIn(model, ({ mode }) => mode === 'local') ? 'auth.mode is local: this server signs people in' : undefined),
  },
  'remote-auth': {
    when: (model) =>
      anySignsIn(model, ({ mode }) => mode === 'remote') ? 'auth.mode is remote: a provider finds out who signs in' : undefined,
  },
} satisfies Partial<FeatureRules>;
