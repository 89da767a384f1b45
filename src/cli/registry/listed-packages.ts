import { parseJsonObject, type JsonObject } from '@service/sdk/model';
import { fieldsOf } from '@service/sdk/internal';
import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import type { Project } from '../../config/load-project.ts';
import { CliError } from '../cli-error.ts';
import { maxArchiveBytes, readWhole } from '../read-whole.ts';
import { listOf, textOf, type Fields } from './fields.ts';
import type { Asking } from './namespace-proof.ts';
import { readLimited } from './network.ts';

interface PackageSource {
  readonly project: Project;
  /** Of the server in the registry. */
  readonly name: string;
  readonly version: string;
  readonly manifest: Fields;
}

/** The only package registry that the MCP registry accepts for npm. */
const publicNpm = 'https://registry.npmjs.org';
const maxManifestBytes = 5_000_000;

const notReady = (message: string, hint: string, cause?: unknown): CliError =>
  new CliError({ code: 'package-not-ready', message, hint, exit: 'failure', cause });

/** `registry.packages` of the config as members of a listing. @throws {CliError} for a package that the registry would refuse */
export async function listedPackages(source: PackageSource): Promise<readonly JsonObject[]> {
  const packages: JsonObject[] = [];
  for (const item of source.project.config?.registry?.packages ?? [])
    packages.push(item === 'npm' ? npmPackage(source) : await mcpbPackage(item, source));
  return packages;
}

function npmPackage({ manifest, name }: PackageSource): JsonObject {
  const { mcpName, name: identifier, version } = manifest;
  if (mcpName !== name)
    throw notReady(
      mcpName === undefined ? 'package.json has no mcpName' : `package.json has the mcpName ${textOf(mcpName)}, and the server is ${name}`,
      `Write "mcpName": "${name}" into package.json and publish the package to npm: the registry compares the two`,
    );
  if (typeof identifier !== 'string' || typeof version !== 'string')
    throw notReady('package.json has no name or no version', 'Write both: they name the package in the listing');
  if (manifest['private'] === true)
    throw notReady(
      'package.json is private, so npm cannot publish it',
      'Remove "private", or remove npm from registry.packages of the config',
    );
  return {
    registryType: 'npm',
    identifier,
    version,
    runtimeHint: 'npx',
    transport: { type: 'stdio' },
    // Without it the program of the package prints its help and ends.
    packageArguments: [{ type: 'named', name: '--stdio' }],
  };
}

async function mcpbPackage({ file, mcpb }: { readonly mcpb: string; readonly file?: string }, source: PackageSource): Promise<JsonObject> {
  const { project, version } = source;
  if (!/^https:\/\/(?:www\.)?(?:github|gitlab)\.com\/.*mcp/i.test(mcpb))
    throw notReady(
      `registry.packages names ${mcpb}, which is no release of GitHub or GitLab with "mcp" in its address`,
      'Name the address under which the .mcpb file of this version is released',
    );
  const folder = project.deployments.find(({ target }) => target === 'mcpb')?.folder ?? join(project.root, 'dist', 'mcpb');
  const standard = join(folder, `${project.name.value}-${version}.mcpb`);
  const path = file === undefined ? standard : resolve(project.root, file);
  const archive = await readWhole(path, {
    maxBytes: maxArchiveBytes,
    refuse: (why) => notReady(`${path} ${why}`, 'Build it with `service build --target mcpb`, or name the file that was released'),
  });
  const fileSha256 = createHash('sha256').update(archive).digest('hex');
  return { registryType: 'mcpb', identifier: mcpb, version, fileSha256, transport: { type: 'stdio' } };
}

/**
 * Whether the npm packages of a listing are published and name the server: otherwise the registry refuses them.
 * @throws {CliError} for one that is not there, or names another server
 */
export async function checkPublished(listing: Fields, { network, signal }: Asking): Promise<void> {
  for (const { identifier, registryType, version } of listOf(listing['packages'])) {
    if (registryType !== 'npm') continue;
    const label = `${textOf(identifier)}@${textOf(version)}`;
    const url = `${publicNpm}/${encodeURIComponent(textOf(identifier)).replace('%40', '@')}/${encodeURIComponent(textOf(version))}`;
    const response = await network
      .fetch(url, { redirect: 'manual', signal: AbortSignal.any([signal, AbortSignal.timeout(30_000)]) })
      .catch((cause: unknown) => {
        signal.throwIfAborted();
        const hint = 'Check the network, then run the command again';
        throw new CliError({ code: 'registry-unreachable', message: `${publicNpm} could not be reached`, hint, exit: 'network', cause });
      });
    if (response.status === 404) throw notReady(`npm has no ${label}`, 'Run `npm publish` first: the registry looks the package up');
    const manifest = response.status === 200 ? fieldsOf(parseJsonObject((await readLimited(response, maxManifestBytes)) ?? '')) : undefined;
    if (manifest === undefined) throw notReady(`npm answered ${response.status} for ${label}`, 'Run the command again later');
    if (manifest['mcpName'] !== listing['name'])
      throw notReady(
        `${label} on npm has ${manifest['mcpName'] === undefined ? 'no mcpName' : `the mcpName ${textOf(manifest['mcpName'])}`}, and the listing is of ${textOf(listing['name'])}`,
        `Write "mcpName": "${textOf(listing['name'])}" into package.json, raise the version and publish the package again`,
      );
  }
}
