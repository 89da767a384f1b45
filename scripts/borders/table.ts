/**
 * The borders of the house as data. A file belongs to the zone with the longest matching folder; it may import its own
 * zone, the zones named in `may`, and the packages that `packages` allows it. Tests beside the code are free of borders, not of cycles.
 */
export interface Zone {
  /** Folder or file, relative to the repository, with `/`. */
  readonly at: string;
  /** Folders or files that it may import beside its own; `@service/sdk/x` counts as written. */
  readonly may: readonly string[];
  /** Why the border stands; printed with every violation. */
  readonly why: string;
}

/** Helpers that everything on the author's machine may use. */
const helpers = ['src/std', '@service/sdk/internal'];

const phaseMay = [
  ...helpers,
  'src/escape',
  'src/compiler/model',
  'src/compiler/diagnostics',
  'src/compiler/target.ts',
  'src/compiler/compile-types.ts',
  '@service/sdk/model',
  '@service/sdk/options',
];
/** Evaluation runs `modelFromMetadata`, the one authority for the model; the plan reads schemas as the run time will; the two bundling phases share their plugin. */
const phaseExtras: Readonly<Record<string, readonly string[]>> = {
  '2-read': ['src/compiler/schemas/find'],
  '4-evaluate': [
    'src/compiler/bundler-plugin',
    'src/compiler/isolation',
    'src/compiler/schemas/compile',
    '@service/sdk/entries',
    '@service/sdk/define',
    '@service/sdk/errors',
    '@service/sdk/hosts/prepare-io',
    '@service/sdk/hosts/document-lock',
    '@service/sdk/hosts/node-sha256',
    '@service/sdk/hosts/node-document-fetch',
  ],
  '5-check': ['@service/sdk/json-schema'],
  '6-plan': ['src/compiler/schemas/plan', '@service/sdk/features/table', '@service/sdk/json-schema', '@service/sdk/search'],
  '7-bundle': ['src/compiler/bundler-plugin'],
  '8-write': [
    '@service/sdk/hosts/document-lock',
    '@service/sdk/hosts/node-sha256',
    'src/compiler/contract',
    'src/compiler/isolation',
    'src/compiler/bundler-plugin/sdk-copy.ts',
  ],
};
const phase = (name: string): Zone => ({
  at: `src/compiler/${name}`,
  may: [...phaseMay, ...(phaseExtras[name] ?? [])],
  why: 'a phase never imports another phase: only the files of src/compiler itself call phases',
});

export const zones: readonly Zone[] = [
  { at: 'bin', may: ['src/cli/index.ts'], why: 'the binary holds a version check and one import' },
  {
    at: 'src/cli',
    may: [
      'src/config',
      'src/targets',
      'src/compiler/index.ts',
      'src/compiler/contract',
      'src/compiler/diagnostics',
      'src/compiler/compile-types.ts',
      'src/compiler/diagnostics/diagnostic.ts',
      ...helpers,
      'src/escape',
      'src/migrate/index.ts',
      '@service/sdk/client',
      '@service/sdk/client/node',
      '@service/sdk/search',
      '@service/sdk/terminal',
      '@service/sdk/widget-host',
      '@service/sdk/hosts/port-owner',
      '@service/sdk/options',
      '@service/sdk/model',
    ],
    why: 'the CLI speaks to config, targets and compiler/index.ts (and its types) only',
  },
  {
    at: 'src/migrate',
    may: ['src/escape', 'src/std', '@service/sdk/model'],
    why: 'it turns text into text, and knows nothing of commands or of the compiler',
  },
  { at: 'src/migrate/support', may: ['@service/sdk'], why: 'it is copied into projects, where only the SDK is there' },
  { at: 'src/std', may: [], why: 'helpers of everything on the author’s machine know nothing of what uses them' },
  { at: 'src/escape', may: ['@service/sdk/terminal'], why: 'text for another language: pure functions that every printer uses' },
  {
    at: 'src/config',
    may: [...helpers, 'src/compiler/diagnostics', 'src/compiler/isolation', '@service/sdk/options', '@service/sdk/model'],
    why: 'config knows options and findings, nothing that compiles or serves',
  },
  { at: 'src/compiler/isolation', may: ['src/std'], why: 'it starts processes and knows nothing of what they run' },
  {
    at: 'src/targets',
    may: [
      'src/compiler/target.ts',
      'src/compiler/model',
      'src/compiler/diagnostics',
      ...helpers,
      'src/escape',
      '@service/sdk/terminal',
      '@service/sdk/model',
      '@service/sdk/options',
      '@service/sdk/hosts/installation-answers',
    ],
    why: 'a target is data over the model',
  },
  {
    at: 'src/compiler/model',
    may: ['@service/sdk/model', '@service/sdk/options', '@service/sdk/schema-table'],
    why: 'the model is types only',
  },
  {
    at: 'src/compiler/diagnostics',
    may: ['src/compiler/model', 'src/std', '@service/sdk/options'],
    why: 'diagnostics are values that every phase may make',
  },
  {
    at: 'src/compiler/target.ts',
    may: ['src/compiler/model', 'src/compiler/diagnostics', '@service/sdk/model'],
    why: 'a target sees the model, never a phase',
  },
  { at: 'src/compiler/compile-types.ts', may: phaseMay, why: 'shared types of the phases' },
  {
    at: 'src/compiler/index.ts',
    may: ['src/compiler'],
    why: 'what commands may call, nothing else',
  },
  ...['1-load', '2-read', '3-resolve', '4-evaluate', '5-check', '6-plan', '7-bundle', '8-write'].map(phase),
  {
    at: 'src/compiler/schemas/find',
    may: [...phaseMay, 'src/compiler/2-read/follow.ts', 'src/compiler/2-read/reading.ts'],
    why: 'it is a part of reading, and asks the sources as phase 2 does',
  },
  {
    at: 'src/compiler/schemas/compile',
    may: ['@service/sdk/schema-table'],
    why: 'it runs inside of the evaluating process, with the user’s zod',
  },
  ...['plan', 'print'].map((name): Zone => ({
    at: `src/compiler/schemas/${name}`,
    may: [...phaseMay, 'src/compiler/schemas/print', '@service/sdk/schema-table'],
    why: 'what becomes of a schema is decided by the model, and printed as calls of the runtime',
  })),
  {
    at: 'src/page',
    may: ['src/cli/page/page-types.ts', '@service/sdk'],
    why: 'it runs in a browser, and knows of the command line what they tell each other',
  },
  { at: 'src/templates', may: ['@service/sdk'], why: 'templates are what users own' },
  { at: 'packages', may: ['@service/sdk'], why: 'packages import @service/sdk subpaths, never ../../src' },
];

/** Layers of the runtime: a folder imports itself or a LOWER number; equal numbers are strangers. */
export const runtimeLayers: Readonly<Record<string, number>> = {
  std: 0,
  errors: 0,
  model: 1,
  options: 1,
  search: 1,
  terminal: 1,
  'auth-ui': 2,
  contract: 2,
  define: 2,
  'json-schema': 2,
  'schema-table': 2,
  storage: 2,
  web: 2,
  container: 3,
  entries: 3,
  logs: 3,
  widget: 3,
  'widget-host': 3,
  plugins: 4,
  mcp: 5,
  auth: 5,
  client: 6,
  http: 6,
  telemetry: 6,
  cluster: 7,
  features: 8,
  hosts: 9,
  'command-line': 10,
};

/** Who may import a package; a package missing here is allowed nowhere in `src` and `packages`. */
export const packageHomes: Readonly<Record<string, { readonly homes: readonly string[]; readonly why: string }>> = {
  'ts-morph': {
    homes: [
      'src/compiler/1-load',
      'src/compiler/2-read',
      'src/compiler/3-resolve',
      'src/compiler/schemas/find',
      'src/compiler/bundler-plugin/assets',
      'src/migrate',
    ],
    why: 'ts-morph types stop at phase 3; of single modules, packages included, its parser tells which files they name; migration reads text',
  },
  esbuild: {
    homes: ['src/compiler/4-evaluate', 'src/compiler/7-bundle', 'src/compiler/bundler-plugin', 'src/config', 'src/page/build-page.ts'],
    why: 'bundlers live in phases 4 and 7; config reads files written in TypeScript; packing bundles the page of `service dev`',
  },
  rollup: {
    homes: ['src/compiler/4-evaluate', 'src/compiler/7-bundle', 'src/compiler/bundler-plugin'],
    why: 'bundlers live in phases 4 and 7',
  },
  '@rollup/plugin-node-resolve': { homes: ['src/compiler/7-bundle'], why: 'bundlers live in phases 4 and 7' },
  marked: { homes: ['src/compiler/7-bundle'], why: 'Markdown of widgets becomes HTML in one file' },
  'magic-string': {
    homes: ['src/compiler/4-evaluate', 'src/compiler/7-bundle', 'src/compiler/bundler-plugin', 'src/compiler/register.ts', 'src/migrate'],
    why: 'planned edits are applied in a bundler’s load hook, and by `service generate`',
  },
  '@jridgewell/sourcemap-codec': {
    homes: ['src/compiler/7-bundle', 'src/compiler/bundler-plugin'],
    why: 'source maps of bundles are joined where bundles are made; magic-string writes its own with it',
  },
  archiver: { homes: ['src/compiler/8-write'], why: 'archives are written in one file' },
  yauzl: { homes: ['src/cli/mcpb'], why: 'archives of others are read in one file' },
  postject: { homes: ['src/compiler/8-write/sea'], why: 'only phase 8 makes executables' },
  ajv: {
    homes: ['src/compiler/4-evaluate', 'src/compiler/5-check', 'src/compiler/6-plan', 'src/compiler/7-bundle'],
    why: 'raw JSON Schemas are compiled at build, never at run time',
  },
  recheck: { homes: ['src/compiler/5-check'], why: 'patterns of inputs are judged at check, in one file' },
  'ajv-formats': {
    homes: ['src/compiler/6-plan', 'src/compiler/7-bundle'],
    why: 'raw JSON Schemas are compiled at build, never at run time',
  },
  tsx: { homes: ['bin'], why: 'only a checkout runs sources' },
  yaml: {
    homes: ['src/compiler/4-evaluate', 'src/cli/scaffold/parts'],
    why: 'only the front matter of skills and the files of a scaffold are YAML',
  },
  commander: { homes: ['src/cli'], why: 'only the CLI parses flags' },
  tokenx: { homes: ['src/cli'], why: 'only reports of the CLI speak of tokens' },
  'jsonc-parser': {
    homes: ['src/cli/eject', 'src/config', 'src/targets'],
    why: 'configurations of clients and platforms have comments, and faults of JSON have a place',
  },
  'smol-toml': { homes: ['src/targets/worker'], why: 'only the file of a platform is TOML' },
  inquirer: { homes: ['src/cli'], why: 'only the CLI asks' },
  execa: {
    homes: ['src/compiler/4-evaluate', 'src/compiler/8-write/sea', 'src/cli'],
    why: 'child processes start in evaluation, single executables and CLI commands',
  },
  '@noble/ed25519': { homes: ['src/cli/registry', 'src/runtime/auth'], why: 'signing keys belong to the registry commands and auth' },
  '@redis/client': { homes: ['src/runtime/storage/drivers'], why: 'one file knows the client of a networked store' },
  jose: { homes: ['src/runtime/auth', 'src/runtime/std', 'packages/testing'], why: 'tokens belong to auth, and to tests that make some' },
  '@opentelemetry/api': { homes: ['src/runtime/telemetry'], why: 'a bundle without `observability` holds nothing of it' },
  acorn: { homes: ['packages/plugin-codecall/src/sandbox'], why: 'scripts of models are judged on their syntax tree, in one file' },
  'quickjs-emscripten-core': { homes: ['packages/plugin-codecall/src/sandbox'], why: 'only the sandbox knows its engine' },
  '@jitl/quickjs-wasmfile-release-sync': { homes: ['packages/plugin-codecall/src/sandbox'], why: 'only the sandbox knows its engine' },
  react: {
    homes: ['packages/ui', 'packages/react', 'src/page'],
    why: 'the SDK has no React: it gets the project’s own as parameters',
  },
  'react-dom': {
    homes: ['packages/ui', 'src/page'],
    why: 'the SDK has no React: it gets the project’s own as parameters',
  },
  '@service/react': { homes: ['src/page'], why: 'the page of `service dev` shows servers with it' },
  '@xyflow/react': {
    homes: ['src/page/dashboard', 'packages/ui/src/react'],
    why: 'the script of the page is made when the package is packed; one renderer of widgets draws with that of the project',
  },
  '@dagrejs/dagre': { homes: ['src/page/dashboard'], why: 'the script of the page is made when the package is packed' },
  'react-router': { homes: ['packages/react/src/router'], why: 'a page without a router has none of it' },
  zod: { homes: ['src/templates'], why: 'zod is the user’s import and never enters the runtime' },
};

/** `node:` imports of the runtime; the compiler, the CLI and config run on Node anyway. */
export const nodeHomes: readonly string[] = [
  'bin',
  'src/cli',
  'src/config',
  'src/compiler',
  'src/migrate',
  'src/page/build-page.ts',
  'src/std',
  'src/runtime/hosts',
  'src/runtime/command-line',
  'src/runtime/storage/drivers',
  'packages/testing',
  'packages/storage-sqlite',
  'packages/plugin-codecall/src/sandbox/thread.ts',
  'packages/plugin-codecall/src/sandbox/threads.ts',
];

/** What runs in pages: no `node:` and no `process.env`, wherever else its folder may have them. */
export const pageHomes: readonly string[] = [
  'src/runtime/hosts/client-page.ts',
  'src/runtime/hosts/in-page',
  'src/runtime/hosts/sign-in/page-session.ts',
  'src/runtime/in-page.ts',
  'src/runtime/client',
  'src/runtime/widget-host',
];

/** Where the text `process.env` may stand: hosts pass it on as a source, the command line starts from it. */
export const environmentHomes: readonly string[] = [
  'bin',
  'src/cli',
  'src/config',
  'src/runtime/hosts',
  'src/compiler/isolation',
  'src/compiler/4-evaluate/child',
  'packages/testing',
];

/** Inside `src/compiler`, only phase 8 writes files; phase 4 and the refresh of documents own their temporary folders. */
export const writeHomes: readonly string[] = ['src/compiler/8-write', 'src/compiler/4-evaluate', 'src/compiler/refresh.ts'];

export const writingFunctions: ReadonlySet<string> = new Set(
  [
    'writeFile',
    'appendFile',
    'mkdir',
    'mkdtemp',
    'rm',
    'rmdir',
    'unlink',
    'rename',
    'copyFile',
    'cp',
    'symlink',
    'link',
    'chmod',
    'truncate',
    'utimes',
  ]
    .flatMap((name) => [name, `${name}Sync`])
    .concat(['createWriteStream', 'open', 'openSync']),
);
