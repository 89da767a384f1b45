import type { JsonObject } from '../../model/index.ts';
import { SignInFailure } from './sign-in-failure.ts';
import type { Credentials } from './credentials.ts';
import { fetchJson, type JsonAnswer } from './fetch-json.ts';

/** What can stand in a header (RFC 6750 section 2.1). Another text would be quoted by the error of a request that cannot be sent. */
export const isAccessToken = (text: string): boolean => /^[\x21-\x7e]{1,65536}$/.test(text);

interface TokenUse {
  readonly endpoint: string;
  readonly clientId: string;
  readonly resource: string;
  readonly revocationEndpoint?: string | undefined;
}

/** Exchanges a code. @throws {SignInFailure} */
export async function exchangeCode(
  code: string,
  use: TokenUse & { readonly verifier: string; readonly redirectUri: string },
): Promise<Credentials> {
  const answer = await requestToken(use, {
    grant_type: 'authorization_code',
    code,
    code_verifier: use.verifier,
    redirect_uri: use.redirectUri,
  });
  const credentials = readTokens(answer, use);
  if (credentials === undefined) throw new SignInFailure(`The sign-in was refused: ${describe(answer)}`);
  return credentials;
}

/** New tokens for old; undefined when the sign-in has ended. @throws {SignInFailure} when the server has a fault of its own */
export async function refreshTokens(credentials: Credentials): Promise<Credentials | undefined> {
  const { refresh, revocationEndpoint } = credentials;
  if (refresh === undefined) return undefined;
  const use = { ...refresh, revocationEndpoint };
  const answer = await requestToken(use, { grant_type: 'refresh_token', refresh_token: refresh.token });
  const renewed = readTokens(answer, use);
  if (renewed === undefined) {
    if (answer.status >= 500) throw new SignInFailure(`The sign-in could not be renewed: ${describe(answer)}`, { hint: 'Try again later' });
    return undefined;
  }
  return renewed.refresh === undefined ? { ...renewed, refresh } : renewed;
}

/** Tells the server that tokens are not used any more (RFC 7009). */
export async function revokeTokens({ accessToken, refresh, revocationEndpoint }: Credentials): Promise<void> {
  if (revocationEndpoint === undefined) return;
  const token =
    refresh === undefined
      ? { token: accessToken, token_type_hint: 'access_token' }
      : { token: refresh.token, token_type_hint: 'refresh_token' };
  const form = new URLSearchParams(token);
  if (refresh !== undefined) form.set('client_id', refresh.clientId);
  await fetchJson(revocationEndpoint, { form });
}

const requestToken = ({ clientId, endpoint, resource }: TokenUse, grant: Record<string, string>): Promise<JsonAnswer> =>
  fetchJson(endpoint, { form: new URLSearchParams({ ...grant, client_id: clientId, resource }) });

function readTokens({ body, status }: JsonAnswer, use: TokenUse): Credentials | undefined {
  const { access_token: accessToken, expires_in: expiresIn, refresh_token: token, token_type: type } = body;
  if (
    status !== 200 ||
    typeof accessToken !== 'string' ||
    !isAccessToken(accessToken) ||
    typeof type !== 'string' ||
    type.toLowerCase() !== 'bearer'
  )
    return undefined;
  const { clientId, endpoint, resource, revocationEndpoint } = use;
  return {
    accessToken,
    ...(typeof expiresIn === 'number' ? { expiresAt: Date.now() + expiresIn * 1000 } : {}),
    ...(typeof token === 'string' ? { refresh: { token, endpoint, clientId, resource } } : {}),
    ...(revocationEndpoint === undefined ? {} : { revocationEndpoint }),
  };
}

/** What RFC 6749 section 5.2 calls the error; nothing else of the answer, which could be a token. */
function describe({ body, status }: JsonAnswer): string {
  const { error, error_description: description }: JsonObject = body;
  return typeof description === 'string' ? description : typeof error === 'string' ? error : `status ${status}`;
}
