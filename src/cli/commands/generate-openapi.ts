import { kebabOf } from '@service/sdk/model';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { posix, resolve } from 'node:path';
import { findOwners } from '../../compiler/index.ts';
import { singleQuoted } from '../../escape/javascript.ts';
import { relativePosix } from '../../std/paths.ts';
import { isReallyWithin } from '../../std/real-paths.ts';
import { CliError, usageError } from '../cli-error.ts';
import type { CommandCall, CommandOutcome } from '../command.ts';
import { descriptionFault, knownVersions } from '../generate/description-fault.ts';
import { namePart, type PartName } from '../generate/part-kinds.ts';
import { openProject } from '../project/open-project.ts';
import { applyChanges, changedFiles, printChangedFiles } from '../setup/file-change.ts';
import { planDependency, releasedSpec } from '../setup/plan-setup.ts';
import { printDiff } from '../setup/print-diff.ts';
import { planPart, refuseUnreadable } from './generate.ts';

const adapters = '@service/adapters';

/** `service generate openapi <document>`: an app whose tools are the operations of an API. A second run does nothing. */
export async function runGenerateOpenapi(call: CommandCall): Promise<CommandOutcome> {
  const project = await openProject(call);
  const { root } = project;
  const document = readDocument(call.arguments[0] ?? '', call.cwd, root);
  const name = namePart('app', call.flags.text('name') ?? nameOf(document));
  const entry = project.entry.value;
  const found = await findOwners({ root, entry, cache: call.compileCache });
  refuseUnreadable(found);
  const [owner] = found.owners;
  if (owner === undefined) throw new Error('no server to choose from');
  const text = appText(name, document, readBaseUrl(call.flags.text('base-url')));
  const part = await planPart({ kind: 'app', name, owner, found, root, entry, text });
  const changes = [...part, ...planDependency(root, adapters, releasedSpec(root, adapters))];
  const dryRun = call.flags.switch('dry-run');
  call.signal.throwIfAborted();
  if (!dryRun) await applyChanges(root, changes);
  const next = [
    ...(changes.some(({ path }) => path === 'package.json') ? ['npm install'] : []),
    ...(document.kind === 'url' ? ['service build --refresh'] : []),
  ];
  const told = dryRun ? changes.map(printDiff).join('\n\n') : printChangedFiles(changes);
  return {
    exit: 'ok',
    data: { name: name.name, class: name.symbol, owner: owner.symbol, dryRun, files: changedFiles(changes), next },
    text:
      changes.length === 0
        ? `Nothing to do: ${owner.symbol} lists ${name.symbol}.`
        : [told, ...(next.length === 0 ? [] : ['', `  ${next.join(' && ')}`])].join('\n'),
  };
}

interface Document {
  readonly kind: 'url' | 'spec';
  /** An address, or a path from the project's folder. */
  readonly address: string;
}

/** @throws {CliError} exit 2 for what an adapter would not be given at build */
function readDocument(typed: string, cwd: string, root: string): Document {
  if (/^https?:/i.test(typed)) {
    const url = URL.canParse(typed) ? new URL(typed) : undefined;
    if (url === undefined || url.username !== '' || url.password !== '')
      throw usageError('usage', 'The address of the description is none that can be written to a file', {
        hint: 'Give an address without name and password; headers are an option of the adapter',
      });
    return { kind: 'url', address: url.href };
  }
  const path = resolve(cwd, typed);
  if (!existsSync(path) || !statSync(path).isFile())
    throw usageError('usage', `There is no file ${typed}`, { hint: 'Name an OpenAPI description of the project, or an address of one' });
  if (!isReallyWithin(root, path))
    throw usageError('usage', `${typed} lies outside the project, where a build does not read it`, { hint: 'Copy it into the project' });
  refuseOther(path, typed);
  return { kind: 'spec', address: relativePosix(root, path) };
}

/** @throws {CliError} exit 1 for a file that describes no API, before a build would say so */
function refuseOther(path: string, typed: string): void {
  const fault = descriptionFault(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''));
  if (fault === undefined) return;
  const line = fault.line === undefined ? '' : `:${fault.line}`;
  throw new CliError({
    code: 'no-description',
    message: `${typed}${line} is no OpenAPI description: ${fault.why}`,
    hint: `Name a document with ${knownVersions}`,
    exit: 'failure',
  });
}

function readBaseUrl(typed: string | undefined): string | undefined {
  if (typed === undefined || (/^https?:/i.test(typed) && URL.canParse(typed))) return typed;
  throw usageError('usage', `--base-url is no address of http or https: ${typed}`, { hint: 'Write it whole: https://api.example.com/v1' });
}

/** Parts of hosts and files that say nothing of the API. */
const common = new Set(['api', 'apis', 'www', 'developer', 'developers', 'docs', 'raw', 'openapi', 'swagger', 'spec', 'index']);

/** `petstore` of `https://api.petstore.example.com/openapi.json` and of `specs/petstore.yaml`. */
function nameOf({ address, kind }: Document): string {
  const host = kind === 'url' ? new URL(address).hostname.split('.') : [];
  const folders = kind === 'url' ? [] : posix.dirname(address).split('/').toReversed();
  const file = posix.basename(address).replace(/\..*$/, '');
  const words = kind === 'url' ? [...host.slice(0, -1), ...host] : [file, ...folders];
  const name = words.map(kebabOf).find((word) => /^[a-z][a-z0-9-]*$/.test(word) && !common.has(word));
  return name ?? 'api';
}

function appText({ name, symbol, title }: PartName, { address, kind }: Document, baseUrl: string | undefined): string {
  const options = [
    `name: ${singleQuoted(name)}`,
    `${kind}: ${singleQuoted(address)}`,
    ...(baseUrl === undefined ? [] : [`baseUrl: ${singleQuoted(baseUrl)}`]),
  ];
  return [
    "import { App } from '@service/sdk';",
    `import { OpenapiAdapter } from '${adapters}';`,
    '',
    '@App({',
    `  id: ${singleQuoted(name)},`,
    `  name: ${singleQuoted(title)},`,
    `  adapters: [OpenapiAdapter.init({ ${options.join(', ')} })],`,
    '})',
    `export class ${symbol} {}`,
    '',
  ].join('\n');
}
