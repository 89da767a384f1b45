import { memberOf } from '@service/sdk/internal';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { withoutByteOrderMark } from '../../compiler/diagnostics/diagnostic.ts';
import { isFile } from '../../config/special-files.ts';
import { cliVersion } from '../versions.ts';
import { fail, pass, warn, type DoctorCheck, type Finding } from './doctor-check.ts';

/** Two versions of the SDK are two lists of declarations, and a server that seems empty. */
export const checkVersions: DoctorCheck = ({ root }) => {
  const scope = join(root, 'node_modules', '@service');
  const packages = existsSync(scope) ? readdirSync(scope).map((name) => join(scope, name)) : [];
  const nested = dependencyFolders(root).map((folder) => join(folder, 'node_modules/@service/sdk'));
  const wrong = [...packages, ...nested].flatMap((folder) => {
    const version = textAt(folder, 'version');
    return version === undefined || version === cliVersion() ? [] : [`${folder.slice(root.length + 1)} ${version}`];
  });
  if (wrong.length === 0) return Promise.resolve([pass('versions', `all @service packages are ${cliVersion()}`)]);
  return Promise.resolve([
    fail(
      'versions',
      `this tool is ${cliVersion()}, and there are ${wrong.join(', ')}`,
      `Install all @service packages at ${cliVersion()}, then \`npm dedupe\``,
    ),
  ]);
};

/** Compiled modules fit one platform and one Node; no bundle holds them. */
export const checkNative: DoctorCheck = ({ root, project }) => {
  const native = dependencyFolders(root).filter((folder) =>
    ['binding.gyp', 'prebuilds', 'build/Release'].some((path) => existsSync(join(folder, path))),
  );
  const external = new Set(project?.build.esbuild?.external ?? []);
  const targets = (project?.deployments ?? []).map(({ target }) => target);
  const findings = native.flatMap((folder): readonly Finding[] => {
    const name = folder.slice(join(root, 'node_modules').length + 1);
    const elsewhere = targets.filter((target) => target !== 'node');
    if (elsewhere.length > 0)
      return [
        warn(
          'native',
          `${name} has a compiled part, which ${elsewhere.join(', ')} cannot load`,
          'Use a package without one for these targets',
        ),
      ];
    if (external.has(name)) return [pass('native', `${name} stays outside of the bundle`)];
    return [
      warn(
        'native',
        `${name} has a compiled part, which a bundle cannot hold`,
        `List it in build.esbuild.external and install it beside the bundle`,
      ),
    ];
  });
  return Promise.resolve(findings);
};

/** Folders of the packages that the project depends on at run time and that are installed. */
function dependencyFolders(root: string): readonly string[] {
  const manifest = readJson(join(root, 'package.json'));
  const given = memberOf(manifest, 'dependencies');
  const names = typeof given === 'object' && given !== null ? Object.keys(given) : [];
  return names.map((name) => join(root, 'node_modules', name)).filter((folder) => existsSync(folder));
}

function textAt(folder: string, key: string): string | undefined {
  const manifest = readJson(join(folder, 'package.json'));
  const value = memberOf(manifest, key);
  return typeof value === 'string' ? value : undefined;
}

function readJson(file: string): unknown {
  try {
    if (!isFile(file)) return undefined;
    return JSON.parse(withoutByteOrderMark(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}
