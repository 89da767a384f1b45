import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CliError } from '../cli-error.ts';
import type { CommandCall } from '../command.ts';
import { cliVersion } from '../versions.ts';

/** Packages of ours that a project may depend on: each has a flag and a variable. */
type OwnPackage = 'sdk' | 'cli' | 'testing' | 'react' | 'ui';
export type PackageSpecs<Name extends OwnPackage = OwnPackage> = Readonly<Record<Name, string>>;

/** Whose version a package takes where its own is not given: the packages of one release have one version. */
const sameRelease = { testing: 'cli', react: 'sdk', ui: 'sdk', cli: undefined, sdk: undefined } as const;

/**
 * Dependencies of the new project: the requested ones, tarballs of our checkout, or packages of this tool's version.
 * @param names packages that its template depends on
 */
export async function packageSpecs<Name extends OwnPackage>(call: CommandCall, names: readonly Name[]): Promise<PackageSpecs<Name>> {
  // Before anything is packed, which takes long.
  const given = names.map((name) => [name, requestedSpec(call, name)] as const);
  const own = given.every(([, spec]) => spec !== undefined) ? undefined : await packedCheckout(call);
  return Object.fromEntries(given.map(([name, spec]) => [name, spec ?? own?.[name]])) as PackageSpecs<Name>;
}

function requestedSpec(call: CommandCall, name: OwnPackage): string | undefined {
  const typed = (one: OwnPackage): string | undefined => call.flags.text(one) ?? call.env[`SERVICE_${one.toUpperCase()}_SPEC`];
  const sibling = sameRelease[name];
  const beside = sibling === undefined ? undefined : typed(sibling);
  // A tarball says nothing of where another one is.
  const spec = typed(name) ?? (beside?.startsWith('file:') === true ? undefined : beside);
  return spec ? readSpec(spec, call.cwd) : undefined;
}

/** The SDK alone, for a package that is no project. */
export async function sdkSpec(call: CommandCall): Promise<string> {
  const given = call.env['SERVICE_SDK_SPEC'];
  return given ? readSpec(given, call.cwd) : (await packedCheckout(call)).sdk;
}

/** A `file:` spec becomes absolute, because the project's folder is not where the flag was typed. */
function readSpec(spec: string, cwd: string): string {
  if (!spec.startsWith('file:')) return spec;
  const file = resolve(cwd, spec.slice('file:'.length));
  if (!existsSync(file))
    throw new CliError({
      code: 'tarball-not-found',
      message: `${file} does not exist`,
      hint: 'Give --sdk, --cli, --testing, --react and --ui an existing tarball, or a version',
      exit: 'usage',
    });
  return `file:${file}`;
}

/** In a checkout nothing is published: the project gets packed tarballs, never links, so that it is what a user would have. */
async function packedCheckout(call: CommandCall): Promise<PackageSpecs> {
  const script = new URL('../../../scripts/pack.ts', import.meta.url);
  const version = cliVersion();
  if (!existsSync(script)) return { sdk: version, cli: version, testing: version, react: version, ui: version };
  const progress = call.output.progress('Packing the checkout');
  const loaded: unknown = await import(script.href);
  if (!isPackScript(loaded)) throw new Error('scripts/pack.ts exports no packAll');
  const packed = await loaded.packAll(fileURLToPath(new URL('../../../.service/packages/', import.meta.url)));
  progress.done();
  const specOf = (name: OwnPackage): string => fileOf(packed, `@service/${name}`);
  return { sdk: specOf('sdk'), cli: specOf('cli'), testing: specOf('testing'), react: specOf('react'), ui: specOf('ui') };
}

interface PackScript {
  packAll(outDir: string): Promise<unknown>;
}

function isPackScript(loaded: unknown): loaded is PackScript {
  return typeof loaded === 'object' && loaded !== null && 'packAll' in loaded && typeof loaded.packAll === 'function';
}

function fileOf(packed: unknown, name: string): string {
  const rows: readonly unknown[] = Array.isArray(packed) ? packed : [];
  for (const row of rows)
    if (typeof row === 'object' && row !== null && 'name' in row && row.name === name && 'file' in row && typeof row.file === 'string')
      return `file:${row.file}`;
  throw new Error(`scripts/pack.ts packed no ${name}`);
}
