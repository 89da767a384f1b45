import { printJson } from '../../std/texts.ts';
import { defaultNodeVersion } from '@service/sdk/options';
import { zipFiles } from './archive.ts';
import { materialFiles } from './bill-of-materials.ts';
import { sha256 } from './sha256.ts';
import type { BundledServer, CompileRequest, FurtherFile, PlatformFiles } from '../compile-types.ts';
import { contractOf } from '../contract/index.ts';
import type { Executable } from '../model/packaging.ts';
import type { CompiledModel } from '../model/compiled-model.ts';
import type { OutputFile, Target, TargetInput } from '../target.ts';

/** A bundle with the parts of its plan that its files name. */
interface Composed extends BundledServer {
  readonly model: CompiledModel;
  readonly target: Target;
  readonly endpoint: { readonly entryPath: string; readonly port: number };
  readonly executable?: Executable | undefined;
}

/** All files of a build: the bundle, files beside it and the target's own (packed where the target makes an archive), and the contract. */
export async function outputFiles(composed: Composed, request: CompileRequest): Promise<readonly OutputFile[]> {
  const { byPlatform, code, endpoint, executable, files, further, map, model, report, target } = composed;
  const { commandLine, merged = [], name, packaging = {}, version } = request;
  const nodeVersion = composed.nodeVersion ?? request.nodeVersion ?? defaultNodeVersion;
  const fileName = target.bundle.fileName(name);
  const input: TargetInput = {
    model,
    name,
    version,
    nodeVersion,
    format: target.bundle.format,
    packaging,
    commandLine,
    entryPath: endpoint.entryPath,
    defaultPort: endpoint.port,
    bundle: { fileName, code, bytes: report.bytes, gzipBytes: report.gzipBytes, sha256: sha256(code) },
    furtherBundles: Object.fromEntries(further.map(({ key, ...one }) => [key, { ...one, sha256: sha256(one.code) }])),
    nativeAddons: report.copied.filter(({ native }) => native).map((one) => `${one.name}@${one.version}`),
    ...(executable === undefined ? {} : { executable: { path: executable.path, system: systemOf(executable) } }),
    mergedExecutables: merged.map((one) => ({ path: one.path, system: systemOf(one) })),
  };
  const placed = inFolder(target);
  const bundles = [{ path: fileName, contents: code }, ...further.map((one) => ({ path: one.fileName, contents: one.code }))].map(placed);
  const maps = [{ fileName, code, map }, ...further].flatMap(mapFile).map(placed);
  const programs = [...(executable === undefined ? [] : [executable]), ...merged];
  const own = [...target.files(input), ...programs.map(programFile)];
  const { archive } = target;
  return [
    ...(archive === undefined
      ? [...bundles, ...maps, ...files.map(placed), ...own]
      : byPlatform === undefined
        ? await packed(archive, { bundled: [...bundles, ...files.map(placed)], own, input })
        : (await Promise.all(byPlatform.map((one) => packedFor(one, { ...composed, bundles, input, programs })))).flat()),
    contractFile(model),
    ...materialFiles({ name, version, libraries: report.libraries, digest: input.bundle.sha256 }),
  ];
}

/** Where the source map of a bundle lies in the output. */
export const mapPath = (target: Target, fileName: string): string => inFolder(target)({ path: mapName(fileName), contents: '' }).path;

const mapName = (fileName: string): string => `${fileName}.map`;

/** A server reads the map only beside the bundle that it belongs to. */
const mapFile = ({ code, fileName, map }: Pick<FurtherFile, 'code' | 'fileName' | 'map'>): readonly OutputFile[] =>
  map === undefined
    ? []
    : [{ path: mapName(fileName), contents: JSON.stringify({ version: 3, file: fileName, x_bundle_sha256: sha256(code), ...map }) }];

const programFile = ({ contents, path }: Executable): OutputFile => ({ path, contents, mode: 0o755 });

/** `linux` of `linux-x64`. */
const systemOf = ({ platform }: Executable): string => platform.slice(0, platform.indexOf('-'));

/** The bundle and what lies beside it, where the target has a folder for them. */
const inFolder =
  ({ bundle: { folder } }: Target) =>
  (file: OutputFile): OutputFile =>
    folder === undefined ? file : { ...file, path: `${folder}/${file.path}` };

interface Unpacked {
  readonly bundled: readonly OutputFile[];
  readonly own: readonly OutputFile[];
  readonly input: TargetInput;
}

async function packed(archive: NonNullable<Target['archive']>, { bundled, input, own }: Unpacked): Promise<readonly OutputFile[]> {
  const files = [...bundled, ...own];
  const { isDeterministic = true, stageOnly = false } = input.packaging;
  if (stageOnly) return files;
  const contents = await zipFiles(files, { first: archive.firstFile, ...(isDeterministic ? {} : { time: new Date() }) });
  return [{ path: archive.fileName(input), contents }];
}

interface PlatformParts {
  readonly target: Target;
  readonly bundles: readonly OutputFile[];
  readonly input: TargetInput;
  readonly programs: readonly Executable[];
}

/** The archive of one platform: with its add-ons and its executable, and a manifest that names its system alone. */
async function packedFor(
  { files, platform }: PlatformFiles,
  { bundles, input, programs, target }: PlatformParts,
): Promise<readonly OutputFile[]> {
  const { archive } = target;
  if (archive === undefined) return [];
  const { executable, mergedExecutables, ...rest } = input;
  const isOwn = (one: { readonly path: string }): boolean =>
    programs.some(({ path, ...program }) => path === one.path && program.platform === platform);
  const its: TargetInput = {
    ...rest,
    ...(executable !== undefined && isOwn(executable) ? { executable } : {}),
    mergedExecutables: mergedExecutables.filter(isOwn),
    nativePlatform: platform,
  };
  const own = [...target.files(its), ...programs.filter(isOwn).map(programFile)];
  const made = await packed(archive, { bundled: [...bundles, ...files.map(inFolder(target))], own, input: its });
  return input.packaging.stageOnly === true ? made.map((file) => ({ ...file, path: `${platform}/${file.path}` })) : made;
}

const contractFile = ({ decidedAtStart, server }: CompiledModel): OutputFile => ({
  path: 'contract.json',
  contents: printJson(contractOf(server, decidedAtStart)),
});
