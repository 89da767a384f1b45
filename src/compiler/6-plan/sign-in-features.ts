import type { JsonObject } from '@service/sdk/model';
import type { CompiledModel } from '../model/compiled-model.ts';
import type { FeatureRules } from './feature-rule.ts';

/** Options of `auth` as data of all that sign people in themselves: the server, and apps with an endpoint of their own. */
export const allSignInOptions = ({ server }: CompiledModel): readonly Readonly<Record<string, unknown>>[] =>
  [server.options.rest['auth'], ...(server.scopes ?? []).map(({ auth }) => auth)]
    .filter(isTable)
    .filter(({ mode }) => mode === 'local' || mode === 'remote');

/** Those of the first. */
export const signInOptions = (model: CompiledModel): Readonly<Record<string, unknown>> | undefined => allSignInOptions(model)[0];

export const isTable = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

/** `ui`, or `extras`, whose functions the model leaves out. */
export const asksForPages = (auth: unknown): boolean =>
  isTable(auth) && auth['mode'] === 'local' && (isTable(auth['ui']) || isTable(auth['extras']));

const isOn = (value: unknown): boolean => typeof value === 'object' && value !== null && 'enabled' in value && value.enabled === true;

/** On unless it says otherwise. */
const isGiven = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !('enabled' in value && value.enabled === false);

/** `cache.type: redis`, or a store without a type. */
function sharesDocuments(cimd: unknown): boolean {
  const cache = isRecord(cimd) ? cimd['cache'] : undefined;
  return isRecord(cache) && (cache['type'] ?? (cache['redis'] === undefined ? 'memory' : 'redis')) === 'redis';
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

/** Parts of signing in. */
export const signInRules = {
  jwks: {
    onNode: '@service/sdk/hosts/node-jwks',
    when: (model) => (signInOptions(model) === undefined ? undefined : 'metadata names /.well-known/jwks.json'),
  },
  'cimd-cache': {
    when: (model) => (sharesDocuments(signInOptions(model)?.['cimd']) ? 'auth.cimd.cache is a store that instances share' : undefined),
  },
  cimd: {
    onNode: '@service/sdk/hosts/node-cimd',
    when: (model) => (signInOptions(model) === undefined ? undefined : 'auth.cimd lets clients be named by a URL'),
  },
  'auth-ui': {
    printed: 'service:auth-ui',
    when: ({ server }) => {
      const asks = [server.options.rest['auth'], ...(server.scopes ?? []).map(({ auth }) => auth)].some(asksForPages);
      return asks ? "auth.ui or auth.extras brings pages of the author's own" : undefined;
    },
  },
  federated: {
    when: (model) => {
      const { providers } = signInOptions(model) ?? {};
      return Array.isArray(providers) && providers.length > 0 ? 'auth.providers lets people link accounts' : undefined;
    },
  },
  'incremental-auth': {
    when: (model) => (isGiven(signInOptions(model)?.['incrementalAuth']) ? 'auth.incrementalAuth grants apps one by one' : undefined),
  },
  consent: {
    when: (model) => (isOn(signInOptions(model)?.['consent']) ? 'auth.consent lets people choose tools' : undefined),
  },
  'secure-store': {
    when: (model, { contextMembers }) => {
      const options = signInOptions(model);
      if (options === undefined) return undefined;
      // Options are checked where they are given, whoever keeps something.
      const isAsked = contextMembers === undefined || contextMembers.includes('secureStore') || options['secureStore'] !== undefined;
      return isAsked ? 'tools may keep secrets in this.secureStore' : undefined;
    },
  },
  'credential-vault': {
    when: (model) => (signInOptions(model) === undefined ? undefined : 'people may connect credentials'),
  },
} satisfies Partial<FeatureRules>;
