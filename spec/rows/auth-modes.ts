import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** Modes of `auth` beside `local`. */
export const rows: readonly RequirementRow[] = rowsOf({
  'static.keys': 'Bearer keys; 401 with WWW-Authenticate: Bearer realm="mcp".',
  'static.walk': 'Every route without credentials: the endpoint and authenticated routes answer 401, the others do not exist.',
  'static.spellings': 'What is not exactly a bearer token is no key; no key is in an answer or a log.',
  'static.start': 'Without a key, or with an unreadable list, the server does not start; the value is not repeated.',
  'static.bundle': 'A server with keys holds no OAuth.',
  'static.pair-sender': 'A message of the pair /sse and /message is authorized by the caller who posted it; another user is refused.',
  'static.stdio': 'Over stdio there are no keys; guarded entries are closed to the anonymous caller.',
  'static.find': 'Every key is compared to its end: the time tells neither which key nor how much of it fits.',
  'public.anonymous': 'No token required; each session is user anon:<uuid>.',
  'public.token': 'A token of this server is used; an invalid one is 401, never anonymous.',
  'public.access': 'publicAccess filters lists and calls.',
  'public.grant': '/oauth/* absent except token for the anonymous grant.',
  'public.worker': 'The same on a worker.',
  'transparent.tokens':
    'JWKS by discovery, cached; the protected-resource document names the provider; the authorization-server path redirects.',
  'transparent.refused': 'Asymmetric algorithms only; issuer, audience, subject and times are checked.',
  'transparent.canonical': 'A token has one spelling: unused bits, padding and the other alphabet are refused (RFC 4648 section 3.5).',
  'transparent.scopes': 'Missing required scope: 403 insufficient_scope.',
  'transparent.keys': 'A provider that cannot be asked lets nobody in: 503, and it is not asked again at once.',
  'transparent.discovery': 'RFC 8414 and OpenID discovery; the issuer of the document must be the provider.',
  'transparent.walk': 'Every route without credentials.',
  'transparent.worker': 'The same on a worker.',
  'remote.way': 'authorize redirects to the provider with PKCE; its callback creates the code; own tokens; orchestration.getToken().',
  'remote.client':
    'Mode remote: for a client that returns to another machine, authorize shows the client, its return address and the scopes first, and only the form of that page goes to the provider, which may not ask the person (MCP security best practices, confused deputy). Clients that return to the own machine go there at once.',
  'remote.worker': 'The same on a worker.',
  'remote.renew': 'Provider tokens are stored encrypted and renewed within refresh.skewSeconds of their end, once.',
  'remote.state': 'The state is strict and single-use, bound to browser and provider.',
  'remote.identity': 'id token: signature, issuer, audience, nonce; userinfo is of the same subject.',
  'remote.issuer': 'iss of the return is compared (RFC 9207).',
  'remote.walk': 'No form of the local mode; nothing opens without a token.',
  'modes.planned': 'A bundle without the guard of the mode lets nobody in.',
  'modes.options': 'An option of auth that the mode does not read is refused.',
});
