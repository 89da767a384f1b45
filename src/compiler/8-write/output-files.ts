import { buffer } from 'node:stream/consumers';
import { printJson } from '../../std/texts.ts';
import { defaultNodeVersion } from '@service/sdk/options';
import { sha256 } from '@service/sdk/hosts/node-sha256';
import type { BundledServer, CompileRequest, FurtherFile, PackagedLibrary, PlatformFiles } from '../compile-types.ts';
import { contractOf } from '../contract/index.ts';
import type { Executable } from '../model/packaging.ts';
import type { CompiledModel } from '../model/compiled-model.ts';
import type { OutputFile, Target, TargetInput } from '../target.ts';

/** A bundle with the parts of its plan that its files name. */
interface Composed extends Omit<BundledServer, 'widgets'> {
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
    executable: executable && { path: executable.path, system: systemOf(executable) },
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

/** Local time, which is what a ZIP holds: the same bytes in every time zone. */
const fixedTime = new Date(2000, 0, 1);

/** The highest takes twice as long on an executable of 100 MB, and saves less than 1 %. */
const level = 6;

/** Files that readers look for are in front; the others follow in the order of their paths. */
interface ArchiveOptions {
  readonly first?: string;
  /** Of all entries. Default: a fixed one, so that equal files give equal archives. */
  readonly time?: Date;
}

/** Packs files: the same ones give the same bytes wherever Node has its own zlib, which has compressed alike since Node 20. */
export async function zipFiles(files: readonly OutputFile[], { first, time = fixedTime }: ArchiveOptions = {}): Promise<Uint8Array> {
  // 40 packages, which builds without an archive need not load.
  const { ZipArchive } = await import('archiver');
  const archive = new ZipArchive({ forceLocalTime: true, zlib: { level } });
  const rank = ({ path }: OutputFile): number => (path === first ? 0 : 1);
  const sorted = files.toSorted((a, b) => rank(a) - rank(b) || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  for (const { contents, mode = 0o644, path } of sorted) {
    const bytes =
      typeof contents === 'string' ? Buffer.from(contents) : Buffer.from(contents.buffer, contents.byteOffset, contents.byteLength);
    // Compressed, an empty file would be stored with its size behind it, which some readers refuse.
    archive.append(bytes, { name: path, date: time, mode, store: bytes.byteLength === 0 });
  }
  const [packed] = await Promise.all([buffer(archive), archive.finalize()]);
  return packed;
}

interface Described {
  readonly name: string;
  readonly version: string;
  readonly libraries: readonly PackagedLibrary[];
  /** SHA-256 of the bundle. */
  readonly digest: string;
}

/** What is in an artifact: a CycloneDX 1.6 document for scanners and the licences for readers. Equal builds give equal files. */
export const materialFiles = (described: Described): readonly OutputFile[] => [
  { path: 'sbom.cdx.json', contents: printJson(billOf(described)) },
  { path: 'licenses.txt', contents: licensesOf(described) },
];

const billOf = ({ digest, libraries, name, version }: Described): object => ({
  $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  serialNumber: `urn:uuid:${uuidOf(digest + version)}`,
  version: 1,
  metadata: {
    tools: { components: [{ type: 'application', name: '@service/cli' }] },
    component: { type: 'application', 'bom-ref': 'server', name, version, hashes: [{ alg: 'SHA-256', content: digest }] },
  },
  components: libraries.map((one) => ({
    type: 'library',
    'bom-ref': purlOf(one),
    ...groupAndName(one.name),
    version: one.version,
    purl: purlOf(one),
    licenses: one.license === undefined ? undefined : [licenseOf(one.license)],
  })),
  dependencies: [{ ref: 'server', dependsOn: libraries.map(purlOf) }],
});

/** An SPDX expression where it reads as one, else a name: validators refuse other texts as expressions. */
const licenseOf = (license: string): object =>
  /^[\w.+-]+(?: (?:AND|OR|WITH) [\w.+-]+)*$|^\(.+\)$/.test(license) && !/^(?:SEE|UNLICENSED)/i.test(license)
    ? { expression: license }
    : { license: { name: license } };

const groupAndName = (name: string): object =>
  name.startsWith('@') ? { group: name.slice(0, name.indexOf('/')), name: name.slice(name.indexOf('/') + 1) } : { name };

/** https://github.com/package-url/purl-spec: the `@` of a scope is escaped. */
const purlOf = ({ name, version }: PackagedLibrary): string => `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`;

/** RFC 9562 version 8: the bits are those of a hash, so that equal builds have one number. */
function uuidOf(text: string): string {
  const hex = sha256(text);
  const variant = ((parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, variant + hex.slice(17, 20), hex.slice(20, 32)].join('-');
}

function licensesOf({ libraries, name, version }: Described): string {
  const parts = libraries.map(
    (one) => `${one.name} ${one.version}: ${one.license ?? 'no licence named'}\n\n${one.texts.join('\n\n') || '(no licence text)'}\n`,
  );
  const rule = `\n${'-'.repeat(80)}\n\n`;
  return [`Packages in ${name} ${version} and their licences\n`, ...parts].join(rule);
}
