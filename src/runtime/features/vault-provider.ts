import type { AuthProviderOptions, ProviderCredential } from '../define/auth-provider.ts';
import type { FeatureServices } from './application/services.ts';

/** What a tool gets that names an entry of its caller's vault: what `authenticate` returned as `credentials`, or the person connected. */
export const vaultProvider = (name: string, vaultEntry: FeatureServices['vaultEntry'] | undefined): AuthProviderOptions => ({
  name,
  // Read for each call: the person may connect or replace it at any time.
  cacheTtl: 0,
  factory: async ({ auth }) => (auth.isAnonymous ? undefined : toCredential(await vaultEntry?.(auth.user.sub, name))),
});

/** A text, or the `secret` of an entry of a list, is a bearer token; an object with a known `type` is the credential itself. */
function toCredential(value: unknown): ProviderCredential | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return { type: 'bearer', token: value };
  if (typeof value !== 'object') return { type: 'custom', value };
  if ('type' in value && credentialTypes.has(value.type)) return value as ProviderCredential;
  return 'secret' in value && typeof value.secret === 'string' ? { type: 'bearer', token: value.secret } : { type: 'custom', value };
}

const credentialTypes: ReadonlySet<unknown> = new Set<ProviderCredential['type']>([
  'oauth', 'bearer', 'api_key', 'basic', 'private_key', 'mtls', 'custom', 'ssh_key', 'service_account', 'pkce',
]); // prettier-ignore
