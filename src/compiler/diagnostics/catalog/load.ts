import { row } from '../diagnostic.ts';

/** `Cannot find module './prompt.md'`, of the endings that `@service/sdk/assets` declares. */
const assetImport = /'[^']+\.(?:md|markdown|txt|sql|html?|graphql|gql|csv|wasm)'/;

/** Findings of phase 1: the project could not be read, or TypeScript refuses it. */
export const loadRows = {
  'entry-not-found': row<{ path: string }>({
    severity: 'error',
    message: ({ path }) => `The entry module ${path} does not exist`,
    hint: () => 'Create it, or name another one with --entry or `entry` in service.config.ts',
    explain: {
      cause: 'The compiler starts at one module, the entry, and the file it was told to start at is not there.',
      example: 'service build --entry src/server.ts   (but the file is src/main.ts)',
      fix: 'Pass the right path with --entry, or set `entry` in service.config.ts.',
    },
  }),
  'invalid-tsconfig': row<{ detail: string }>({
    severity: 'error',
    message: ({ detail }) => `tsconfig.json cannot be used: ${detail}`,
    hint: () => 'Repair tsconfig.json; where there is none, `service init` writes one that works',
    explain: {
      cause: 'The TypeScript configuration of the project does not parse or holds an option that TypeScript does not know.',
      example: '{ "compilerOptions": { "strict": "yes" } }',
      fix: 'Correct the named option, or remove the file and run `service init` to have one written that works.',
    },
  }),
  'syntax-error': row<{ text: string; number: number }>({
    severity: 'error',
    message: ({ text, number }) => `${text} (TS${number})`,
    explain: {
      cause: 'TypeScript cannot parse the file.',
      example: 'export class Server {   // the closing brace is missing',
      fix: 'Correct the syntax at the place shown.',
    },
  }),
  'type-error': row<{ text: string; number: number }>({
    severity: 'error',
    message: ({ text, number }) => `${text} (TS${number})`,
    hint: ({ number, text }) =>
      (number === 2307 || number === 2882) && assetImport.test(text)
        ? 'Add `/// <reference types="@service/sdk/assets" />` to a source file, or "@service/sdk/assets" to `compilerOptions.types`'
        : 'TypeScript refuses this; `--no-check` builds without type-checking',
    explain: {
      cause:
        "TypeScript's own type checker refuses the program; `service check` runs it over the whole project, `service build` leaves out test files (`*.spec.*`, `*.test.*`, `e2e/`, `__tests__/`) that the entry does not import.",
      example: "const port: number = '3000';",
      fix: 'Correct the types at the place shown.',
    },
  }),
  'no-server': row<{ entry: string }>({
    severity: 'error',
    message: ({ entry }) => `No class with @Service is reachable from ${entry}`,
    hint: () => 'Decorate a class in the entry module: @Service({ info: { name, version }, apps: [] }) export class Server {}',
    explain: {
      cause: 'Exactly one class decorated with @Service describes the server; none was found in the entry module or in what it imports.',
      example: 'export class Server {}   // no decorator',
      fix: 'Put @Service({ info: { name, version }, apps: [...] }) on an exported class of the entry module.',
    },
  }),
  'several-servers': row<{ names: readonly string[] }>({
    severity: 'error',
    message: ({ names }) => `Several classes have @Service: ${names.join(', ')}`,
    hint: () => 'Keep one; a build makes one server. Give the others their own entry module',
    explain: {
      cause: 'A build makes one server, and more than one class decorated with @Service is reachable from the entry.',
      example: '@Service({...}) export class A {}\n@Service({...}) export class B {}',
      fix: 'Move the other servers to their own entry modules and build each with --entry.',
    },
  }),
  'server-not-exported': row<{ name: string }>({
    severity: 'error',
    message: ({ name }) => `The server class ${name} is not exported`,
    hint: ({ name }) => `Write \`export class ${name}\`; the generated entry imports it`,
    explain: {
      cause: 'The bundle starts from a generated entry that imports the server class, so the class must be an export of its module.',
      example: '@Service({...}) class Server {}',
      fix: '@Service({...}) export class Server {}',
    },
  }),
  'top-level-await': row<{ package?: string | undefined; place: string; chain?: string; fixed?: string | undefined }>({
    severity: 'error',
    message: ({ fixed = 'the bundle is CommonJS', package: by, place }) =>
      by === undefined
        ? `Top-level await needs an ES module, and ${fixed}`
        : `Top-level await in \`${by}\` (${place}) needs an ES module, and ${fixed}`,
    hint: ({ chain = '', fixed, package: by }) => {
      const asModule = "Build an ES module with build: { format: 'esm' } in the config";
      if (by === undefined)
        return fixed === undefined
          ? `${asModule}, or move the awaited work into a provider with \`useFactory\``
          : 'Move the awaited work into a provider with `useFactory`, or into a function that is called later';
      return fixed === undefined
        ? `Imported by: ${chain}. ${asModule}; or leave ${by} out with build: { esbuild: { external: ['${by}'] } }, load it with import('${by}') in the function that needs it, and install it where the bundle runs`
        : `Imported by: ${chain}. Use another package or another release than this one of ${by}, or build for node with build: { format: 'esm' }`;
    },
    explain: {
      cause:
        'Only ES modules can wait while they are loaded. Bundles for Node are CommonJS unless the config says otherwise; archives and single executables always are.',
      example: "const settings = await readFile('settings.json');",
      fix: "build: { format: 'esm' } in the config, for node, distributed and cli; or { provide: SETTINGS, useFactory: () => readFile('settings.json') } in `providers`.",
    },
  }),
};
