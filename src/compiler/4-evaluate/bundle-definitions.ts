import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type BuildResult, type Message, type Metafile, type Plugin, transform } from 'esbuild';
import MagicString from 'magic-string';
import {
  applyEditsTo,
  awaitingModules,
  bundlerFindings,
  bundlerWarnings,
  createProjectPlugin,
  editsInPlace,
  importGraph,
  type ImportGraph,
  isBundlerFailure,
  isTopLevelAwait,
  loaderTables,
  PackageFolders,
  readSource,
  type SdkCopy,
  sourceCondition,
  withOwnEffects,
  withoutMissing,
} from '../bundler-plugin/index.ts';
import type { Diagnostic } from '../diagnostics/index.ts';
import { valueExpression } from '../../escape/javascript.ts';
import type { ShownBranches } from '../model/branches.ts';
import type { DecoratorCompiler } from '../compile-types.ts';
import type { ModuleRef } from '../model/compiled-model.ts';
import type { AwaitingModule } from '../model/top-level-await.ts';
import type { SchemaCallback, SchemaSite, SchemaSources } from '../model/schemas.ts';
import type { SourceEdit } from '../model/source-edit.ts';

export interface DefinitionsRequest {
  readonly root: string;
  readonly entry: ModuleRef;
  /** Absolute path of the project's entry, where the server is declared in another file. */
  readonly program?: string;
  readonly sdk: SdkCopy;
  readonly external: readonly string[];
  readonly define: Readonly<Record<string, string>>;
  /** `build.loader`. */
  readonly loader?: Readonly<Record<string, string>>;
  /** What other branches of lists and of adapters' options bring. */
  readonly branches: ShownBranches;
  /** Changes without which the bundler would read the sources otherwise than TypeScript does, and those that show what branches bring. */
  readonly edits?: readonly SourceEdit[];
  /** Absolute paths of the project's modules that may say where they are. */
  readonly located?: readonly string[];
  /** Schemas to make tables of; a check needs none. */
  readonly schemas?: SchemaSources;
  /** Absolute path of a tsconfig.json for all files of the project, where the bundler would not find it. */
  readonly tsconfig?: string | undefined;
  readonly decorators?: DecoratorCompiler | undefined;
}

export interface DefinitionsBundle {
  readonly code: string;
  /** Source map, version 3; its sources are relative to the project. Empty when it was not asked for. */
  readonly map: string;
  /** Absolute paths of everything that was read. */
  readonly inputs: readonly string[];
  /** What the bundler warns of. */
  readonly warnings: readonly Diagnostic[];
  /** The text is an ES module, because these modules await outside of functions. */
  readonly awaiting?: readonly AwaitingModule[];
  readonly imports: () => ImportGraph;
  /** The packages that were met. */
  readonly folders: PackageFolders;
}

/** Starts the bundler's process by a first request; a failure is reported by the first bundle. */
export const startBundler = (): void => void transform('').catch(() => undefined);

/** Bundles the user's definitions, after a guard and before one call that reports the model. A source map costs a third of the time. */
export async function bundleDefinitions(
  request: DefinitionsRequest,
  { isModule = false, withMap = false } = {},
): Promise<DefinitionsBundle | readonly Diagnostic[]> {
  const { root, schemas, sdk } = request;
  const files = schemas === undefined ? new Map<string, never>() : markedFiles(schemas);
  const loaders = loaderTables(request.loader);
  const folders = new PackageFolders();
  const plugin = createProjectPlugin({
    root,
    sdk,
    generated: { evaluation: printEvaluationEntry(request, files.size > 0) },
    aliases: {
      guard: childModule('guard'),
      branches: childModule('branches'),
      'report-model': childModule('report-model'),
      'schema-sites': childModule('schema-sites'),
    },
    edits: [],
    // Which names a CommonJS module gives to an ES module, Node has to guess.
    zodOutside: !isModule,
    rewrite: await rewrites(request, files, withMap),
    inPlace: { loaders: loaders.own, folders },
  });
  const bundle = (missing: readonly string[], keep: readonly Plugin[]) =>
    build({
      entryPoints: ['service:evaluation'],
      absWorkingDir: root,
      outfile: `${root}/service-evaluation.js`,
      write: false,
      bundle: true,
      ...(isModule ? { format: 'esm', banner: { js: commonNames(root) } } : { format: 'cjs' }),
      platform: 'node',
      target: 'node20',
      // A bundler renames one of two equal names; what asks a class for its name must hear what the source says, as it does in a bundle.
      keepNames: true,
      sourcemap: withMap ? 'external' : false,
      sourcesContent: false,
      ...tsconfigFor(request, keep),
      metafile: true,
      conditions: [sourceCondition],
      external: [...request.external, ...missing],
      define: { ...request.define },
      loader: { ...loaders.bundler },
      logLevel: 'silent',
      plugins: [...keep, plugin],
    });
  try {
    const entry = request.program ?? request.entry.file;
    const { dropped, result } = await withoutMissing(
      root,
      (missing) => withOwnEffects({ root, entry }, (keep) => bundle(missing, keep)),
      (error) => (isBundlerFailure(error) ? error.errors : undefined),
    );
    return { ...madeOf(root, result), folders, warnings: [...bundlerWarnings(root, result.warnings), ...dropped] };
  } catch (error) {
    if (!isBundlerFailure(error)) throw error;
    const awaits = isModule ? [] : error.errors.filter(isTopLevelAwait);
    return awaits.length === 0 ? bundlerFindings(root, error.errors) : bundleAwaiting(request, awaits, withMap);
  }
}

function madeOf(
  root: string,
  { metafile, outputFiles }: BuildResult<{ readonly metafile: true; readonly write: false }>,
): Pick<DefinitionsBundle, 'code' | 'map' | 'imports' | 'inputs'> {
  const text = (ending: string): string => outputFiles.find((file) => file.path.endsWith(ending))?.text ?? '';
  return { code: text('.js'), map: text('.map'), imports: () => importGraph(root, metafile), inputs: inputsOf(root, metafile) };
}

/** The bundler finds the tsconfig.json of a file only where it has resolved the path itself. */
function tsconfigFor({ root, tsconfig }: DefinitionsRequest, keep: readonly Plugin[]): { readonly tsconfig?: string } {
  const own = `${root}/tsconfig.json`;
  if (tsconfig !== undefined) return { tsconfig };
  return keep.length > 0 && existsSync(own) ? { tsconfig: own } : {};
}

/** Once more as an ES module, which may await outside of functions. */
async function bundleAwaiting(
  request: DefinitionsRequest,
  awaits: readonly Message[],
  withMap: boolean,
): Promise<DefinitionsBundle | readonly Diagnostic[]> {
  const made = await bundleDefinitions(request, { withMap, isModule: true });
  if (!('code' in made)) return made;
  const { entry, program = entry.file, root } = request;
  return { ...made, awaiting: await awaitingModules({ root, entry: program, imports: made.imports() }, awaits) };
}

/** What CommonJS packages find around them where Node reads a script from its standard input. */
const commonNames = (root: string): string =>
  `var require=process.getBuiltinModule('node:module').createRequire(${JSON.stringify(`${root}/[stdin]`)}),__filename='[stdin]',__dirname='.';`;

const inputsOf = (root: string, { inputs }: Metafile): readonly string[] =>
  Object.keys(inputs).flatMap((path) => (path.startsWith('service-generated:') ? [] : [path.startsWith('/') ? path : `${root}/${path}`]));

type Rewrites = ReadonlyMap<string, (text: string) => string | Promise<string>>;

/** New texts of files: marks of schemas, locations of modules, and JavaScript where TypeScript compiles the decorators. */
async function rewrites(
  { decorators, edits = [], located = [] }: DefinitionsRequest,
  files: ReturnType<typeof markedFiles>,
  withMap: boolean,
): Promise<Rewrites> {
  const isLocated = new Set(located);
  const editsOf = async (file: string, text: string) => (isLocated.has(file) ? editsInPlace(file, text) : []);
  const marking = (file: string) => async (text: string) =>
    markSource(text, files.get(file) ?? { sites: [], callbacks: [] }, {
      withMap,
      edits: [...edits.filter((one) => one.file === file), ...(await editsOf(file, text))],
    });
  const marks = [...new Set([...files.keys(), ...isLocated, ...edits.map(({ file }) => file)])].map(
    (file) => [file, marking(file)] as const,
  );
  if (decorators === undefined) return new Map(marks);
  const texts = new Map<string, string>();
  for (const file of decorators.files) {
    const marked = files.get(file);
    const text = await readSource(file);
    const shown = edits.filter((one) => one.file === file && one.kind === 'branch-item');
    texts.set(file, markSource(text, marked ?? { sites: [], callbacks: [] }, { edits: shown, withMap: false }));
  }
  const compiled = [...decorators.compile(texts, { withMap })].map(
    ([file, text]) => [file, async () => applyEditsTo(text, await editsOf(file, text))] as const,
  );
  return new Map<string, (text: string) => Promise<string>>([...marks, ...compiled]);
}

/** The server is imported by its path: only then the bundler reads the tsconfig.json that says how its decorators are compiled. */
const printEvaluationEntry = ({ branches, entry: { exportName, file }, program }: DefinitionsRequest, withSchemas: boolean): string =>
  [
    'import "service:guard";',
    'import { reportModel } from "service:report-model";',
    ...(withSchemas ? ['import { compileSites } from "service:schema-sites";'] : []),
    ...(program === undefined ? [] : [`import ${JSON.stringify(program)};`]),
    `import * as server from ${JSON.stringify(file)};`,
    `reportModel(server[${JSON.stringify(exportName)}], ${withSchemas ? 'compileSites' : '() => []'}, ${valueExpression(branches)});`,
  ].join('\n');

/** The child's modules are bundled from beside this file: TypeScript in a checkout, JavaScript when published. */
function childModule(name: string): string {
  const source = fileURLToPath(new URL(`./child/${name}.ts`, import.meta.url));
  return existsSync(source) ? source : fileURLToPath(new URL(`./child/${name}.js`, import.meta.url));
}

interface MarkedFile {
  readonly sites: readonly SchemaSite[];
  readonly callbacks: readonly SchemaCallback[];
}

/** The schemas of each file that can be evaluated. */
function markedFiles({ sites, callbacks }: SchemaSources): ReadonlyMap<string, MarkedFile> {
  const good = sites.filter(({ problem }) => problem === undefined);
  if (good.length === 0) return new Map();
  const files = new Set([...good, ...callbacks].map(({ file }) => file));
  const of = (file: string) => ({
    sites: good.filter((site) => site.file === file),
    callbacks: callbacks.filter((one) => one.file === file),
  });
  return new Map([...files].map((file) => [file, of(file)]));
}

/**
 * Edits a source for evaluation: functions passed to zod get ids, and schemas are repeated at the end of the file, where they run after all
 * modules have loaded. Line numbers stay.
 */
function markSource(
  source: string,
  { sites, callbacks }: MarkedFile,
  { edits = [], withMap }: { readonly withMap: boolean; readonly edits?: readonly SourceEdit[] },
): string {
  const text = new MagicString(source);
  const atEnd = edits.flatMap(({ at, text: given }) => (at === 'end-of-file' ? [given] : []));
  for (const { at, end, start, text: given } of edits.filter((one) => one.at !== 'end-of-file')) {
    if (start < end) text.update(start, end, given);
    else if (at === 'after') text.appendLeft(start, given);
    else text.appendRight(start, given);
  }
  for (const { id, start, end } of callbacks) {
    text.appendRight(start, `service$mark(${JSON.stringify(id)}, (`);
    text.appendLeft(end, '))');
  }
  const schemas = sites.map(
    ({ id, start, end, role }) =>
      `service$site(${JSON.stringify(id)}, ${JSON.stringify(role)}, () => (${text.snip(start, end).toString()}));`,
  );
  // What is put at the end would be part of a text that is cut out of the middle.
  text.append(atEnd.join(''));
  if (sites.length + callbacks.length > 0)
    text.append(['', 'import { mark as service$mark, site as service$site } from "service:schema-sites";', ...schemas].join('\n'));
  return withMap ? `${text.toString()}\n//# sourceMappingURL=${text.generateMap({ hires: true }).toUrl()}` : text.toString();
}
