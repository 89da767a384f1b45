import type { RequirementRow } from '../requirement-row.ts';

const d1 = (id: string, section: string, rule: string): RequirementRow => ({ id: `D1.${id}`, document: 'spec 1', section, rule });
const ruling = (id: string, rule: string): RequirementRow => ({ id, document: 'spec 5', section: /\d+/.exec(id)?.[0] ?? '', rule });
const issue6 = (id: string, section: string, rule: string): RequirementRow => ({ id, document: 'issue 6', section, rule });

/** Access tokens, codes and refresh families: document 1, Access token, States and transitions, Errors of the token endpoint. */
export const rows: readonly RequirementRow[] = [
  d1('auth.bearer', 'Authentication', 'MCP requests need Authorization: Bearer; the header alone is read.'),
  d1('auth.challenge', 'Authentication', '401 without a token names the protected-resource metadata.'),
  d1('auth.message', 'Access token', 'A refused token is 401 with a message that says why.'),
  d1('context', 'Access token', 'The tool-side auth context has user.sub, email, name, scopes and every claim.'),
  d1('claims', 'Access token', 'Claims sub, scope, email, name, iss, iat, exp (3600 s), jti, aud; HS256.'),
  d1(
    'issuer.order',
    'Access token',
    'iss: local.issuer, SERVICE_PUBLIC_URL, SERVICE_PUBLIC_HOST, the request; discovery and redirect name the same; one trailing slash is dropped.',
  ),
  d1('tokens.accepted', 'Access token', 'Accepted: signature and expiry valid, iss and aud of this server.'),
  d1('tokens.issuer', 'Access token', 'Another issuer: 401, unexpected "iss" claim value.'),
  d1('tokens.audience', 'Access token', 'Another audience, not one of expectedAudience: 401, Token audience does not match this resource.'),
  d1('tokens.rejected', 'Errors', 'Invalid, expired or foreign tokens are 401.'),
  d1('tokens.cached', 'Access token', 'Issuer and audience are those of this request, for a token seen before too.'),
  d1('tokens.other-secret', 'Environment variables', 'Every token is signed and checked with JWT_SECRET.'),
  d1(
    'code.mismatch',
    'States and transitions',
    'Verifier, redirect URI or client mismatch: 400 invalid_grant with its text, the code stays good.',
  ),
  d1(
    'code.reuse',
    'States and transitions',
    'A code used before: 400, Authorization code has already been used, and its refresh token is cancelled.',
  ),
  d1('code.unknown', 'Errors', 'Unknown codes are invalid_grant.'),
  d1('refresh', 'States and transitions', 'Every refresh gives a new refresh token and retires the old one; scope and aud stay.'),
  d1('refresh.reuse', 'Errors', 'Used refresh token: 400, Refresh token is invalid or expired.'),
  d1('refresh.forged', 'Errors', 'Unknown refresh token: 400, Refresh token is invalid or expired.'),
  d1('client-secret', 'Authentication', 'A client with a clientSecret must present it at the token endpoint.'),
  d1('token.form', 'Endpoints', 'Form-encoded parameters; no-store on every answer, errors included.'),
  d1('anonymous.off', 'Endpoints', 'The anonymous grant is off without allowDefaultPublic.'),
  d1('userinfo', 'Endpoints', '{ sub, email, name } for the bearer token.'),
  d1('jwks', 'Endpoints', 'An RSA public key that is not the signing key.'),
  d1('limits.code', 'Limits', 'Authorization code lifetime 60 s.'),
  d1('limits.sign-in', 'Limits', 'Open sign-in page 10 minutes.'),
  d1('limits.access-token', 'Limits', 'Access token lifetime 3600 s.'),
  d1('limits.refresh-token', 'Limits', 'Refresh token lifetime 30 days.'),
  d1(
    'two-instances',
    'Storage',
    'In-memory sign-ins are unknown to a second instance; a shared store serves several, and a code is used once over all.',
  ),
  ruling('R1.challenge', 'WWW-Authenticate values are sent as quoted-strings.'),
  ruling('R1.challenge.none', 'No error or scope member when no credentials were sent.'),
  ruling('R2.normalised', 'Audiences are compared as normalised URLs.'),
  ruling('R3.code-replay', 'A replayed code cancels the whole family, whatever else is wrong with the request.'),
  ruling('R3.tombstone', 'The used-code tombstone lives as long as its family.'),
  ruling('R3.refresh-reuse', "Using a retired refresh token cancels its family; a wrong client's attempt does not."),
  ruling('R3.races.code', 'Of 50 parallel exchanges one succeeds; losers are replays and cancel.'),
  ruling('R3.races.refresh', 'Of parallel refreshes at most one succeeds.'),
  ruling('R4.refresh-secret', 'Refresh needs the client_secret of a client that has one; a wrong one consumes nothing.'),
  ruling('R16.kinds', 'No kind of token is accepted as another.'),
  issue6('I6.no-secrets-in-logs', 'bad input', 'No token, code, verifier or secret in any log line.'),
  issue6('I6.stored-hashed', '3', 'Tokens and codes are stored hashed.'),
  ruling('R28.streams', 'Streams close when their token expires.'),
];
