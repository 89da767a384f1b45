import { memberOf } from '@service/sdk/internal';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { withoutByteOrderMark } from '../../compiler/diagnostics/diagnostic.ts';
import { hasErrors } from '../../compiler/diagnostics/index.ts';
import { readProjectSettings } from '../../compiler/index.ts';
import { isFile } from '../../config/special-files.ts';
import { countEntries } from '../project/count-entries.ts';
import { packageSpecs } from '../scaffold/package-specs.ts';
import { applyChanges } from '../setup/file-change.ts';
import { planGitignore, planManifest, planTsconfig, type SetupPlan } from '../setup/plan-setup.ts';
import { cliVersion } from '../versions.ts';
import { fail, pass, repairable, warn, type DoctorCheck, type Finding } from './doctor-check.ts';

/** The SDK of the project must be the compiler's version, and zod the major that schemas are read from. */
export const checkPackages: DoctorCheck = ({ root }) => {
  const sdk = installedVersion(root, '@service/sdk');
  const zod = installedVersion(root, 'zod');
  const install = 'Run `npm install`; `service init` adds what package.json lacks';
  return Promise.resolve([
    sdk === undefined
      ? fail('sdk', '@service/sdk is not installed', install)
      : sdk === cliVersion()
        ? pass('sdk', `@service/sdk ${sdk}, the version of this tool`)
        : fail(
            'sdk',
            `@service/sdk is ${sdk} and this tool ${cliVersion()}`,
            `Install @service/sdk@${cliVersion()} and the same @service/cli`,
          ),
    zod === undefined
      ? warn('zod', 'zod is not installed; schemas must be JSON Schema then', 'Run `npm install zod`')
      : Number.parseInt(zod, 10) >= 4
        ? pass('zod', zod)
        : fail('zod', `zod ${zod} cannot be converted to JSON Schema`, 'Run `npm install zod@4`'),
  ]);
};

/** Writes the additions of a plan; existing settings stay. */
const carryOut =
  (root: string, { changes }: SetupPlan) =>
  async (): Promise<readonly string[]> => {
    await applyChanges(root, changes);
    return changes.map(({ path }) => path);
  };

/** package.json names what the sources import and what the commands need. */
export const checkManifest: DoctorCheck = ({ root, call }) => {
  const { changes } = planManifest(root, { sdk: cliVersion(), cli: cliVersion() });
  if (changes.length === 0) return Promise.resolve([pass('manifest', 'package.json has the scripts and dependencies of a server')]);
  return Promise.resolve([
    repairable(
      warn(
        'manifest',
        'package.json lacks scripts or dependencies of a server',
        '`service doctor --fix` adds them; then run `npm install`',
      ),
      async () => carryOut(root, planManifest(root, await packageSpecs(call, ['sdk', 'cli'])))(),
    ),
  ]);
};

/** tsconfig.json is there and its modules can import the SDK. */
export const checkTsconfig: DoctorCheck = async ({ root }) => {
  const settings = await readProjectSettings(root);
  if (settings?.problem !== undefined)
    return [fail('tsconfig', `tsconfig.json cannot be used: ${settings.problem}`, 'Correct tsconfig.json by hand')];
  const plan = planTsconfig(settings);
  const { changes, notes } = plan;
  const findings: Finding[] = notes.map((note) => warn('tsconfig', note, 'Correct tsconfig.json by hand'));
  if (changes.length > 0)
    findings.push(repairable(warn('tsconfig', 'There is no tsconfig.json', '`service doctor --fix` writes one'), carryOut(root, plan)));
  return findings.length > 0 ? findings : [pass('tsconfig', 'has what is needed')];
};

/** Secrets and outputs do not end in the repository. */
export const checkIgnored: DoctorCheck = ({ project, root }) => {
  const targets = (project?.deployments ?? []).map(({ target }) => target);
  const plan = planGitignore(root, targets);
  if (plan.changes.length === 0) return Promise.resolve([pass('gitignore', 'outputs and .env are left out')]);
  return Promise.resolve([
    repairable(
      warn('gitignore', 'Outputs or .env files would end in the repository', '`service doctor --fix` adds the missing lines to .gitignore'),
      carryOut(root, plan),
    ),
  ]);
};

/** The entry is found, has a server, and its definitions can be loaded. */
export const checkSources: DoctorCheck = async ({ analysis }) => {
  const read = await analysis();
  if (read === undefined) return [];
  const { model, diagnostics } = read;
  const [worst] = diagnostics.filter((diagnostic) => diagnostic.severity === 'error');
  if (worst !== undefined || model === undefined) {
    const place = worst?.span === undefined ? '' : `${worst.span.file}:${worst.span.line}: `;
    return [fail('sources', `${place}${worst?.message ?? 'no server could be read'}`, '`service check` shows every error with its place')];
  }
  const said = `${model.server.info.name}: ${countEntries(model).text}`;
  return [
    diagnostics.length === 0 || hasErrors(diagnostics)
      ? pass('sources', said)
      : warn('sources', `${said}; ${diagnostics.length} warnings`, '`service check` shows them'),
  ];
};

/** Every output folder, or the nearest folder above it that exists, can be written. */
export const checkOutput: DoctorCheck = ({ project }) => {
  const findings = (project?.deployments ?? []).map(({ folder, target }) => {
    let at = folder;
    while (!existsSync(at) && dirname(at) !== at) at = dirname(at);
    try {
      accessSync(at, constants.W_OK);
      return pass('output', `${target}: ${folder}`);
    } catch {
      return fail('output', `${target}: ${at} cannot be written`, 'Correct its permissions, or choose another folder with --out-dir');
    }
  });
  return Promise.resolve(findings);
};

/** Undefined for invalid JSON, which an untrusted package may contain. */
function readManifest(file: string): unknown {
  try {
    return JSON.parse(withoutByteOrderMark(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Looks as Node does: in `node_modules` of the folder and of those above it. */
function installedVersion(root: string, name: string): string | undefined {
  for (let folder = root; ; folder = dirname(folder)) {
    const file = join(folder, 'node_modules', name, 'package.json');
    if (isFile(file)) {
      const manifest = readManifest(file);
      const version: unknown = memberOf(manifest, 'version');
      return typeof version === 'string' ? version : undefined;
    }
    if (dirname(folder) === folder) return undefined;
  }
}
