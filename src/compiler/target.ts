import type { JsonObject } from '@service/sdk/model';
import type { CompiledModel } from './model/compiled-model.ts';
import type { Diagnostic } from './diagnostics/diagnostic.ts';
import type { Packaging } from './model/packaging.ts';

/** One file of the output folder. Targets return these; only phase 8 touches the disk. */
export interface OutputFile {
  /** Relative to `<outDir>/<target>/`, with `/`. */
  readonly path: string;
  readonly contents: string | Uint8Array;
  /** Unix mode; 0o644 when absent. */
  readonly mode?: number;
}

/** A bundle as it is written. */
export interface BundleFacts {
  readonly fileName: string;
  readonly code: string | Uint8Array;
  readonly bytes: number;
  readonly gzipBytes: number;
  readonly sha256: string;
}

/** What a target's side files may depend on. */
export interface TargetInput {
  readonly model: CompiledModel;
  /** `name` of the config, else of package.json without its scope. */
  readonly name: string;
  readonly version: string;
  /** Where the MCP endpoint is: `http.entryPath`, else `transport.http.path` of the config, else `/`. */
  readonly entryPath: string;
  readonly defaultPort: number;
  readonly bundle: BundleFacts;
  /** By the keys of the target's `furtherBundles`. */
  readonly furtherBundles: Readonly<Record<string, BundleFacts>>;
  readonly nodeVersion: string;
  readonly format: 'cjs' | 'esm';
  /** Native packages that lie beside the bundle, each as `name@version`. */
  readonly nativeAddons: readonly string[];
  readonly packaging: Packaging;
  /** The one platform that an archive with native add-ons serves: `linux-x64`. */
  readonly nativePlatform?: string;
  /** What the generated command line is told, on the target that has one. */
  readonly commandLine?: JsonObject | undefined;
  /** The single executable in the output, and the system that it runs on. */
  readonly executable?: { readonly path: string; readonly system: string };
  /** Executables that other machines have made, at most one of each system. */
  readonly mergedExecutables: readonly { readonly path: string; readonly system: string }[];
}

/** What a deployment says of its platform's file (`deployments[].wrangler`). */
export interface PlatformRequest {
  readonly name?: string;
  readonly compatibilityDate?: string;
  readonly compatibilityFlags?: readonly string[];
  readonly vars?: Readonly<Record<string, string>>;
}

/** What the platform gives the server under a name: a store that it keeps, or what makes isolates. */
export interface PlatformBinding {
  readonly kind: 'durable-object' | 'worker-kv' | 'worker-loader';
  readonly name: string;
  /** Of a Durable Object; the one of stores when absent. */
  readonly className?: string | undefined;
  /** A variable that names another store, which is then taken. */
  readonly instead?: string | undefined;
}

/** What a platform file may depend on. */
export type PlatformFileInput = Pick<TargetInput, 'name'> & {
  readonly request?: PlatformRequest | undefined;
  readonly features: readonly string[];
  /** Bindings that its stores and plugins need, each once. */
  readonly bindings?: readonly PlatformBinding[];
  /** The project's sources read `process.env`. */
  readonly readsEnvironment: boolean;
  /** Modules of Node that the bundle imports: `node:events`. */
  readonly builtins: readonly string[];
};

/** A file in the project folder for the platform's own tools. A build writes it once; from then on it belongs to the user. */
export interface PlatformFile {
  /** Names under which a project may have it; the first is written. */
  readonly names: readonly string[];
  /** @param main path of the bundle, from the project */
  readonly contents: (main: string) => string;
  /**
   * What the bundle or the deployment needs and the project's own file does not say.
   * @param main path of the bundle, from the project; absent where it is written nowhere
   */
  readonly faults: (file: string, text: string, main?: string) => readonly PlatformFault[];
}

export interface PlatformFault {
  /**
   * `syntax`: the file cannot be read; `environment`: without it `process.env` is empty; `builtins`: without it modules of Node are missing;
   * `setting`: the platform or the deployment asks for another one.
   */
  readonly kind: 'syntax' | 'flag' | 'date' | 'environment' | 'builtins' | 'setting';
  /** What is missing or wrong. */
  readonly value: string;
  /** What to do about a `setting`, in the imperative. */
  readonly fix?: string;
  /** Where it belongs. */
  readonly key: string;
  /** Index of the key in the file; undefined where the file has none. */
  readonly start: number | undefined;
}

/** What a platform can run; a server that needs more is refused at build with a diagnostic. */
export interface TargetSupport {
  readonly sqlite: boolean;
  readonly tcpRedis: boolean;
  readonly fileSystem: boolean;
  readonly childProcesses: boolean;
  /** Durable Objects, KV namespaces and loaders of isolates. */
  readonly bindings: boolean;
  readonly sockets: boolean;
  readonly longSessions: boolean;
  readonly nativeAddons: boolean;
}

/** An export of a module of the SDK. */
export interface ImportedName {
  readonly module: string;
  readonly exportName: string;
}

/** What the entry of a bundle calls, and what it exports. */
export interface BundleHost {
  /** Module of the SDK that runs the bundle, e.g. `@service/sdk/hosts/node`, and the function it exports. */
  readonly module: string;
  readonly start: string;
  /** The platform calls what `start` returns: the bundle's default export, or members of it by their names. Absent: nothing is exported. */
  readonly exported?: 'default' | readonly string[];
  /** Exports by name, e.g. a class that the platform constructs. */
  readonly namedExports?: readonly NamedExport[];
  /** Called instead where the plan has this feature; the bundle exports these members of what it returns beside its default. */
  readonly whenPlanned?: ImportedName & { readonly feature: string; readonly members: readonly string[] };
  /** Runs a bundle when its sources call start functions; absent where these have no effect. */
  readonly whenCalled?: ImportedName & { readonly functions: Readonly<Record<string, ImportedName>> };
}

export interface NamedExport {
  readonly name: string;
  readonly module: string;
  /** Exported only where the plan has this feature. Default: always. */
  readonly feature?: string;
}

/** Another bundle of the same server, with a host of its own. */
export interface FurtherBundle {
  readonly host: BundleHost;
  /** Default: that of the server's own bundle. */
  readonly format?: 'cjs' | 'esm';
  fileName(name: string): string;
}

/** How a build starts its output to check that it answers: as a process over stdio, or as a module that exports `fetch` or takes events as `handler`. */
export interface StartCheck {
  readonly kind: 'stdio' | 'fetch' | 'event';
  /** In the output, or in the archive. */
  readonly script: string;
}

export interface Target {
  /** Literally the `--target` value and the folder's name. */
  readonly name: string;
  readonly supports: TargetSupport;
  readonly host: BundleHost;
  /** Bundles beside the server's own, by a key (letters and hyphens) under which `files` finds them. */
  readonly furtherBundles?: Readonly<Record<string, FurtherBundle>>;
  /** Imported before everything else: reports what the user's modules throw while they load. Called with the server's name. */
  readonly startReport?: { readonly module: string; readonly report: string };
  /** Imported next: makes variables of what a host asked at installation. Called with the rows, where there are any. */
  readonly installationAnswers?: ImportedName & { of(packaging: Packaging): readonly JsonObject[] };
  readonly bundle: {
    readonly platform: 'node' | 'neutral';
    readonly format: 'cjs' | 'esm';
    /** `build.format` may ask for the other one. */
    readonly mayBeModule?: boolean;
    readonly syntax: string;
    /** Names its source map, for those who debug it as a part of their program. */
    readonly namesMap?: true;
    readonly conditions: readonly string[];
    /** Modules of Node that the platform has although it is not Node, without `node:`. */
    readonly builtins?: ReadonlySet<string>;
    /** Prints the bundle's first statement. */
    opening?(name: string, nodeVersion: string): string;
    /** Folder of the bundle and of what lies beside it, in the output or in its archive. Default: the output itself. */
    readonly folder?: string;
    fileName(name: string): string;
    /** Where the files lie that modules name, beside the bundle. */
    assetFolder(name: string): string;
  };
  /** Its clients are in the same page: nothing listens, and a source map lies beside the bundle for its developers. */
  readonly inPage?: true;
  /** No request of HTTP reaches it. Default: it, or its platform, listens. */
  readonly listens?: false;
  /** Largest body of a request that the platform passes on; absent where it has no limit of its own. */
  readonly maxBodyBytes?: number;
  /** Default variables of every deployment; the config and the environment at run time win over them. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Names in the output folder that the platform's own tools write before they run a build, which may replace them. */
  readonly foreignNames?: readonly string[];
  /** The output is one archive of all files. */
  readonly archive?: {
    /** Stands in front of the others. */
    readonly firstFile: string;
    fileName(input: TargetInput): string;
  };
  /** Where a single executable for a platform (`linux-x64`) lies in the output; absent where none can be made. */
  readonly executable?: (name: string, platform: string) => string;
  /** Absent where only the platform can start it. */
  readonly startCheck?: (name: string) => StartCheck;
  check?(model: CompiledModel): readonly Diagnostic[];
  files(input: TargetInput): readonly OutputFile[];
  platformFile?(input: PlatformFileInput): PlatformFile;
}

interface FormatRequest {
  readonly build: { readonly format?: 'cjs' | 'esm' };
  readonly executable?: boolean;
}

/** The target as this request builds it: `build.format` where it has both. A single executable is CommonJS. */
export function inFormat(target: Target, { build, executable }: FormatRequest): Target {
  const { bundle } = target;
  const isModule = bundle.mayBeModule === true && build.format === 'esm' && executable !== true;
  return isModule && bundle.format !== 'esm' ? { ...target, bundle: { ...bundle, format: 'esm' } } : target;
}

export type SourceMapKind = 'external' | 'inline' | 'none';

interface SourceMapRequest {
  readonly build: { readonly sourcemap?: SourceMapKind };
  readonly executable?: boolean;
}

/** Where the source map of a bundle lies: beside it, in it, or nowhere. Archives, executables and workers have none. */
export function sourceMapKind(
  { archive, bundle, inPage }: Target,
  { build: { sourcemap = 'external' }, executable }: SourceMapRequest,
): SourceMapKind {
  if (archive !== undefined || (bundle.platform !== 'node' && inPage !== true)) return 'none';
  return executable === true && sourcemap === 'inline' ? 'none' : sourcemap;
}

/** Typed identity, so that a target's file is data. */
export const defineTarget = (target: Target): Target => target;
