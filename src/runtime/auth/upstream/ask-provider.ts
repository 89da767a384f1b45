import { isJsonObject, type JsonObject } from '../../model/index.ts';
import { encodeBase64, textOf, utf8, withoutUndefined, type Clock } from '../../std/index.ts';
import { DocumentRefused, readBody } from '../../web/document-fetch.ts';
import { UpstreamRefused, type UpstreamAnswer, type UpstreamProvider, type UpstreamTokens } from './upstream-provider.ts';

const limits = { timeoutMs: 10_000, maxBytes: 256 * 1024 };

export interface ProviderAccess {
  readonly provider: UpstreamProvider;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
}

/** Exchanges a code, or renews tokens. @throws {UpstreamRefused} {ProviderUnavailable} */
export async function askForTokens(access: ProviderAccess, grant: Readonly<Record<string, string>>): Promise<UpstreamAnswer> {
  const { clientId, clientSecret } = access.provider;
  const { basic, token } = await access.provider.endpoints();
  const form = new URLSearchParams({ ...grant, client_id: clientId });
  const headers: Record<string, string> = { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' };
  // Both parts are encoded before they are joined (RFC 6749 section 2.3.1).
  if (clientSecret !== undefined && basic)
    headers['authorization'] = `Basic ${encodeBase64(utf8(`${formEncoded(clientId)}:${formEncoded(clientSecret)}`))}`;
  else if (clientSecret !== undefined) form.set('client_secret', clientSecret);
  const answer = await callProvider(access.fetch, token, { method: 'POST', headers, body: form.toString() });
  return { tokens: readTokens(answer, access.clock), idToken: textMember(answer, 'id_token') };
}

/** Facts about whom a token is for; nothing where the provider has no such place. @throws {UpstreamRefused} {ProviderUnavailable} */
export async function askForUser({ fetch: call, provider }: ProviderAccess, { accessToken }: UpstreamTokens): Promise<JsonObject> {
  const { userInfo } = await provider.endpoints();
  if (userInfo === undefined) return {};
  return callProvider(call, userInfo, { headers: { accept: 'application/json', authorization: `Bearer ${accessToken}` } });
}

const formEncoded = (text: string): string => new URLSearchParams({ a: text }).toString().slice(2);

/** Bounded, and never to where a redirect leads: it carries secrets. */
async function callProvider(call: typeof fetch, address: string, init: RequestInit): Promise<JsonObject> {
  try {
    const response = await call(address, { ...init, redirect: 'manual', signal: AbortSignal.timeout(limits.timeoutMs) });
    const value: unknown = JSON.parse(textOf(await readBody(response, limits.maxBytes)) ?? '');
    if (response.status === 200 && isJsonObject(value)) return value;
    throw new UpstreamRefused(`The identity provider answered ${response.status}`);
  } catch (failure) {
    if (failure instanceof UpstreamRefused) throw failure;
    const why = failure instanceof DocumentRefused ? failure.message : 'no answer that can be read';
    throw new UpstreamRefused(`The identity provider gave ${why}`, { cause: failure });
  }
}

function readTokens(answer: JsonObject, clock: Clock): UpstreamTokens {
  const accessToken = textMember(answer, 'access_token');
  if (accessToken === undefined) throw new UpstreamRefused('The identity provider gave no access token');
  const refreshToken = textMember(answer, 'refresh_token');
  const seconds = Number(answer['expires_in']);
  const scope = textMember(answer, 'scope');
  return withoutUndefined({
    accessToken,
    refreshToken,
    expiresAt: Number.isFinite(seconds) && seconds > 0 ? clock() + seconds * 1000 : undefined,
    scopes: scope?.split(' '),
  });
}

function textMember(answer: JsonObject, name: string): string | undefined {
  const value = answer[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
