import { row } from '../catalog-row.ts';

/** For modules that read files. */
const insteadOfFiles = (names: readonly string[]): string =>
  names.some((name) => /^(?:node:)?fs(?:\/|$)/.test(name))
    ? '. What a file would set here, such as .env, the platform gives: variables (`vars`, secrets) in `process.env`, files as imports'
    : '';

/** Findings about files and packages beside a bundle. */
export const assetRows = {
  'asset-missing': row<{ named: string }>({
    severity: 'warning',
    message: ({ named }) => `${named} does not exist, so it is not copied beside the bundle`,
    hint: () => 'Correct the path, create the file, or write to a folder that is named by a variable when the server runs',
    explain: {
      cause: 'A module names a file by its own location. Files that exist while building are copied beside the bundle; this one does not.',
      example: "readFileSync(new URL('./prmpt.md', import.meta.url));   // the file is prompt.md",
      fix: "readFileSync(new URL('./prompt.md', import.meta.url));",
    },
  }),
  'asset-computed': row<{ folder: string }>({
    severity: 'error',
    message: ({ folder }) => `Which file of ${folder} this opens is known only while the server runs, so none is copied beside the bundle`,
    hint: ({ folder }) => `List the files in the config: build: { assets: ['${folder}/**'] }`,
    explain: {
      cause:
        'A bundle finds files beside itself when they were copied there. The path of this one is computed, so the compiler cannot know it.',
      example: 'readFileSync(join(import.meta.dirname, name));',
      fix: "build: { assets: ['src/texts/*.md'] } in the config, or a path whose beginning is written out: `./texts/${name}.md`.",
    },
  }),
  'asset-secret': row<{ named: string }>({
    severity: 'warning',
    message: ({ named }) => `${named} looks like a secret, so it is not copied beside the bundle`,
    hint: ({ named }) => `Set its values as variables where the server runs; if it is no secret, add '${named}' to build.assets`,
    explain: {
      cause: 'Bundles are copied to registries, images and other machines. Environment files and private keys must not go with them.',
      example: "config({ path: join(import.meta.dirname, '../.env') });",
      fix: 'process.env.API_KEY, set where the bundle runs.',
    },
  }),
  'asset-outside': row<{ file: string; named: string }>({
    severity: 'warning',
    message: ({ file, named }) => `${file} of a package names ${named}, outside of its folder: it is not copied beside the bundle`,
    hint: ({ named }) => `If the server has to have it there, add '${named}' to build.assets; otherwise ask why a package reads your files`,
    explain: {
      cause:
        'The files that a package names in its own folder, or in that of another package, lie beside the bundle. Others may be private ones of this machine.',
      example: "readFileSync(new URL('../../../.npmrc.bak', import.meta.url));   // in node_modules/db-driver/index.js",
      fix: "build: { assets: ['settings/driver.json'] }",
    },
  }),
  'large-import': row<{ name: string; path: string; megabytes: string; hasFiles: boolean }>({
    severity: 'warning',
    message: ({ megabytes, name }) => `${name} puts ${megabytes} MB into the bundle, which every start reads whole`,
    hint: ({ hasFiles, path }) =>
      hasFiles
        ? `Read it on demand: readFileSync(new URL('${path}', import.meta.url), 'utf8') copies it beside the bundle; list computed paths in build.assets`
        : 'Keep it in a store of the platform, or import a smaller part: platforms limit the size of a worker',
    explain: {
      cause: 'An imported file of data becomes part of the bundle: it is read and parsed before the server answers, used or not.',
      example: "import cities from './cities.json';   // 20 MB",
      fix: "const cities = () => JSON.parse(readFileSync(new URL('./cities.json', import.meta.url), 'utf8'));",
    },
  }),
  'format-without-effect': row<{ format: string; target: string; why: string }>({
    severity: 'warning',
    message: ({ format, target, why }) => `\`build.format: '${format}'\` has no effect for the target ${target}: ${why}`,
    hint: () => 'Nothing has to be done; the option holds for node, distributed and the scripts of cli',
    explain: {
      cause: 'Archives and single executables are loaded as CommonJS, and worker platforms load ES modules only.',
      example: "build: { format: 'esm' } with --target mcpb",
      fix: 'Leave the option to the targets that have both: node, distributed, cli without an executable.',
    },
  }),
  'sourcemap-without-effect': row<{ option: string; target: string; why: string }>({
    severity: 'warning',
    message: ({ option, target, why }) => `\`${option}\` has no effect for the target ${target}: ${why}`,
    hint: () => 'Nothing has to be done; the option holds for the scripts of node, distributed and cli',
    explain: {
      cause:
        'Archives and single executables go to machines of others and workers have no file to read, so their bundles have no source map.',
      example: "build: { sourcemap: 'inline' } with --target mcpb",
      fix: "Leave the option to the targets that have a source map, or set build: { sourcemap: 'none' }.",
    },
  }),
  'asset-unmatched': row<{ pattern: string }>({
    severity: 'error',
    message: ({ pattern }) => `\`build.assets\` has '${pattern}', and no file matches it`,
    hint: () => 'Patterns are relative to the project: `*` stands for a part of a name, `**` for folders',
    explain: {
      cause: 'A pattern that matches nothing is a typing error, or names files that were moved.',
      example: "build: { assets: ['prompts/*.md'] }   // they are in src/prompts",
      fix: "build: { assets: ['src/prompts/*.md'] }",
    },
  }),
  'assets-without-effect': row<{ target: string }>({
    severity: 'warning',
    message: ({ target }) => `\`build.assets\` has no effect for the target ${target}, which has no files beside its bundle`,
    hint: () => "Import the files instead: import text from './prompt.md'",
    explain: {
      cause: 'The platform runs one module and has no folder to read from.',
      example: "build: { assets: ['src/prompts/*.md'] } with --target worker",
      fix: "import text from './prompts/hello.md';   // becomes part of the bundle",
    },
  }),
  'asset-without-files': row<{ named: string; target: string }>({
    severity: 'error',
    message: ({ named, target }) =>
      `The target ${target} has no files beside its bundle, so ${named === '' ? 'a module has no location' : `${named} cannot be opened`} there`,
    hint: () => "Import the file, which makes it part of the bundle: import text from './prompt.md'",
    explain: {
      cause: 'The platform runs one module and has no folder to read from; paths from `import.meta.url` lead nowhere.',
      example: "readFileSync(new URL('./prompt.md', import.meta.url), 'utf8');",
      fix: "import prompt from './prompt.md';   // .md, .txt, .sql, .html, .json and .wasm; others with build.loader",
    },
  }),
  'asset-loader': row<{ ending: string }>({
    severity: 'error',
    message: ({ ending }) => `An import of a ${ending} file has no meaning yet`,
    hint: ({ ending }) =>
      `Choose one in the config: build: { loader: { '${ending}': 'text' } } (text, json, binary, base64, dataurl or file)`,
    explain: {
      cause:
        'The compiler knows what .md, .txt, .sql, .html, .csv, .graphql, .json, .wasm and .node files are when they are imported; others need a choice.',
      example: "import logo from './logo.png';",
      fix: "build: { loader: { '.png': 'binary' } }   // a Uint8Array",
    },
  }),
  'package-not-installed': row<{ name: string }>({
    severity: 'error',
    message: ({ name }) => `\`build.dependencies.nativeAddons\` names \`${name}\`, which is not installed`,
    hint: ({ name }) => `Run npm install ${name}, or remove it from the list`,
    explain: {
      cause: 'Packages on this list are copied beside the bundle from where the project has them installed.',
      example: "build: { dependencies: { nativeAddons: ['better-sqlit3'] } }",
      fix: "build: { dependencies: { nativeAddons: ['better-sqlite3'] } }",
    },
  }),
  'package-file-outside': row<{ name: string; file: string; leadsTo: string }>({
    severity: 'error',
    message: ({ file, leadsTo, name }) =>
      `${file} of the package \`${name}\` is a symlink to ${leadsTo}, outside of its folder: it is not copied`,
    hint: ({ file, name }) => `Install ${name} again without the link, or put the file itself at ${file} if it belongs to the package`,
    explain: {
      cause:
        'Packages are copied whole beside the bundle, which goes to other machines. A link that leads out of a package would take a private file of this one along.',
      example: 'node_modules/db-driver/notes.txt → ~/.ssh/id_rsa',
      fix: 'rm -r node_modules/db-driver && npm install db-driver',
    },
  }),
  'package-name-unsafe': row<{ name: string; file: string; member: string }>({
    severity: 'error',
    message: ({ file, member, name }) =>
      `${file} has \`${name}\` in \`${member}\`, which is no name of an npm package: nothing is copied for it`,
    hint: () =>
      'Install the package again from where you trust it, or correct its package.json: letters, digits, `-`, `.`, `_`, and one `@scope/`',
    explain: {
      cause: 'Names become folders below node_modules, here and in the output. One with `..` or `/` would be read or written elsewhere.',
      example: '{ "name": "db-driver", "peerDependencies": { "../../private": "*" } }',
      fix: '{ "name": "db-driver", "peerDependencies": { "pg": "*" } }',
    },
  }),
  'native-addon': row<{ name: string; chain: string; target: string; isArchive: boolean }>({
    severity: 'error',
    message: ({ name, target }) => `\`${name}\` loads a native add-on, which the target ${target} cannot`,
    hint: ({ chain, isArchive, name }) =>
      isArchive
        ? `Imported by: ${chain}. Name the platforms of the archives in the deployment, nativePlatforms: ['${process.platform}-${process.arch}'], or use a package in plain JavaScript or WebAssembly instead of ${name}`
        : `Imported by: ${chain}. Use a package in plain JavaScript or WebAssembly instead of ${name}, or build for node`,
    explain: {
      cause:
        'Native add-ons are compiled for an operating system. Worker platforms run JavaScript and WebAssembly only; one archive (mcpb) serves every system, unless nativePlatforms asks for one for each.',
      example: "import Database from 'better-sqlite3';   // with --target worker",
      fix: 'A store of the platform, or the target node.',
    },
  }),
  'builtin-module': row<{ names: readonly string[]; package?: string | undefined; chain: string; target: string }>({
    severity: 'error',
    message: ({ names, package: by, target }) => {
      const listed = names.map((name) => `\`${name}\``).join(', ');
      const modules = names.length === 1 ? 'a module' : 'modules';
      return by === undefined
        ? `${listed} is a module of Node.js, which the target ${target} does not have`
        : `\`${by}\` imports ${listed}, ${modules} of Node.js, which the target ${target} does not have`;
    },
    hint: ({ chain, names, package: by }) =>
      `Imported by: ${chain}. Use what the platform has (fetch, URL, node:crypto, node:events, node:path)${by === undefined ? '' : `, or another package than ${by}`}; or build for node${insteadOfFiles(names)}`,
    explain: {
      cause:
        'Worker platforms have web standards and some modules of Node (crypto, events, path, stream, util and more). Files, processes and servers are not there.',
      example: "import { readFileSync } from 'node:fs';   // with --target worker",
      fix: "import text from './prompt.md';   // part of the bundle; what a .env file holds is set as `vars` and secrets of the platform; or build for the target node",
    },
  }),
  'platform-node-missing': row<{ file: string; names: readonly string[] }>({
    severity: 'error',
    message: ({ file, names }) => `Could not resolve ${names.map((name) => `\`${name}\``).join(', ')}: ${file} does not set nodejs_compat`,
    hint: () => 'Add "nodejs_compat" to `compatibility_flags`',
    explain: {
      cause: 'The sources, or packages that they import, use modules of Node, which a worker has with this flag only.',
      example: "import { createHash } from 'node:crypto';   // with compatibility_flags = []",
      fix: 'compatibility_flags = ["nodejs_compat"]',
    },
  }),
  'builtin-module-called': row<{ name: string; package: string; chain: string; target: string }>({
    severity: 'warning',
    message: ({ name, package: by, target }) =>
      `\`${by}\` asks for \`${name}\` while it runs, a module of Node.js that the target ${target} does not have: that call will fail`,
    hint: ({ chain, name, package: by }) =>
      `Asked for by: ${chain}. Call nothing of ${by} that needs it, use another package, or build for node${insteadOfFiles([name])}`,
    explain: {
      cause:
        'The package loads without the module and asks for it in a function or under a condition. Where a worker gets there, the call throws.',
      example: "exports.read = (path) => require('fs').readFileSync(path);   // in a package, with --target worker",
      fix: 'Use what every platform has (fetch, crypto.subtle, Uint8Array, URL), or build for the target node.',
    },
  }),
  'native-addon-missing': row<{ name: string; chain: string; system: string; isHere: boolean }>({
    severity: 'error',
    message: ({ name, system }) => `\`${name}\` loads a native add-on, and none for ${system} is installed`,
    hint: ({ chain, isHere, name, system }) =>
      !isHere
        ? `Imported by: ${chain}. Put the package for ${system} into <nativePackages>/${system}/node_modules (npm install ${name} --prefix <nativePackages>/${system} --os ${system.split('-')[0] ?? ''} --cpu ${system.split('-')[1] ?? ''}), or take ${system} out of nativePlatforms`
        : `Imported by: ${chain}. Build it with \`npm rebuild ${name}\` (install scripts may be switched off), or leave it out with build: { esbuild: { external: ['${name}'] } } and install it where the bundle runs`,
    explain: {
      cause:
        'The package was installed without its compiled add-on: install scripts are switched off, or it was installed on another system.',
      example: 'npm ci --ignore-scripts, then service build',
      fix: 'npm rebuild <package>, or build: { esbuild: { external: [<package>] } } and `npm install <package>` beside the bundle.',
    },
  }),
};
