import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { usageError } from '../cli-error.ts';
import type { CommandCall, CommandOutcome } from '../command.ts';
import { refuseOccupied, templateFolder } from '../scaffold/copy-template.ts';
import { sdkSpec } from '../scaffold/package-specs.ts';
import { applyNamedChanges, changedFiles, type FileChange, printChangedFiles } from '../setup/file-change.ts';
import { printDiff } from '../setup/print-diff.ts';
import { cliVersion } from '../versions.ts';
import type { PartKindName, PartName } from './part-kinds.ts';

/** `service generate plugin <name> --package`: a package of its own below the working folder, which need not be that of a project. */
export async function generatePluginPackage(call: CommandCall, kind: PartKindName, name: PartName): Promise<CommandOutcome> {
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
