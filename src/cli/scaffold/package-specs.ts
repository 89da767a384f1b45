import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CliError } from '../cli-error.ts';
import type { CommandCall } from '../command.ts';
import { cliVersion } from '../versions.ts';

export interface PackageSpecs {
  readonly sdk: string;
  readonly cli: string;
  readonly testing: string;
}

/** Dependencies of the new project: the requested ones, tarballs of our checkout, or packages of this tool's version. */
export async function packageSpecs(call: CommandCall): Promise<PackageSpecs> {
  const sdk = call.flags.text('sdk') ?? call.env['SERVICE_SDK_SPEC'];
  const cli = call.flags.text('cli') ?? call.env['SERVICE_CLI_SPEC'];
  // The packages of one release have one version; a tarball says nothing of where another one is.
  const sameRelease = cli?.startsWith('file:') === true ? undefined : cli;
  const testing = call.flags.text('testing') ?? call.env['SERVICE_TESTING_SPEC'] ?? sameRelease;
  // Before anything is packed, which takes long.
  const [ofSdk, ofCli, ofTesting] = [sdk, cli, testing].map((spec) => (spec ? readSpec(spec, call.cwd) : undefined));
  if (ofSdk !== undefined && ofCli !== undefined && ofTesting !== undefined) return { sdk: ofSdk, cli: ofCli, testing: ofTesting };
  const own = await packedCheckout(call);
  return { sdk: ofSdk ?? own.sdk, cli: ofCli ?? own.cli, testing: ofTesting ?? own.testing };
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
      hint: 'Give --sdk, --cli and --testing an existing tarball, or a version',
      exit: 'usage',
    });
  return `file:${file}`;
}

/** In a checkout nothing is published: the project gets packed tarballs, never links, so that it is what a user would have. */
async function packedCheckout(call: CommandCall): Promise<PackageSpecs> {
  const script = new URL('../../../scripts/pack.ts', import.meta.url);
  if (!existsSync(script)) return { sdk: cliVersion(), cli: cliVersion(), testing: cliVersion() };
  const progress = call.output.progress('Packing the checkout');
  const loaded: unknown = await import(script.href);
  if (!isPackScript(loaded)) throw new Error('scripts/pack.ts exports no packAll');
  const packed = await loaded.packAll(fileURLToPath(new URL('../../../.service/packages/', import.meta.url)));
  progress.done();
  return { sdk: fileOf(packed, '@service/sdk'), cli: fileOf(packed, '@service/cli'), testing: fileOf(packed, '@service/testing') };
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
