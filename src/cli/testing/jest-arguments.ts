import type { Project } from '../../config/load-project.ts';
import { usageError } from '../cli-error.ts';
import type { CommandCall } from '../command.ts';
import { hasOwnJestConfig, type TestPackage } from './test-package.ts';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readProjectSettings } from '../../compiler/index.ts';

/** Milliseconds that a test may take when neither flag nor config say it. */
const standardTimeoutMs = 60_000;

/** A project with the settings of a run. */
export interface TestedProject extends Pick<Project, 'config' | 'root'> {
  readonly legacyDecorators: boolean;
  /** Runs only the specs of these files, instead of those that the arguments name. */
  readonly related?: readonly string[] | undefined;
}

/** Words for jest: the generated configuration, unless the project has one of its own, then the flags. */
export function jestArguments(
  call: Pick<CommandCall, 'arguments' | 'flags'>,
  project: TestedProject,
  { createConfig }: Pick<TestPackage, 'createConfig'>,
): readonly string[] {
  const { flags } = call;
  const { related } = project;
  const { test = {} } = project.config ?? {};
  const timeoutMs = readTimeout(flags.text('timeout')) ?? test.timeoutMs;
  const created = createConfig({
    testTimeout: timeoutMs ?? standardTimeoutMs,
    ...(flags.switch('watch') ? { followsServers: true } : {}),
    ...(project.legacyDecorators ? { legacyDecorators: true } : {}),
    ...(test.testMatch ? { testMatch: test.testMatch } : {}),
    ...(test.esmPackages ? { esmPackages: test.esmPackages } : {}),
  });
  const config = { ...created, testMatch: patternsIn(project.root, created.testMatch), rootDir: project.root };
  const hasOwn = hasOwnJestConfig(project.root);
  return [
    ...(hasOwn ? ['--rootDir', project.root] : ['--config', JSON.stringify(config)]),
    ...(hasOwn && timeoutMs !== undefined ? [`--testTimeout=${timeoutMs}`] : []),
    ...(flags.switch('runInBand') || test.runInBand === true ? ['--runInBand'] : []),
    // jest knows the relations of specs by its own configuration alone: with another one it watches by itself.
    ...(hasOwn && flags.switch('watch') ? ['--watchAll'] : []),
    ...(flags.switch('verbose') ? ['--verbose'] : []),
    ...(flags.switch('update-snapshots') ? ['--updateSnapshot'] : []),
    ...(flags.switch('coverage') || test.coverage === true ? ['--coverage'] : []),
    ...(related === undefined ? call.arguments : ['--passWithNoTests', '--findRelatedTests', ...related]),
  ];
}

/** @throws {CliError} for anything but a positive whole number */
function readTimeout(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw usageError('usage', `--timeout is milliseconds, not '${text}'`, { hint: 'For example `service test --timeout 10000`' });
}
/** Patterns of test files as jest matches them: against absolute paths, whatever the name of the project's folder. */
export function patternsIn(root: string, patterns: readonly string[]): readonly string[] {
  // jest turns a backslash before a bracket into a slash, so what is special in the folder's name is matched as any character.
  const folder = root.replaceAll('\\', '/').replaceAll(/[[\]{}()!+@*?]/g, '?');
  return patterns.map((pattern) => {
    const [, not = '', path = ''] = /^(!?)(?:<rootDir>\/|\.\/)?(.*)$/s.exec(pattern) ?? [];
    return /^(?:\/|\*\*|[A-Za-z]:)/.test(path) ? pattern : `${not}${folder}/${path}`;
  });
}

/** Whether tsconfig.json, or a file that it extends, sets `experimentalDecorators`. TypeScript is loaded only where one of both is written. */
export async function usesLegacyDecorators(root: string): Promise<boolean> {
  const file = join(root, 'tsconfig.json');
  if (!existsSync(file) || !/experimentalDecorators|extends/.test(readFileSync(file, 'utf8'))) return false;
  return (await readProjectSettings(root))?.legacyDecorators === true;
}
