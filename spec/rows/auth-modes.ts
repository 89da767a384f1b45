import type { RequirementRow } from '../requirement-row.ts';

const row = (id: string, section: string, rule: string): RequirementRow => ({ id, document: 'spec 4', section, rule });

/** Modes of `auth` beside `local`: supplement section 3, rulings 2, 15, 16, 25, 26. */
export const rows: readonly RequirementRow[] = [
  row('static.keys', '3.3', 'Bearer keys; 401 with WWW-Authenticate: Bearer realm="mcp" (document 2).'),
  row('static.walk', '3.3', 'Every route without credentials: the endpoint and authenticated routes answer 401, the others do not exist.'),
  row('static.spellings', '3.3', 'What is not exactly a bearer token is no key; no key is in an answer or a log.'),
  row('static.start', '3.3', 'Without a key, or with an unreadable list, the server does not start; the value is not repeated.'),
  row('static.bundle', '3.3', 'A server with keys holds no OAuth.'),
  row(
    'static.pair-sender',
    '3.1',
    'A message of the pair /sse and /message is authorized by the caller who posted it; another user is refused (ruling 9).',
  ),
  row('static.stdio', '3.3', 'Over stdio there are no keys; guarded entries are closed to the anonymous caller.'),
  row('static.find', '3.3', 'Every key is compared to its end: the time tells neither which key nor how much of it fits.'),
  row('public.anonymous', '3.2', 'No token required; each session is user anon:<uuid>.'),
  row('public.token', '3.2', 'A token of this server is used; an invalid one is 401, never anonymous (ruling 15).'),
  row('public.access', '3.2', 'publicAccess filters lists and calls.'),
  row('public.grant', '3.2', '/oauth/* absent except token for the anonymous grant.'),
  row('public.worker', '3.2', 'The same on a worker.'),
  row(
    'transparent.tokens',
    '3.4',
    'JWKS by discovery, cached; the protected-resource document names the provider; the authorization-server path redirects.',
  ),
  row('transparent.refused', '3.4', 'Asymmetric algorithms only; issuer, audience (ruling 15), subject and times are checked.'),
  row(
    'transparent.canonical',
    '3.4',
    'A token has one spelling: unused bits, padding and the other alphabet are refused (RFC 4648 section 3.5).',
  ),
  row('transparent.scopes', '3.4', 'Missing required scope: 403 insufficient_scope.'),
  row('transparent.keys', '3.4', 'A provider that cannot be asked lets nobody in: 503, and it is not asked again at once.'),
  row('transparent.discovery', '3.4', 'RFC 8414 and OpenID discovery; the issuer of the document must be the provider.'),
  row('transparent.walk', '3.4', 'Every route without credentials.'),
  row('transparent.worker', '3.4', 'The same on a worker.'),
  row(
    'remote.way',
    '3.5',
    'authorize redirects to the provider with PKCE; its callback creates the code; own tokens; orchestration.getToken().',
  ),
  row('remote.worker', '3.5', 'The same on a worker.'),
  row('remote.renew', '3.5', 'Provider tokens are stored encrypted and renewed within refresh.skewSeconds of their end, once.'),
  row('remote.state', '3.5', 'The state is strict and single-use, bound to browser and provider (ruling 15).'),
  row('remote.identity', '3.5', 'id token: signature, issuer, audience, nonce; userinfo is of the same subject.'),
  row('remote.issuer', '3.5', 'iss of the return is compared (RFC 9207).'),
  row('remote.walk', '3.5', 'No form of the local mode; nothing opens without a token.'),
  row('modes.planned', '3', 'A bundle without the guard of the mode lets nobody in.'),
  row('modes.options', '3', 'An option of auth that the mode does not read is refused.'),
];
