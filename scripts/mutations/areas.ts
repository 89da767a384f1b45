/** Sources whose guards are changed together, and the tests that should notice. */
export interface Area {
  /** Files and folders below the repository. */
  readonly sources: readonly string[];
  /** Test files, and folders of them, that judge sources. */
  readonly tests: readonly string[];
  /** Test files that judge built bundles: a list, or what the path or the text of a fixture's test matches. */
  readonly bundles: readonly string[] | RegExp;
  /** Sources that run in a process without our variables: every test of the area is asked about them. */
  readonly children?: readonly string[];
}

const methods = (...names: readonly string[]): readonly string[] => names.map((name) => `src/runtime/mcp/methods/${name}.ts`);

const areas: Readonly<Record<string, Area>> = {
  /** Everything there decides who may do what. */
  auth: {
    sources: ['src/runtime/auth'],
    tests: ['src/runtime/auth', 'src/runtime/features'],
    bundles: /auth|sign-in|sign-ins|oauth|bearer|vault|federat/i,
  },
  /** Records of one server in a store of many, sealed and bounded. */
  storage: {
    sources: [
      ...['record-codecs', 'record-store', 'server-identity', 'server-stores', 'stores'].map((name) => `src/runtime/storage/${name}.ts`),
      'src/runtime/features/secure-store.ts',
      'src/runtime/features/sharing/sealing.ts',
      'src/runtime/std/seal.ts',
    ],
    tests: ['src/runtime/storage', 'src/runtime/features', 'src/runtime/std', 'src/runtime/auth/server/records', 'src/runtime/auth/vault'],
    bundles: ['test/attacks/pair-attacks.test.ts', 'test/auth/credential-vault.test.ts', 'test/cluster/shared-stores.test.ts'],
  },
  /** Sessions, who owns one, and what instances tell each other of them. */
  sessions: {
    sources: ['src/runtime/mcp/sessions', 'src/runtime/mcp/principal.ts', 'src/runtime/cluster/nodes', 'src/runtime/cluster/sessions'],
    tests: ['src/runtime/mcp', 'src/runtime/cluster', 'src/runtime/http', 'src/runtime/features'],
    bundles: ['test/cluster/session-counts.test.ts', 'test/cluster/session-shares.test.ts', 'test/cluster/shared-sessions.test.ts'],
  },
  /** Totals and shares: what one caller may make a server keep or do. */
  limits: {
    sources: [
      'src/runtime/std/live-quota.ts',
      'src/runtime/web/address-share.ts',
      'src/runtime/http/limits',
      'src/runtime/cluster/limits',
      'src/runtime/http/body-limit.ts',
      'src/runtime/hosts/request-admission.ts',
      'src/runtime/mcp/principal.ts',
      ...methods('subscriptions-listen', 'resources-subscribe'),
    ],
    tests: [
      ...['std', 'web', 'http', 'cluster', 'mcp/methods', 'features'].map((folder) => `src/runtime/${folder}`),
      'src/runtime/mcp/caller-quota.test.ts',
      'src/runtime/mcp/tasks/tasks.test.ts',
      ...['request-admission', 'running-bodies', 'body-turns', 'http-guards', 'http-2026', 'http-sessions', 'protocol-sessions'].map(
        (name) => `src/runtime/hosts/${name}.test.ts`,
      ),
    ],
    bundles: ['test/cluster/shared-limits.test.ts', 'test/http/guarded-doors.test.ts', 'test/http/guarded-operations.test.ts'],
  },
  /** What a request passes before a method runs. */
  http: {
    sources: [
      ...['guards', 'headers', 'transports'].map((folder) => `src/runtime/http/${folder}`),
      ...['handler', 'router', 'sign-in-paths'].map((name) => `src/runtime/http/${name}.ts`),
      ...['readiness', 'routes'].map((name) => `src/runtime/features/${name}.ts`),
    ],
    tests: [
      ...['http', 'features'].map((folder) => `src/runtime/${folder}`),
      ...[
        'fetch',
        'http-2026',
        'http-guards',
        'http-legacy-pair',
        'http-resume',
        'http-sessions',
        'node-wire',
        'protocol-sessions',
        'unix-socket',
      ].map((name) => `src/runtime/hosts/${name}.test.ts`),
    ],
    bundles: ['test/http/guarded-headers.test.ts', 'test/http/guarded-security.test.ts', 'test/http/http-edges.test.ts'],
  },
  /** Text from elsewhere in generated files and on terminals. */
  escaping: {
    sources: ['src/escape', 'src/runtime/terminal', 'src/cli/client', 'src/cli/completion', 'src/targets/worker'],
    tests: [
      'src/escape',
      'src/runtime/terminal',
      'src/targets',
      'src/cli/client',
      'src/cli/generated-text.test.ts',
      'src/cli/commands/completion.test.ts',
      'src/cli/commands/generate-client.test.ts',
    ],
    bundles: [],
  },
  /** What a generated command line believes of servers, and where it keeps credentials. */
  'command-line': {
    sources: [
      'hosts/sign-in',
      'command-line/sessions',
      'client/event-stream.ts',
      'client/read-body.ts',
      'client/http-connection.ts',
      'client/http-wire.ts',
    ].map((part) => `src/runtime/${part}`),
    tests: ['src/runtime/command-line', 'src/runtime/client', 'src/runtime/hosts/sign-in'],
    bundles: ['test/command-line/sign-in.test.ts'],
  },
  redirects: {
    sources: ['src/runtime/auth/server/clients/redirect-uris.ts'],
    tests: ['src/runtime/auth/server'],
    bundles: [],
  },
  /** Which resource a URI means. */
  templates: {
    sources: ['src/runtime/entries/uri-matcher.ts', 'src/runtime/entries/changes.ts'],
    tests: ['src/runtime/entries', 'src/runtime/mcp'],
    bundles: [],
  },
  /** The process for code that is only looked at. */
  isolation: {
    sources: ['src/compiler/isolation', 'src/config/evaluate-config.ts', 'src/config/child'],
    tests: [
      'src/compiler/isolation',
      ...['evaluate-config', 'evaluation-limit', 'load-project'].map((name) => `src/config/${name}.test.ts`),
    ],
    bundles: ['test/attacks/foreign-project-attacks.test.ts'],
    children: ['src/config/child'],
  },
};

export const areaNames = Object.keys(areas);

/** @throws {Error} with the names that exist */
export function areaOf(name: string): Area {
  const area = areas[name];
  if (area === undefined) throw new Error(`no area is called ${name}; there are ${areaNames.join(', ')}`);
  return area;
}

/** True for the file itself and for what lies in the folder. */
export function isBelow(file: string, part: string): boolean {
  const plain = part.replace(/\/$/, '');
  return file === plain || file.startsWith(`${plain}/`);
}
