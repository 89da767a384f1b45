import { closestName } from '@service/sdk/internal';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, posix, relative, resolve } from 'node:path';
import { hasErrors } from '../../compiler/diagnostics/index.ts';
import { type DeclaredOwner, findOwners, type FoundOwners, type Registered, registerPart } from '../../compiler/index.ts';
import { CliError, usageError } from '../cli-error.ts';
import type { CommandCall, CommandOutcome } from '../command.ts';
import { namePart, type PartName, isPartKind, type PartKindName, partKinds } from '../generate/part-kinds.ts';
import { openProject } from '../project/open-project.ts';
import { applyChanges, changedFiles, type FileChange, printChangedFiles, applyNamedChanges } from '../setup/file-change.ts';
import { printDiff } from '../setup/print-diff.ts';
import { templateFolder, refuseOccupied } from '../scaffold/copy-template.ts';
import { sdkSpec } from '../scaffold/package-specs.ts';
import { cliVersion } from '../versions.ts';

/** `service generate <kind> <name>`: a new class in a file of its own, imported and listed by its app or server. A second run does nothing. */
export async function runGenerate(call: CommandCall): Promise<CommandOutcome> {
  const [typedKind = '', typedName] = call.arguments;
  const kind = readKind(typedKind);
  if (typedName === undefined)
    throw usageError('missing-answer', `What is the new ${kind} called?`, { hint: `service generate ${kind} <name>` });
  const name = namePart(kind, typedName);
  if (call.flags.switch('package')) return generatePluginPackage(call, kind, name);
  const project = await openProject(call);
  const found = await findOwners({ root: project.root, entry: project.entry.value, cache: call.compileCache });
  refuseUnreadable(found);
  const owner = chooseOwner(found, { kind, symbol: name.symbol }, call.flags.text('app'));
  const changes = await planPart({ kind, name, owner, found, root: project.root, entry: project.entry.value });
  const dryRun = call.flags.switch('dry-run');
  call.signal.throwIfAborted();
  if (!dryRun) await applyChanges(project.root, changes);
  return {
    exit: 'ok',
    data: { kind, name: name.name, class: name.symbol, owner: owner.symbol, dryRun, files: changedFiles(changes) },
    text:
      changes.length === 0
        ? `Nothing to do: ${owner.symbol} lists ${name.symbol}.`
        : dryRun
          ? changes.map(printDiff).join('\n\n')
          : printChangedFiles(changes),
  };
}

function readKind(typed: string): PartKindName {
  if (isPartKind(typed)) return typed;
  const kinds = Object.keys(partKinds);
  throw usageError('usage', `'${typed}' cannot be generated`, {
    hint: `It can be: ${kinds.join(', ')}, client`,
    suggestion: closestName(typed, [...kinds, 'client']),
  });
}

export function refuseUnreadable({ owners, diagnostics, sources }: FoundOwners): void {
  if (!hasErrors(diagnostics) && owners.length > 0) return;
  const found = hasErrors(diagnostics)
    ? diagnostics
    : [
        {
          code: 'no-server',
          severity: 'error',
          message: 'The entry has no class with @Service, so nothing could list a new part',
        } as const,
      ];
  throw new CliError({ diagnostics: found, sources, message: found[0]?.message ?? '', exit: 'failure' });
}

export interface Part {
  readonly kind: PartKindName;
  readonly name: PartName;
  readonly owner: DeclaredOwner;
  readonly found: FoundOwners;
  readonly root: string;
  readonly entry: string;
  /** Of the new file; the template's when absent. */
  readonly text?: string;
}

export async function planPart({ kind, name, owner, found, root, entry, text: given }: Part): Promise<readonly FileChange[]> {
  const { list } = partKinds[kind];
  const parts = owner.partsOf(list);
  if (parts.some(({ symbol }) => symbol === name.symbol)) return [];
  const taken = parts.find((part) => part.name === name.name);
  if (taken !== undefined)
    throw usageError('name-taken', `${owner.symbol} has a ${kind} named '${name.name}' already: ${taken.symbol} in ${taken.file}`, {
      hint: 'Choose another name',
    });
  const path = partPath(kind, name, { root, entry, owner });
  const existing = existingText(root, path);
  const text = existing ?? given ?? partText(kind, name);
  const registered = await registerPart({
    root,
    owner,
    list,
    symbol: name.symbol,
    module: { path, text },
    importEnding: found.importEnding,
  });
  if (registered.kind === 'refused') throw notEditable(registered, `${name.symbol} cannot be added to ${list} of ${owner.symbol}`);
  const made: readonly FileChange[] = existing === undefined ? [{ path, after: text }] : [];
  return registered.kind === 'present' ? made : [...made, registered];
}

function notEditable({ path, because, span, before }: Registered & { readonly kind: 'refused' }, what: string): CliError {
  const message = `${what}: ${path}: ${because}`;
  const hint = 'Nothing was changed; write the list in place, or add the import and the item by hand';
  return new CliError({
    diagnostics: [{ code: 'not-editable', severity: 'error', message, hint, span }],
    sources: new Map([[path, before]]),
    message,
    exit: 'failure',
  });
}

interface ChosenPart {
  readonly kind: PartKindName;
  readonly symbol: string;
}

/**
 * Chooses the list that the new part joins.
 * @throws {CliError} exit 2 when the choice is ambiguous or names no app
 */
function chooseOwner({ owners }: FoundOwners, part: ChosenPart, app: string | undefined): DeclaredOwner {
  const { kind, symbol } = part;
  const [server, ...apps] = owners;
  if (server === undefined) throw new Error('no server to choose from');
  if (kind === 'app') {
    if (app === undefined) return server;
    throw usageError('usage', '--app names the app that lists the new part; an app is listed by the server', { hint: 'Leave out --app' });
  }
  const ids = apps.map(({ id }) => id);
  if (app !== undefined) {
    const named = apps.find(({ id }) => id === app);
    if (named !== undefined) return named;
    throw usageError('unknown-app', `--app names no app of this server: '${app}'`, {
      hint: ids.length === 0 ? 'It has none; `service generate app <name>` makes one' : `Apps: ${ids.join(', ')}`,
      suggestion: closestName(app, ids),
    });
  }
  const { list } = partKinds[kind];
  const lister = owners.find((owner) => owner.partsOf(list).some((listed) => listed.symbol === symbol));
  // The same words again do nothing, also when there are more apps by now.
  if (lister !== undefined) return lister;
  if (partKinds[kind].owner === 'server' || apps.length === 0) return server;
  const [only, second] = apps;
  if (only !== undefined && second === undefined) return only;
  throw usageError('missing-answer', `The server has several apps: say with --app which one lists the new ${kind}`, {
    hint: `Apps: ${ids.join(', ')}`,
  });
}

interface PartTarget {
  readonly root: string;
  /** Absolute path of the entry module. */
  readonly entry: string;
  readonly owner: DeclaredOwner;
}

/** Path of a new part, relative to the project: beside its siblings, else beside an app in its own folder, else below the entry. */
function partPath(kind: PartKindName, { name }: PartName, { root, entry, owner }: PartTarget): string {
  const { list, folder } = partKinds[kind];
  const home = relative(root, dirname(entry)).replaceAll('\\', '/');
  const file = `${name}.${kind}.ts`;
  const sibling = owner.partsOf(list).findLast((part) => isInside(part.file))?.file;
  if (sibling !== undefined) {
    const at = posix.dirname(sibling);
    // `notes/notes.app.ts`: each app has a folder of its own.
    const ownFolder = kind === 'app' && basename(at) === basename(sibling).split('.')[0];
    return ownFolder ? posix.join(posix.dirname(at), name, file) : posix.join(at, file);
  }
  const beside = posix.dirname(owner.call.file);
  return owner.kind === 'app' && beside !== home && isInside(beside) ? posix.join(beside, file) : posix.join(home, folder, file);
}

const isInside = (path: string): boolean => !path.startsWith('..') && !path.split('/').includes('node_modules');

/** The file of the template with its names filled in. */
function partText(kind: PartKindName, { name, symbol, title }: PartName): string {
  const { suffix } = partKinds[kind];
  return readFileSync(join(templateFolder('parts'), `example.${kind}.ts`), 'utf8')
    .replaceAll(`Example${suffix}`, symbol)
    .replaceAll("'Example'", `'${title}'`)
    .replaceAll('example', name);
}

/** What stands at the path already. */
function existingText(root: string, path: string): string | undefined {
  const file = join(root, path);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** `service generate plugin <name> --package`: a package of its own below the working folder, which need not be that of a project. */
async function generatePluginPackage(call: CommandCall, kind: PartKindName, name: PartName): Promise<CommandOutcome> {
  if (kind !== 'plugin')
    throw usageError('usage', `--package makes a package of a plugin, and of no ${kind}`, { hint: 'Leave out --package' });
  if (call.flags.text('app') !== undefined)
    throw usageError('usage', '--app names the app that lists a new part; a package is listed by the servers that install it', {
      hint: 'Leave out --app or --package',
    });
  const folder = `${name.name}-plugin`;
  await refuseOccupied(resolve(call.cwd, folder));
  const dryRun = call.flags.switch('dry-run');
  const changes = packageFiles(name, dryRun ? cliVersion() : await sdkSpec(call)).map(({ after, path }) => ({
    path: `${folder}/${path}`,
    after,
  }));
  call.signal.throwIfAborted();
  if (!dryRun) await applyNamedChanges(call.cwd, resolve(call.cwd, folder), changes);
  return {
    exit: 'ok',
    data: { kind, name: name.name, class: name.symbol, package: folder, dryRun, files: changedFiles(changes) },
    text: dryRun ? changes.map(printDiff).join('\n\n') : `${printChangedFiles(changes)}\n\n  cd ${folder} && npm install && npm pack`,
  };
}

/** The template with its names filled in. */
function packageFiles({ name, symbol }: PartName, sdk: string): readonly FileChange[] {
  const template = templateFolder('plugin');
  const paths = readdirSync(template, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/(?:^|\/)(?:node_modules|dist)(?:\/|$)/.test(path) && statSync(join(template, path)).isFile());
  return paths.toSorted().map((path) => {
    const text = readFileSync(join(template, path), 'utf8')
      .replaceAll('ExamplePlugin', symbol)
      .replaceAll('ExampleOptions', symbol.replace(/Plugin$/, 'Options'))
      .replaceAll('example', name);
    // npm leaves a file named .gitignore out of every package, and a second package.json would be a package within ours.
    const written = path.replace('_gitignore', '.gitignore').replace('_package.json', 'package.json');
    return { path: written, after: written === 'package.json' ? withVersions(text, sdk) : text };
  });
}

/** Built with one version of the SDK, and used with every version that is compatible with it. */
const withVersions = (manifest: string, sdk: string): string =>
  manifest
    .replace('"@service/sdk": "0.1.0"', () => `"@service/sdk": ${JSON.stringify(sdk)}`)
    .replace('"@service/sdk": "^0.1.0"', () => `"@service/sdk": "^${cliVersion()}"`);
