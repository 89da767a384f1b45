import { printJson } from '../../std/texts.ts';
import { markdownCode, markdownLine } from '../../escape/markdown.ts';
import { singleQuoted } from '../../escape/javascript.ts';
import { printFinding, type Finding } from '../findings.ts';
import type { MigratedSources } from '../migrated-sources.ts';
import type { Manifest } from '../read/find-entry.ts';

/** A file of the project that a migration writes. */
export interface ProjectFile {
  /** Relative to the output folder, with `/`. */
  readonly path: string;
  readonly text: string;
}

export interface PackageSpecs {
  readonly sdk: string;
  readonly cli: string;
}

interface ProjectContent {
  readonly name: string;
  readonly migrated: MigratedSources;
  readonly manifest: Manifest;
  readonly specs: PackageSpecs;
}

/** What a project has beside its sources. */
export function projectFiles(parts: ProjectContent): readonly ProjectFile[] {
  return [
    { path: 'package.json', text: packageJson(parts) },
    { path: 'service.config.ts', text: configText(parts.name, parts.migrated.entry) },
    { path: 'tsconfig.json', text: tsconfig },
    { path: '.gitignore', text: 'node_modules/\ndist/\n.service/\n' },
    { path: 'MIGRATION.md', text: report(parts) },
  ];
}

function packageJson({ manifest, migrated, name, specs }: ProjectContent): string {
  const known = { ...manifest.peerDependencies, ...manifest.devDependencies, ...manifest.dependencies };
  const used = [...new Set(migrated.modules.flatMap(({ packages }) => [...packages]))].filter(
    (one) => one !== '@service/sdk' && one !== 'zod',
  );
  const own = used.flatMap((one) => (isBuiltIn(one) ? [] : [[one, known[one] ?? ownVersion(one, manifest) ?? '*'] as const]));
  const dependencies = [...own, ['@service/sdk', specs.sdk] as const, ['zod', '^4.2.0'] as const].sort(([a], [b]) => (a < b ? -1 : 1));
  const content = {
    name,
    version: manifest.version ?? '0.1.0',
    private: true,
    type: 'module',
    scripts: {
      dev: 'service dev',
      check: 'service check',
      build: 'service build',
      start: `node dist/node/${name}.bundle.js`,
    },
    dependencies: Object.fromEntries(dependencies),
    devDependencies: { '@service/cli': specs.cli, '@types/node': '^24.0.0', typescript: '^6.0.0' },
    engines: { node: '>=20.19' },
  };
  return printJson(content);
}

/** An example inside of a package imports that package itself. */
const ownVersion = (name: string, { name: own, version }: Manifest): string | undefined => (name === own ? version : undefined);

/** Modules of Node that are imported without `node:`. */
const isBuiltIn = (name: string): boolean =>
  /^(?:assert|async_hooks|buffer|child_process|cluster|console|crypto|dgram|dns|events|fs|http|http2|https|module|net|os|path|perf_hooks|process|querystring|readline|stream|string_decoder|timers|tls|tty|url|util|v8|vm|worker_threads|zlib)$/.test(
    name,
  );

const configText = (name: string, entry: string): string => `import { defineConfig } from '@service/cli/config';

export default defineConfig({
  name: ${singleQuoted(name)},
  entry: ${singleQuoted(`src/${entry}`)},
  transport: { http: { port: 3000, path: '/mcp' } },
  deployments: [{ target: 'node' }],
});
`;

const tsconfig = `{
  "compilerOptions": {
    "target": "es2022",
    "lib": ["es2023"],
    "module": "esnext",
    "moduleResolution": "bundler",
    "allowImportingTsExtensions": true,
    "types": ["node", "@service/sdk/assets"],
    "strict": true,
    "skipLibCheck": true,
    "noEmit": true
  },
  "include": ["src", "service.config.ts"]
}
`;

/** What a person reads after the move. */
function report({ migrated: { entries, left, modules, notes }, name }: ProjectContent): string {
  const kept = modules
    .filter(({ official }) => official.length > 0)
    .map(({ official, path }) => `- ${markdownLine(`src/${path}: ${official.join(', ')}`)}`);
  return [
    `# ${name}, moved by \`service migrate\``,
    '',
    `${entries.length} entries were moved, ${left.length} things are left to do by hand.`,
    '',
    ...section('To do by hand', left.map(asItem)),
    ...section(
      'Moved',
      entries.map(
        ({ file, kind, line, name: entry, symbol }) =>
          `- ${kind} ${markdownCode(entry)} (${markdownLine(file)}:${line}) is ${markdownCode(symbol)}`,
      ),
    ),
    ...section('Still imported from the official SDK', kept),
    ...section('Left out, because a built server brings it', notes.map(asItem)),
    ...section('What differs', [
      '- Arguments that fail their schema are answered with `Invalid tool input`, where the official SDK says `MCP error -32602`.',
      '- A call without `arguments` is a call with `{}`.',
      '- The answer to `prompts/get` carries the description of the prompt.',
      '- Variables of a function that made a server for each session are now those of the process.',
      `- Arguments of the command line stand behind \`--\`: \`node dist/node/${name}.bundle.js --stdio -- <arguments>\`.`,
    ]),
  ].join('\n');
}

const asItem = (finding: Finding): string => `- ${markdownLine(printFinding(finding))}`;

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [`## ${title}`, '', ...lines, ''];
