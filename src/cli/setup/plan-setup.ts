import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Json, JsonObject } from '@service/sdk/model';
import { templateFolder } from '../scaffold/copy-template.ts';
import { repairName } from '../scaffold/answers.ts';
import type { PackageSpecs } from '../scaffold/package-specs.ts';
import type { FileChange } from './file-change.ts';

/** What has to be done by hand, because doing it would overrule somebody. */
export interface SetupPlan {
  readonly changes: readonly FileChange[];
  readonly notes: readonly string[];
}

const read = (root: string, path: string): string | undefined =>
  existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined;
const template = (path: string): string => readFileSync(join(templateFolder('basic'), path), 'utf8');

/** Lines of the template's ignore list that the project lacks. */
export function planGitignore(root: string): SetupPlan {
  const before = read(root, '.gitignore');
  const present = new Set((before ?? '').split('\n').map((line) => line.trim().replace(/^\/|\/$/g, '')));
  const missing = template('_gitignore')
    .split('\n')
    .filter((line) => line !== '' && !present.has(line.replace(/\/$/, '')));
  if (missing.length === 0) return { changes: [], notes: [] };
  const start = before === undefined || before === '' || before.endsWith('\n') ? (before ?? '') : `${before}\n`;
  return { changes: [{ path: '.gitignore', before, after: `${start}${missing.join('\n')}\n` }], notes: [] };
}

/** A working tsconfig.json, or the compiler options that an existing one lacks. A value that is there is never overruled. */
export function planTsconfig(root: string): SetupPlan {
  const before = read(root, 'tsconfig.json');
  if (before === undefined) return { changes: [{ path: 'tsconfig.json', after: template('tsconfig.json') }], notes: [] };
  const wanted = { strict: true, skipLibCheck: true, target: 'es2022', module: 'esnext', moduleResolution: 'bundler' };
  const config = parseObject(before);
  if (config === undefined)
    return { changes: [], notes: [`tsconfig.json is not plain JSON and stays as it is; it needs ${JSON.stringify(wanted)}`] };
  const options = isObject(config['compilerOptions']) ? config['compilerOptions'] : {};
  // A base config may hold them already; what it holds is the author's decision.
  if (config['extends'] !== undefined) return { changes: [], notes: [] };
  const missing = Object.entries(wanted).filter(([key]) => options[key] === undefined);
  const notes = options['strict'] === false ? ['tsconfig.json turns `strict` off; with it, schemas and handlers are held together'] : [];
  if (missing.length === 0) return { changes: [], notes };
  const after = printJson({ ...config, compilerOptions: { ...options, ...Object.fromEntries(missing) } }, before);
  return { changes: [{ path: 'tsconfig.json', before, after }], notes };
}

/** Scripts and dependencies that the project lacks. */
export function planManifest(root: string, specs: PackageSpecs): SetupPlan {
  const before = read(root, 'package.json');
  const manifest = before === undefined ? undefined : parseObject(before);
  if (before === undefined || manifest === undefined) return { changes: [], notes: ['package.json is not JSON and stays as it is'] };
  const ofTemplate = parseObject(template('package.json')) ?? {};
  const own: Readonly<Record<string, string>> = { '@service/sdk': specs.sdk, '@service/cli': specs.cli };
  const present = new Set(['dependencies', 'devDependencies'].flatMap((key) => Object.keys(objectAt(manifest, key))));
  const after: Record<string, Json | undefined> = { ...manifest };
  for (const [key, names] of [
    ['scripts', ['dev', 'check', 'build']],
    ['dependencies', ['@service/sdk', 'zod']],
    ['devDependencies', ['@service/cli', '@types/node', 'typescript']],
  ] as const) {
    const given = objectAt(manifest, key);
    const missing = names.filter((name) => given[name] === undefined && !present.has(name));
    if (missing.length === 0) continue;
    after[key] = { ...given, ...Object.fromEntries(missing.map((name) => [name, own[name] ?? objectAt(ofTemplate, key)[name]])) };
  }
  const text = printJson(after, before);
  return { changes: text === before ? [] : [{ path: 'package.json', before, after: text }], notes: [] };
}

/** A config that names the server after the package, unless there is a config. */
export function planConfig(root: string): SetupPlan {
  if (readdirSync(root).some((name) => /^service\.config\.(ts|js|json|mjs|cjs)$/.test(name))) return { changes: [], notes: [] };
  const given: unknown = parseObject(read(root, 'package.json') ?? '')?.['name'];
  const name = repairName(typeof given === 'string' ? (given.split('/').at(-1) ?? '') : '') ?? 'server';
  return { changes: [{ path: 'service.config.ts', after: template('service.config.ts').replaceAll('template-basic', name) }], notes: [] };
}

/** The sources of the basic template, unless the project has an entry or a file of the same name. */
export function planSources(root: string): SetupPlan {
  if (existsSync(join(root, 'src/main.ts'))) return { changes: [], notes: [] };
  const paths = readdirSync(join(templateFolder('basic'), 'src'), { recursive: true, encoding: 'utf8' })
    .map((path) => `src/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.ts'))
    .toSorted();
  const taken = paths.filter((path) => existsSync(join(root, path)));
  if (taken.length > 0)
    return { changes: [], notes: [`No src/main.ts was written, because its example needs ${taken.join(', ')}, which you have`] };
  return { changes: paths.map((path) => ({ path, after: template(path) })), notes: [] };
}

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);
const objectAt = (of: JsonObject, key: string): JsonObject => {
  const value = of[key];
  return isObject(value) ? value : {};
};

function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** In the indentation that the file has. */
function printJson(value: JsonObject, before: string): string {
  const indent = /\n([ \t]+)"/.exec(before)?.[1] ?? '  ';
  return `${JSON.stringify(value, undefined, indent)}${before.endsWith('\n') ? '\n' : ''}`;
}
