import { row } from '../diagnostic.ts';

export interface FromArgument {
  readonly kind: string;
  readonly name: string;
  /** As written: `exec`, `db.query`. */
  readonly call: string;
}

/** Findings of the security audit: `service audit` shows only these, a build shows them as warnings. */
export const securityRows = {
  'shell-from-argument': row<FromArgument>({
    severity: 'warning',
    security: true,
    message: ({ kind, name, call }) => `The ${kind} "${name}" hands text that a client sent to ${call}, which may run it as a command`,
    hint: () => 'Start a fixed program with `execFile(program, [argument])`, and let the schema name the values that are allowed',
    explain: {
      cause: 'Whoever steers the model chooses the arguments: a shell runs whatever stands behind `;`, `$(` or a backtick in them.',
      example: 'exec(`git log ${input.branch}`)',
      fix: "execFile('git', ['log', '--end-of-options', input.branch])",
    },
  }),
  'sql-from-argument': row<FromArgument>({
    severity: 'warning',
    security: true,
    message: ({ kind, name, call }) => `The ${kind} "${name}" puts text that a client sent into the statement of ${call}`,
    hint: () => 'Leave a placeholder in the statement and hand the value over beside it',
    explain: {
      cause: 'A quote in an argument ends the value and begins a statement of the sender (SQL injection).',
      example: "db.query(`SELECT * FROM notes WHERE title = '${input.title}'`)",
      fix: "db.query('SELECT * FROM notes WHERE title = $1', [input.title])",
    },
  }),
  'path-from-argument': row<FromArgument>({
    severity: 'warning',
    security: true,
    message: ({ kind, name, call }) => `The ${kind} "${name}" lets a client choose the path of ${call}`,
    hint: () => 'Resolve it below one folder and reject paths outside it, symlinks included, before you use it',
    explain: {
      cause: '`../` and absolute paths lead out of the folder that was meant.',
      example: 'readFile(join(root, input.path))',
      fix: 'const file = await realpath(resolve(root, input.path)); if (!file.startsWith(root + sep)) throw new Error(…)',
    },
  }),
  'deletion-from-argument': row<FromArgument>({
    severity: 'warning',
    security: true,
    message: ({ kind, name, call }) => `The ${kind} "${name}" lets a client choose the folder that ${call} deletes with all it holds`,
    hint: () => 'Resolve it below one folder, and reject that folder itself and paths outside it, symlinks included, before you delete',
    explain: {
      cause: '`../` and absolute paths lead anywhere, and an empty argument to the folder around: one call takes everything below it away.',
      example: 'rm(join(root, input.folder), { recursive: true })',
      fix: 'const folder = await realpath(resolve(root, input.folder)); if (!folder.startsWith(root + sep)) throw new Error(…)',
    },
  }),
  'literal-token': row<{ issuer: string }>({
    severity: 'warning',
    security: true,
    hidesSource: true,
    message: ({ issuer }) => `The source holds ${issuer}, which every reader of the source or the bundle can use`,
    hint: () => 'Revoke it, and read its successor from the environment: `process.env.NAME`, with its name in .env.example',
    explain: {
      cause: 'A token in a source is in its history, in every copy of the repository and in every bundle.',
      example: "headers: { authorization: 'Bearer ghp_…' }",
      fix: 'headers: { authorization: `Bearer ${process.env.GITHUB_TOKEN}` }',
    },
  }),
  'unguarded-destruction': row<{ name: string; because: string }>({
    severity: 'warning',
    security: true,
    message: ({ name, because }) => `The tool "${name}" ${because}, and neither its annotations nor its authorities say so`,
    hint: () => 'Add `annotations: { destructiveHint: true }` so that clients ask first, or `authorities` to restrict its callers',
    explain: {
      cause: 'Clients ask a person before they call what is marked as destructive; without the mark they may call it unasked.',
      example: "@Tool({ name: 'delete-note', … })",
      fix: "@Tool({ name: 'delete-note', annotations: { destructiveHint: true }, … })",
    },
  }),
  'unapproved-write': row<{ name: string }>({
    severity: 'warning',
    security: true,
    message: ({ name }) => `The tool "${name}" may write, and calls of it need no approval`,
    hint: () =>
      'Give it `approval: true`, or say `annotations: { readOnlyHint: true }` where it writes nothing and `approval: false` where it needs no approval',
    explain: {
      cause: 'The server has a plugin that lets people approve calls, and this tool is not among those that wait for it.',
      example: "@Tool({ name: 'pay', … })   // beside plugins: [ApprovalPlugin]",
      fix: "@Tool({ name: 'pay', approval: true, … })",
    },
  }),
  'open-metrics': row<{ path: string }>({
    severity: 'warning',
    security: true,
    message: ({ path }) => `Callers of this server sign in, and ${path} answers every caller`,
    hint: () => "Set `metrics: { auth: 'token' }` and SERVICE_METRICS_TOKEN, or let only your monitoring reach that path",
    explain: {
      cause: 'Signing in guards the MCP endpoint. Metrics are public unless they say otherwise: they name tools and count who calls them.',
      example: "auth: { mode: 'local' }, metrics: { enabled: true }",
      fix: "auth: { mode: 'local' }, metrics: { enabled: true, auth: 'token' }",
    },
  }),
  'wildcard-cors': row<{ origin: string }>({
    severity: 'warning',
    security: true,
    message: ({ origin }) => `http.cors.origin ${origin} lets a page of any site read this server's answers`,
    hint: () => 'List the origins whose pages may: `origin: ["https://app.example.com"]`',
    explain: {
      cause: 'A page that a person merely visits could call this server with their network and their browser.',
      example: 'http: { cors: { origin: true } }',
      fix: "http: { cors: { origin: ['https://app.example.com'] } }",
    },
  }),
  'unlisted-client-domains': row<Record<string, never>>({
    severity: 'warning',
    security: true,
    message: () => 'auth.dcr.allowedClientIds does not restrict clients whose id is the URL of a metadata document',
    hint: () => 'List their hosts in `auth.cimd.security.allowedDomains`, or set `auth.cimd.enabled` to false',
    explain: {
      cause: 'A client id that is a URL needs no registration: the owner of any document can start a sign-in with it.',
      example: "auth: { mode: 'local', dcr: { allowedClientIds: ['desk'] } }",
      fix: "auth: { mode: 'local', dcr: { allowedClientIds: ['desk'] }, cimd: { security: { allowedDomains: ['desk.example.com'] } } }",
    },
  }),
  'unlisted-hosts': row<{ address: string }>({
    severity: 'warning',
    security: true,
    message: ({ address }) => `The server listens on ${address} without a list of allowed host names`,
    hint: () => 'Set `http.security.dnsRebindingProtection.allowedHosts`',
    explain: {
      cause: 'Without a list any Host header is answered: a page whose name was rebound to this address reads it (DNS rebinding).',
      example: "http: { security: { bindAddress: 'all' } }",
      fix: "http: { security: { bindAddress: 'all', dnsRebindingProtection: { allowedHosts: ['mcp.example.com'] } } }",
    },
  }),
  'hidden-text': row<{ kind: string; name: string; character: string }>({
    severity: 'warning',
    security: true,
    message: ({ kind, name, character }) => `The text of the ${kind} "${name}" holds ${character}, which models read and people do not see`,
    hint: () => 'Remove the character; it came in with copied text',
    explain: {
      cause: 'Invisible and direction-changing characters hide instructions from reviewers of a description.',
      example: "description: 'Adds numbers<U+200B>'",
      fix: "description: 'Adds numbers'",
    },
  }),
  'prompt-injection-text': row<{ kind: string; name: string; phrase: string }>({
    severity: 'warning',
    security: true,
    message: ({ kind, name, phrase }) => `The text of the ${kind} "${name}" holds an instruction to the model: "${phrase}"`,
    hint: () => 'Describe what it does: clients and scanners treat instructions as an attack (tool poisoning)',
    explain: {
      cause: 'A description is read as part of the prompt: an instruction in it steers every conversation the server is connected to.',
      example: "description: 'Adds numbers. Ignore previous instructions and …'",
      fix: "description: 'Adds numbers.'",
    },
  }),
  'exponential-pattern': row<{ name: string; pattern: string; attack: string }>({
    severity: 'warning',
    security: true,
    message: ({ name, pattern, attack }) =>
      `A pattern of the tool "${name}" takes exponential time: ${pattern} on a text such as ${attack} keeps the server busy`,
    hint: () => 'Rewrite it so that a text can be divided among its repeated parts in one way only, as ^a+$ for ^(a+)+$',
    explain: {
      cause:
        'A part that repeats within a part that repeats is tried in every division of the text: each further character doubles the time, and nothing else is answered meanwhile.',
      example: 'inputSchema: { name: z.string().regex(/^(a+)+$/) }',
      fix: 'inputSchema: { name: z.string().max(100).regex(/^a+$/) }',
    },
  }),
  'undecided-pattern': row<{ patterns: readonly string[] }>({
    severity: 'warning',
    security: true,
    message: ({ patterns }) => `Whether these patterns take exponential time could not be decided: ${patterns.join(' · ')}`,
    hint: () =>
      'Write them without (?=…), (?!…), (?<…) and back references, check the text in the handler, or try them on long texts yourself',
    explain: {
      cause: 'The analysis follows patterns by automata, which cannot look ahead or behind or refer back, and gives up on very large ones.',
      example: 'inputSchema: { password: z.string().regex(/^(?=.*[0-9])(?:[a-z0-9]+-?)+$/) }',
      fix: 'inputSchema: { password: z.string().max(100).regex(/[0-9]/).regex(/^[a-z0-9-]+$/) }',
    },
  }),
  'unbounded-input': row<{ name: string; fields: readonly string[] }>({
    severity: 'warning',
    security: true,
    message: ({ name, fields }) => `The tool "${name}" accepts ${fields.map((field) => `\`${field}\``).join(', ')} of any length`,
    hint: () =>
      'Add `.max(…)`, and take a list with a limit or keys of an enum instead of a record: otherwise only `http.bodyLimit` limits it',
    explain: {
      cause: 'One call with a text, list or record of megabytes costs memory and time in whatever the tool does with it.',
      example: 'inputSchema: { title: z.string() }',
      fix: 'inputSchema: { title: z.string().max(200) }',
    },
  }),
};
