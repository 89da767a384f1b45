import type { JsonObject } from '@service/sdk/model';
import type { CompiledModel } from '../model/compiled-model.ts';
import type { FeatureRow } from './feature-row.ts';

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

/** Parts of signing in; they stand before `local-auth`, which puts them together. */
export const signInFeatureRows: readonly FeatureRow[] = [
  {
    name: 'jwks',
    exportName: 'jwks',
    module: '@service/sdk/features/jwks',
    onNode: { module: '@service/sdk/hosts/node-jwks' },
    when: (model) => (signInOptions(model) === undefined ? undefined : 'metadata names /.well-known/jwks.json'),
  },
  {
    name: 'cimd-cache',
    exportName: 'cimdCache',
    module: '@service/sdk/features/cimd-cache',
    when: (model) => (sharesDocuments(signInOptions(model)?.['cimd']) ? 'auth.cimd.cache is a store that instances share' : undefined),
  },
  {
    name: 'cimd',
    exportName: 'cimd',
    module: '@service/sdk/features/cimd',
    onNode: { module: '@service/sdk/hosts/node-cimd' },
    when: (model) => (signInOptions(model) === undefined ? undefined : 'auth.cimd lets clients be named by a URL'),
  },
  {
    name: 'auth-ui',
    exportName: 'authUi',
    module: '@service/sdk/features/auth-ui',
    printed: 'service:auth-ui',
    when: ({ server }) => {
      const asks = [server.options.rest['auth'], ...(server.scopes ?? []).map(({ auth }) => auth)].some(asksForPages);
      return asks ? "auth.ui or auth.extras brings pages of the author's own" : undefined;
    },
  },
  {
    name: 'federated',
    exportName: 'federated',
    module: '@service/sdk/features/federated',
    when: (model) => {
      const { providers } = signInOptions(model) ?? {};
      return Array.isArray(providers) && providers.length > 0 ? 'auth.providers lets people link accounts' : undefined;
    },
  },
  {
    name: 'incremental-auth',
    exportName: 'incrementalAuth',
    module: '@service/sdk/features/incremental-auth',
    when: (model) => (isGiven(signInOptions(model)?.['incrementalAuth']) ? 'auth.incrementalAuth grants apps one by one' : undefined),
  },
  {
    name: 'consent',
    exportName: 'consent',
    module: '@service/sdk/features/consent',
    when: (model) => (isOn(signInOptions(model)?.['consent']) ? 'auth.consent lets people choose tools' : undefined),
  },
  {
    name: 'secure-store',
    exportName: 'secureStore',
    module: '@service/sdk/features/secure-store',
    when: (model, { contextMembers }) => {
      const options = signInOptions(model);
      if (options === undefined) return undefined;
      // Options are checked where they are given, whoever keeps something.
      const isAsked = contextMembers === undefined || contextMembers.includes('secureStore') || options['secureStore'] !== undefined;
      return isAsked ? 'tools may keep secrets in this.secureStore' : undefined;
    },
  },
  {
    name: 'credential-vault',
    exportName: 'credentialVault',
    module: '@service/sdk/features/credential-vault',
    when: (model) => (signInOptions(model) === undefined ? undefined : 'people may connect credentials'),
  },
];
