import type { CompiledModel } from '../model/compiled-model.ts';
import type { FeatureRow } from './feature-row.ts';

/** Options of `auth` as data; undefined unless the server signs people in itself. */
export function signInOptions({ server }: CompiledModel): Readonly<Record<string, unknown>> | undefined {
  const { auth } = server.options.rest;
  if (typeof auth !== 'object' || auth === null || Array.isArray(auth)) return undefined;
  return auth['mode'] === 'local' || auth['mode'] === 'remote' ? auth : undefined;
}

const isOn = (value: unknown): boolean => typeof value === 'object' && value !== null && 'enabled' in value && value.enabled === true;

/** On unless it says otherwise. */
const isGiven = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !('enabled' in value && value.enabled === false);

/** Parts of signing in; they stand before `local-auth`, which puts them together. */
export const signInFeatureRows: readonly FeatureRow[] = [
  {
    name: 'cimd',
    exportName: 'cimd',
    module: '@service/sdk/features/cimd',
    onNode: { module: '@service/sdk/hosts/node-cimd' },
    when: (model) => (signInOptions(model) === undefined ? undefined : 'auth.cimd lets clients be named by a URL'),
  },
  {
    name: 'federated',
    exportName: 'federated',
    module: '@service/sdk/features/federated',
    when: (model) => {
      const { mode, providers } = signInOptions(model) ?? {};
      return mode === 'local' && Array.isArray(providers) && providers.length > 0 ? 'auth.providers lets people link accounts' : undefined;
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
    when: (model) => (signInOptions(model) === undefined ? undefined : 'tools may keep secrets in this.secureStore'),
  },
  {
    name: 'credential-vault',
    exportName: 'credentialVault',
    module: '@service/sdk/features/credential-vault',
    when: (model) => (signInOptions(model) === undefined ? undefined : 'people may connect credentials'),
  },
];
