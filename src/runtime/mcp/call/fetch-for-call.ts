import type { FetchInit } from '../../define/auth-provider.ts';
import { authProvidersOf, type CallFrame } from '../../define/index.ts';
import { listedError } from '../../errors/index.ts';

/**
 * `this.fetch` of an entry, with a credential of its caller where `init.credentials` names the provider.
 * @throws {ServiceError} TOOL_CREDENTIALS_REQUIRED when the caller has none
 */
export async function fetchForCall(call: CallFrame, input: string | URL, init: FetchInit = {}): Promise<Response> {
  const { credentials, ...rest } = init;
  if (typeof credentials !== 'object') return call.request.fetch(input, credentials === undefined ? rest : { ...rest, credentials });
  const { provider } = credentials;
  const providers = authProvidersOf(call);
  if (!(await providers.has(provider)))
    throw listedError('TOOL_CREDENTIALS_REQUIRED', `There is no credential of "${provider}" for this caller`, {
      data: { providers: [provider] },
    });
  const headers = new Headers(rest.headers);
  for (const [name, value] of Object.entries(await providers.headers(provider))) headers.set(name, value);
  // A redirect could carry the credential elsewhere.
  return call.request.fetch(input, { redirect: 'error', ...rest, headers });
}
