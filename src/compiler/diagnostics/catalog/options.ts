import { row } from '../catalog-row.ts';

/** Findings about the options of a decorator or builder. */
export const optionRows = {
  'missing-option': row<{ owner: string; option: string; example: string }>({
    severity: 'error',
    message: ({ owner, option }) => `${owner} needs \`${option}\``,
    hint: ({ example }) => `Add \`${example}\``,
    explain: {
      cause: 'A decorator or builder was called without an option that it cannot do without.',
      example: '@Service({ apps: [] })   // no info',
      fix: "@Service({ info: { name: 'weather', version: '1.0.0' }, apps: [] })",
    },
  }),
  'unknown-option': row<{ owner: string; option: string; known: readonly string[] }>({
    severity: 'error',
    message: ({ owner, option }) => `${owner} has no option \`${option}\``,
    hint: ({ known }) => (known.length > 0 ? `Known here: ${known.join(', ')}` : 'Correct the name, or remove it'),
    explain: {
      cause: 'The name is not an option of this decorator; a misspelt option would otherwise be ignored in silence.',
      example: "@Tool({ name: 'add', inputScheme: {} })",
      fix: "@Tool({ name: 'add', inputSchema: {} })",
    },
  }),
  'wrong-option-type': row<{ owner: string; option: string; expected: string; found: string; purpose?: string | undefined }>({
    severity: 'error',
    message: ({ owner, option, expected, found }) => `\`${option}\` of ${owner} must be ${expected}, not ${found}`,
    hint: ({ option, purpose }) => (purpose === undefined ? `Correct the value of \`${option}\`` : `\`${option}\`: ${purpose}`),
    explain: {
      cause: 'The value of an option is of another type than the option takes.',
      example: "@Service({ info, http: { port: '3000' } })",
      fix: '@Service({ info, http: { port: 3000 } })',
    },
  }),
  'invalid-option': row<{ owner: string; option: string; problem: string }>({
    severity: 'error',
    message: ({ owner, option, problem }) => `\`${option}\` of ${owner}: ${problem}`,
    explain: {
      cause: 'The value of an option has the right type and breaks the rule of that option.',
      example: "@Service({ info, http: { bodyLimit: '4 apples' } })",
      fix: "@Service({ info, http: { bodyLimit: '4mb' } })",
    },
  }),
  'option-without-effect': row<{ owner: string; option: string; problem: string }>({
    severity: 'warning',
    message: ({ owner, option, problem }) => `\`${option}\` of ${owner} ${problem}`,
    hint: () => 'Remove it, or change the option that turns it off',
    explain: {
      cause:
        'The option is accepted and changes nothing: this version does not serve it, or another option turns it off. What guards a server and is not served is refused instead.',
      example: '@Service({ info, tools, observability: true })',
      fix: '@Service({ info, tools })',
    },
  }),
  'option-not-static': row<{ owner: string; option: string }>({
    severity: 'error',
    message: ({ owner, option }) => `\`${option}\` of ${owner} cannot be known at build time`,
    hint: () => 'Write a literal or a constant; names, lists and storage decide what goes into the bundle',
    explain: {
      cause: 'A name, a list or a storage option decides what is bundled, so its value must follow from the sources alone.',
      example: '@Tool({ name: process.env.TOOL_NAME })',
      fix: "@Tool({ name: 'add' })",
    },
  }),
  'literal-secret': row<{ owner: string; option: string }>({
    severity: 'error',
    security: true,
    hidesSource: true,
    message: ({ owner, option }) => `\`${option}\` of ${owner} holds a secret in the source`,
    hint: () => 'Read it from the environment at run time, and revoke the one that was written here',
    explain: {
      cause:
        'A secret written in the source, or read from the environment while building, ends in the bundle, where every reader finds it.',
      example: "@Service({ info, sqlite: { path: 'a.db', encryption: { secret: 'hunter2hunter2' } } })",
      fix: 'Leave the option out and set the documented environment variable where the server runs.',
    },
  }),
  'distributed-without-redis': row<{ asked: string; missing: string }>({
    severity: 'error',
    message: ({ asked, missing }) => `HA_CONFIGURATION_ERROR: ${asked} needs a Redis server that every instance reaches, and ${missing}`,
    hint: () =>
      'Set `redis: {}` on the server and REDIS_URL where it runs (behind HTTP also `pubsub: {}`), or build for one instance: target node, without `transport.distributedMode`',
    explain: {
      cause: 'Instances behind one address share sessions and tell each other of changes in Redis; without one they would not start.',
      example: '@Service({ info, tools, transport: { distributedMode: true } })',
      fix: "@Service({ info, tools, transport: { distributedMode: true }, redis: { host: 'cache.internal' } })",
    },
  }),
  'affinity-without-instances': row<Record<string, never>>({
    severity: 'warning',
    message: () => '`server.cookies` of the deployment has no effect: the server is not one of several instances',
    hint: () => "Build for the target distributed, set `transport: { distributedMode: 'auto' }`, or remove `server.cookies`",
    explain: {
      cause: 'The cookie tells a load balancer which of several instances a client was at; one instance alone does not send it.',
      example: "deployments: [{ target: 'node', server: { cookies: { affinity: 'stick' } } }]",
      fix: "deployments: [{ target: 'distributed', server: { cookies: { affinity: 'stick' } } }]",
    },
  }),
  'taken-path': row<{ what: string; path: string; because: string }>({
    severity: 'error',
    message: ({ what, path, because }) => `The path ${path} is taken: ${because}, so ${what} cannot be there`,
    hint: () => 'Give one of the two another path; an app with its own endpoint is at `<path of the server>/<id>`',
    explain: {
      cause: 'Of two things at one path one would never be asked: the MCP endpoint and the endpoints of apps come first.',
      example: "http: { entryPath: '/live' }, health: { healthzPath: '/live' }",
      fix: "http: { entryPath: '/mcp' }, health: { healthzPath: '/live' }",
    },
  }),
  'reserved-route': row<{ path: string; because: string }>({
    severity: 'error',
    message: ({ path, because }) => `The route ${path} is reserved: ${because}`,
    hint: () => 'Choose another path for this entry of `http.routes`',
    explain: {
      cause: 'A custom route may not shadow a path that the server itself answers.',
      example: "http: { routes: [{ method: 'GET', path: '/healthz', handler }] }",
      fix: 'Move the route to a path of its own, e.g. /status.',
    },
  }),
  'unknown-profile': row<{ entry: string; name: string; profiles: readonly string[] }>({
    severity: 'error',
    message: ({ entry, name }) =>
      `\`authorities\` of the ${entry} names the profile "${name}", which \`authorities.profiles\` of @Service does not have`,
    hint: ({ profiles }) => (profiles.length > 0 ? `Known here: ${profiles.join(', ')}` : 'Add it: `authorities: { profiles: { … } }`'),
    explain: {
      cause:
        'An entry names its policy by a profile of the server; without the profile no caller could be admitted, and the server does not start.',
      example: "@Tool({ name: 'wipe', authorities: 'admins' })   // profiles: { admin: … }",
      fix: "@Tool({ name: 'wipe', authorities: 'admin' })",
    },
  }),
  'unreachable-entry': row<{ entry: string; because: string; option: 'authorities' | 'availableWhen' }>({
    severity: 'warning',
    message: ({ because, entry }) => `No caller of this build can use the ${entry}: ${because}`,
    hint: ({ option }) =>
      option === 'authorities'
        ? 'Declare `auth`, build for a target that signs callers in, or leave `authorities` out of what everybody may use'
        : 'Name it in `availableWhen`, or leave the entry out of the lists of this server',
    explain: {
      cause:
        'A role, a permission and a claim come from a token: where nobody signs in, such an entry is refused to every caller and in no list. So is one whose `availableWhen` names other runtimes or targets only.',
      example: "@Service({ info, tools: [Wipe] })   // Wipe: authorities: { roles: { any: ['admin'] } }, and no auth",
      fix: "@Service({ info, tools: [Wipe], auth: { mode: 'local', … } })",
    },
  }),
};
