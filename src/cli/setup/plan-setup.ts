import { lineEndOf, printJson } from '../../std/texts.ts';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import { withoutByteOrderMark } from '../../compiler/diagnostics/diagnostic.ts';
import type { ProjectSettings } from '../../compiler/index.ts';
import { jsonObjectMember, parseJsonObject, type Json, type JsonObject } from '@service/sdk/model';
import { templateFolder } from '../scaffold/copy-template.ts';
import { ignoredOutputs } from '../scaffold/parts/platform-files.ts';
import { repairName } from '../scaffold/answers.ts';
import type { PackageSpecs } from '../scaffold/package-specs.ts';
import { cliVersion } from '../versions.ts';
import type { FileChange } from './file-change.ts';

/** Steps left to the user, because the command would overrule their settings. */
export interface SetupPlan {
  readonly changes: readonly FileChange[];
  readonly notes: readonly string[];
}

const read = (root: string, path: string): string | undefined =>
  existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined;
const template = (path: string): string => readFileSync(join(templateFolder('basic'), path), 'utf8');

/** Lines of the template's ignore list, and for outputs of the project's targets, that the project lacks. */
export function planGitignore(root: string, targets: readonly string[] = []): SetupPlan {
  const before = read(root, '.gitignore');
  const present = new Set((before ?? '').split('\n').map((line) => line.trim().replace(/^\/|\/$/g, '')));
  const missing = [...template('_gitignore').split('\n'), ...ignoredOutputs(targets)].filter(
    (line) => line !== '' && !present.has(line.replace(/\/$/, '')),
  );
  if (missing.length === 0) return { changes: [], notes: [] };
  const end = lineEndOf(before ?? '');
  const start = before === undefined || before === '' || before.endsWith('\n') ? (before ?? '') : `${before}${end}`;
  return { changes: [{ path: '.gitignore', before, after: `${start}${missing.join(end)}${end}` }], notes: [] };
}

/**
 * A working tsconfig.json where there is none. One that is there stays as it is: an option that it lacks has a default that the author's own
 * compiler goes by, and another value would change what that makes of all other files.
 */
export function planTsconfig(settings: ProjectSettings | undefined): SetupPlan {
  if (settings === undefined) return { changes: [{ path: 'tsconfig.json', after: template('tsconfig.json') }], notes: [] };
  return {
    changes: [],
    notes: [
      ...(settings.strict ? [] : ['tsconfig.json turns `strict` off; with it, schemas and handlers are held together']),
      ...(settings.typesAssets
        ? []
        : ['For imports such as `./prompt.md`, write `/// <reference types="@service/sdk/assets" />` at the top of the entry file']),
    ],
  };
}

/** Scripts and dependencies that the project lacks. */
export function planManifest(root: string, specs: PackageSpecs<'sdk' | 'cli'>): SetupPlan {
  const before = read(root, 'package.json');
  const manifest = before === undefined ? undefined : parseObject(before);
  if (before === undefined || manifest === undefined) return { changes: [], notes: ['package.json is not JSON and stays as it is'] };
  const ofTemplate = parseObject(template('package.json')) ?? {};
  const own: Readonly<Record<string, string>> = { '@service/sdk': specs.sdk, '@service/cli': specs.cli };
  const present = new Set(['dependencies', 'devDependencies'].flatMap((key) => Object.keys(jsonObjectMember(manifest, key))));
  const after: Record<string, Json | undefined> = { ...manifest };
  let isComplete = true;
  for (const [key, names] of [
    ['scripts', ['dev', 'check', 'build']],
    ['dependencies', ['@service/sdk', 'zod']],
    ['devDependencies', ['@service/cli', '@types/node', 'typescript']],
  ] as const) {
    const given = jsonObjectMember(manifest, key);
    const missing = names.map((name) => [name, key === 'scripts' ? scriptName(given, name) : name] as const);
    const added = missing.filter(([, as]) => given[as] === undefined && !present.has(as));
    if (added.length === 0) continue;
    const ofKey = jsonObjectMember(ofTemplate, key);
    after[key] = { ...given, ...Object.fromEntries(added.map(([name, as]) => [as, own[name] ?? ofKey[name]])) };
    isComplete = false;
  }
  return { changes: isComplete ? [] : [{ path: 'package.json', before, after: printLike(after, before) }], notes: [] };
}

/** A dependency that the project lacks; a version that it has stays. */
export function planDependency(root: string, name: string, spec: string): readonly FileChange[] {
  const before = read(root, 'package.json');
  const manifest = before === undefined ? undefined : parseObject(before);
  if (before === undefined || manifest === undefined) return [];
  if (['dependencies', 'devDependencies'].some((key) => jsonObjectMember(manifest, key)[name] !== undefined)) return [];
  const after = { ...manifest, dependencies: { ...jsonObjectMember(manifest, 'dependencies'), [name]: spec } };
  return [{ path: 'package.json', before, after: printLike(after, before) }];
}

/** A package of ours in this release: the tarball beside that of the SDK, where the project has one. */
export function releasedSpec(root: string, name: string): string {
  const version = cliVersion();
  const sdk = jsonObjectMember(parseObject(read(root, 'package.json') ?? '') ?? {}, 'dependencies')['@service/sdk'];
  if (typeof sdk !== 'string' || !/^file:.*\.tgz$/.test(sdk)) return version;
  const beside = posix.join(posix.dirname(sdk.slice('file:'.length)), `${name.slice(1).replace('/', '-')}-${version}.tgz`);
  return existsSync(resolve(root, beside)) ? `file:${beside}` : version;
}

/** The script that runs `service <command>`: under another name where the author's own script has this one. */
function scriptName(scripts: JsonObject, command: string): string {
  const taken = scripts[command];
  return typeof taken !== 'string' || taken.startsWith(`service ${command}`) ? command : `service:${command}`;
}

/** The script of {@link scriptName} in package.json. */
export const scriptOf = (root: string, command: string): string =>
  scriptName(jsonObjectMember(parseObject(read(root, 'package.json') ?? '') ?? {}, 'scripts'), command);

/** A config that names the server after the package, unless there is a config. As JSON where a TypeScript file would be compiled too. */
export function planConfig(root: string, settings: ProjectSettings | undefined): SetupPlan {
  if (readdirSync(root).some((name) => /^service\.config\.(ts|js|json|mjs|cjs)$/.test(name))) return { changes: [], notes: [] };
  const given: unknown = parseObject(read(root, 'package.json') ?? '')?.['name'];
  const name = repairName(typeof given === 'string' ? (given.split('/').at(-1) ?? '') : '') ?? 'server';
  const entry = `${settings?.sources ?? 'src'}/main.ts`;
  if (settings?.compilesRoot === true) {
    const config = {
      $schema: './node_modules/@service/cli/service.config.schema.json',
      name,
      entry,
      transport: { http: { port: 3000, path: '/mcp' } },
      deployments: [{ target: 'node' }],
    };
    return { changes: [{ path: 'service.config.json', after: printJson(config) }], notes: [] };
  }
  const after = template('service.config.ts').replaceAll('template-basic', name).replace("'src/main.ts'", `'${entry}'`);
  return { changes: [{ path: 'service.config.ts', after }], notes: [] };
}

/** The sources of the basic template where tsconfig.json has sources, unless the project has an entry or a file of the same name. */
export function planSources(root: string, settings: ProjectSettings | undefined): SetupPlan {
  const folder = settings?.sources ?? 'src';
  if (existsSync(join(root, folder, 'main.ts'))) return { changes: [], notes: [] };
  const paths = readdirSync(join(templateFolder('basic'), 'src'), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts'))
    .toSorted();
  const taken = paths.map((path) => `${folder}/${path}`).filter((path) => existsSync(join(root, path)));
  if (taken.length > 0)
    return { changes: [], notes: [`No ${folder}/main.ts was written, because its example needs ${taken.join(', ')}, which you have`] };
  const ending = settings?.importEnding ?? '';
  const changes = paths.map((path) => ({
    path: `${folder}/${path}`,
    after: withImportEndings(template(`src/${path}`), { path, paths, ending }),
  }));
  return { changes, notes: [] };
}

/** The template's imports of its own files, as the project's settings want them written. */
function withImportEndings(
  text: string,
  { path, paths, ending }: { readonly path: string; readonly paths: readonly string[]; readonly ending: string },
): string {
  const importable = paths.map((other) => {
    const found = posix.relative(posix.dirname(path), other).replace(/\.ts$/, '');
    return found.startsWith('.') ? found : `./${found}`;
  });
  return importable.reduce((changed, module) => changed.replaceAll(`'${module}'`, `'${module}${ending}'`), text);
}

const parseObject = (text: string): JsonObject | undefined => parseJsonObject(withoutByteOrderMark(text));

/** With the indentation, line ends and byte order mark that the file has. */
function printLike(value: JsonObject, before: string): string {
  const indent = /\n([ \t]+)"/.exec(before)?.[1] ?? '  ';
  const mark = before.slice(0, before.length - withoutByteOrderMark(before).length);
  const text = `${JSON.stringify(value, undefined, indent)}${before.endsWith('\n') ? '\n' : ''}`;
  return `${mark}${text.replaceAll('\n', lineEndOf(before))}`;
}
