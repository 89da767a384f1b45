import { row, type NoParams } from '../diagnostic.ts';

/** What leaves signing in open. */
export const signInRows = {
  'sign-in-unchecked': row<NoParams>({
    severity: 'warning',
    security: true,
    message: () => 'Sign-in is not checked: without auth.authenticate, any visitor of the page can sign in as any person',
    hint: () => 'Add `authenticate`, or use an auth mode with an identity provider; for development it may stay as it is',
    explain: {
      cause: 'The built-in page asks for an email address and believes it.',
      example: "auth: { mode: 'local' }",
      fix: "auth: { mode: 'local', authenticate: async ({ fields }) => checkPassword(fields) }",
    },
  }),
  'reserved-claim': row<{ claim: string; instead: string }>({
    severity: 'warning',
    message: ({ claim }) => `\`authenticate\` returns the claim "${claim}", which only the server sets: it does not reach the token`,
    hint: ({ instead }) => instead,
    explain: {
      cause:
        'Claims that say who a token is for, by whom and for how long, and those that features of the server fill, are dropped from what `authenticate` returns.',
      example: "authenticate: () => ({ ok: true, sub: 'ada', claims: { roles: ['admin'] } })",
      fix: "authenticate: () => ({ ok: true, sub: 'ada', claims: { app_roles: ['admin'] } })   // authorities: { claimsMapping: { roles: 'app_roles' } }",
    },
  }),
  'sign-in-open-clients': row<NoParams>({
    severity: 'warning',
    security: true,
    message: () => 'auth.requireRegisteredClients is false: any client may start a sign-in and choose where the code is sent',
    hint: () => 'Remove the option, and name clients in `dcr.clients` or let them register',
    explain: {
      cause: 'A link with an attacker’s redirect_uri sends the code of a person who follows it to the attacker.',
      example: "auth: { mode: 'local', requireRegisteredClients: false }",
      fix: "auth: { mode: 'local', dcr: { clients: [{ clientId: 'desk', redirectUris: ['https://desk.example/callback'] }] } }",
    },
  }),
  'sign-in-in-memory': row<{ target: string }>({
    severity: 'warning',
    message: ({ target }) => `auth keeps sign-ins and tokens in memory, and instances on ${target} come and go`,
    hint: () => 'Set `auth.tokenStorage` to a store that every instance reaches',
    explain: {
      cause:
        'A page that one instance showed is unknown to the next one: "Authorization request has expired". Refresh tokens end with their instance.',
      example: "auth: { mode: 'local' }",
      fix: "auth: { mode: 'local', tokenStorage: { redis: { provider: 'http-kv' } } }",
    },
  }),
  'sign-in-address-open': row<NoParams>({
    severity: 'warning',
    security: true,
    message: () => 'Sign-in takes its address from the Host header: a forged header would name the issuer of tokens',
    hint: () => 'List the names in `http.security.dnsRebindingProtection.allowedHosts`, and set SERVICE_PUBLIC_URL where the server runs',
    explain: {
      cause: 'Issuer, audience and the addresses of discovery are made from the Host header when nothing pins them.',
      example: "http: { security: { bindAddress: 'all' } }, auth: { mode: 'local' }",
      fix: "http: { security: { bindAddress: 'all', dnsRebindingProtection: { allowedHosts: ['mcp.example.com'] } } }",
    },
  }),
  'platform-flag-missing': row<{ file: string; flag: string }>({
    severity: 'warning',
    security: true,
    message: ({ file, flag }) =>
      `${file} does not set ${flag}: URLs from clients, providers and descriptions of APIs could reach private addresses`,
    hint: ({ flag }) => `Add "${flag}" to \`compatibility_flags\``,
    explain: {
      cause:
        'A worker cannot look up where a name leads before it fetches from it. With the flag the platform lets it reach public addresses only.',
      example: 'compatibility_flags = ["nodejs_compat"]',
      fix: 'compatibility_flags = ["nodejs_compat", "global_fetch_strictly_public"]',
    },
  }),
  'platform-file-invalid': row<{ file: string; problem: string }>({
    severity: 'warning',
    message: ({ file, problem }) => `${file} cannot be read: ${problem}`,
    hint: ({ file }) => `Mend ${file} at this place: the platform's own tools refuse it too`,
    explain: {
      cause: 'What a bundle needs is looked up in the file of its platform, which is not valid TOML, JSON with comments, or JSON.',
      example: 'compatibility_flags = ["nodejs_compat"',
      fix: 'compatibility_flags = ["nodejs_compat"]',
    },
  }),
  'platform-date-old': row<{ file: string; date: string }>({
    severity: 'warning',
    message: ({ date, file }) =>
      `compatibility_date of ${file} is before ${date}: the HTTP key-value store and sessions in Durable Objects fail there`,
    hint: ({ date }) => `Set \`compatibility_date\` to ${date} or later`,
    explain: {
      cause:
        'Answers of a store must not come from a cache, and a fetch may say so only from this date on. Objects of sessions read headers that the platform gives since 2023-03-01.',
      example: 'compatibility_date = "2024-09-23"',
      fix: 'compatibility_date = "2024-11-11"',
    },
  }),
  'secret-undocumented': row<{ name: string; file: string }>({
    severity: 'warning',
    message: ({ file, name }) => `${name} is not in ${file}, and in production this server does not start without it`,
    hint: ({ file, name }) => `Add the line \`${name}=\` to ${file}, with how to make one: \`openssl rand -base64 48\``,
    explain: {
      cause: 'Tokens are signed with it. Whoever deploys the server reads the template of its variables, not its sources.',
      example: 'PORT=3000',
      fix: '# Signs tokens, at least 32 bytes: openssl rand -base64 48\nJWT_SECRET=',
    },
  }),
  'scope-not-allowed': row<{ scope: string }>({
    severity: 'warning',
    message: ({ scope }) => `The scope "${scope}" is asked for by authorities.scopeMapping, and auth.allowedScopes lets no token carry it`,
    hint: () => 'Add it to `auth.allowedScopes`, by name or by a pattern such as `tickets:*`',
    explain: {
      cause: 'A refusal names the scope, the client asks for it at sign-in, and it is dropped there: the next call is refused again.',
      example: "allowedScopes: ['openid'], … scopeMapping: { roles: { admin: ['admin:all'] } }",
      fix: "allowedScopes: ['openid', 'admin:*']",
    },
  }),
};
