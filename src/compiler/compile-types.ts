import type { BuiltWidget, JsonObject } from '@service/sdk/model';
import type { AdapterLine, DocumentSource } from './model/documents.ts';
import type { Diagnostic } from './diagnostics/diagnostic.ts';
import type { CompiledModel } from './model/compiled-model.ts';
import type { VariableRead } from './model/environment-sources.ts';
import type { Packaging, Executable } from './model/packaging.ts';
import type { KeptSchema } from './model/schemas.ts';
import type { AwaitingModule } from './model/top-level-await.ts';
import type { RawMap, SourceEdit } from './model/source-edit.ts';
import type { WidgetTemplate } from './model/written-widgets.ts';
import type { Span } from './model/span.ts';
import type { OutputFile, PlatformFile, PlatformRequest, SourceMapKind, Target } from './target.ts';

/** What a compilation needs to know; the CLI makes it from flags, variables and the config file. */
export interface CompileRequest {
  /** Absolute project folder. */
  readonly root: string;
  /** Absolute path of the entry module. */
  readonly entry: string;
  readonly name: string;
  readonly version: string;
  /** `transport.http.path` of the config file, when there is one. */
  readonly configHttpPath?: string;
  readonly configHttpPort?: number;
  /** `deployments[].server` of the chosen deployment as variables (`SERVICE_CSP_ENABLED`, …); an already set variable wins at run time. */
  readonly variables: Readonly<Record<string, string>>;
  /** Absolute folder of the output, which a project's own platform file has to name. */
  readonly folder?: string;
  /** What the deployment says of the platform's file. */
  readonly platform?: PlatformRequest | undefined;
  readonly nodeVersion?: string;
  /** For targets that make an archive. */
  readonly packaging?: Packaging;
  /** What the generated command line is told, on the target that has one. */
  readonly commandLine?: JsonObject;
  readonly build: {
    readonly external?: readonly string[];
    readonly define?: Readonly<Record<string, string>>;
    readonly minify?: boolean;
    readonly bundler?: 'esbuild' | 'rollup';
    readonly format?: 'cjs' | 'esm';
    readonly sourcemap?: SourceMapKind;
    /** The source map holds the texts of the sources. */
    readonly sourcesContent?: boolean;
    /** Files that are copied beside the bundle: paths from the project, with `*` and `**`. */
    readonly assets?: readonly string[];
    /** What an import of a file is, by its ending. */
    readonly loader?: Readonly<Record<string, string>>;
    /** Texts that environment variables may have where they decide options. */
    readonly variants?: Readonly<Record<string, readonly string[]>>;
    /** Packages that are copied beside the bundle with what they need, instead of bundled. */
    readonly nativeAddons?: readonly string[];
  };
  /** Add a single executable, where the target has one. */
  readonly executable?: boolean;
  /** Executables of other machines, checked, for targets that make an archive. */
  readonly merged?: readonly Executable[];
  /** Leave schemas of zod as they are: what a bundle with tables is compared with. */
  readonly keepSchemas?: boolean;
  /** Type-check the project (TypeScript's own diagnostics) too. */
  readonly typeCheck: boolean;
  /** Ignore type errors in test files that the entry does not import: no bundle holds them. */
  readonly skipTests?: boolean;
  /** False: run no code of the project, and skip the checks that need it. Default: true. */
  readonly evaluate?: boolean;
  /** Inspection only: the definitions always run restricted and write nothing. */
  readonly alwaysIsolated?: boolean;
  /** Also what only `service audit` reports. */
  readonly audit?: boolean;
  /** Variables that the definitions see while they are evaluated, beside the system's own. Default: none. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Where documents of adapters come from that are not in the lock of the project: `service build --refresh`. Default: nowhere. */
  readonly documents?: DocumentSource;
  /** Milliseconds that evaluating the definitions may take. */
  readonly evaluationTimeoutMs: number;
  /** Also give the widgets: to be made anew, and to find their positions in the sources: `service dev`. Default: false. */
  readonly locatesWidgets?: boolean;
  /** Parsed files of earlier compilations. Default: none are kept. */
  readonly cache?: CompileCache;
  /** What phases 1 to 4 found for other targets, while no file of the project changes. Default: each compilation reads it. */
  readonly readings?: ProjectReadings;
  /** Aborts the compilation (Ctrl-C); nothing is left half-written. */
  readonly signal?: AbortSignal;
}

/** What phase 1 keeps from one compilation for the next; `createCompileCache` makes one. */
export interface CompileCache {
  readonly parsed: Map<string, { readonly text: string }>;
  /** Of files that nothing changes while the cache lives, what is read and resolved there is kept too. Default: of none. */
  readonly fixed?: { readonly isFixed: (path: string) => boolean; readonly kept: Map<string, unknown> };
}

/** Results of phases 1 to 4 by what decides them; `createReadings` makes one. */
export interface ProjectReadings {
  readonly kept: Map<string, unknown>;
}

export interface AnalysisResult {
  /** Absent when errors made it impossible. */
  readonly model?: CompiledModel;
  readonly diagnostics: readonly Diagnostic[];
  /** Variables that the definitions read while they were loaded. */
  readonly environment?: readonly VariableRead[];
  /** What adapters report of their documents. */
  readonly adapterLines?: readonly AdapterLine[];
  /** Modules of the project and its packages that await outside of functions. */
  readonly awaiting?: readonly AwaitingModule[];
  /** Absolute paths of the files that evaluation read, also of those that are no sources. */
  readonly evaluated?: readonly string[];
  /** Source text by project-relative path, for code frames. */
  readonly sources: ReadonlyMap<string, string>;
}

export interface BuildOutput {
  readonly target: Target;
  readonly entryPath: string;
  readonly files: readonly OutputFile[];
  readonly platformFile?: PlatformFile;
  /** Documents that the bundle holds. */
  readonly widgets: readonly MadeWidget[];
  readonly report: BundleReport;
}

export interface ZodReason {
  /** `src/tools/add.tool.ts:9:3`; absent where a package brought it. */
  readonly place?: string;
  readonly text: string;
  /** What would let it go. */
  readonly hint: string;
}

export interface HeavyModule {
  /** `@service/sdk/mcp/answer.ts`, `zod/v4/core.js`, `src/main.ts`. */
  readonly name: string;
  readonly bytes: number;
  /** The shortest chain of imports from the entry, by the same names. */
  readonly importedBy: readonly string[];
}

export interface PackagedLibrary {
  readonly name: string;
  readonly version: string;
  /** `license` of its package.json. */
  readonly license?: string;
  /** Licence and notice files. */
  readonly texts: readonly string[];
}

/** What happened when the artifact was started. */
export interface StartProof {
  /** From spawn to the first answer. */
  readonly milliseconds?: number;
  /** Why it could not be started on this machine. */
  readonly skipped?: string;
}

export interface BundleReport {
  readonly bytes: number;
  readonly gzipBytes: number;
  /** Bundles beside the server's own, by their path in the output. */
  readonly further: readonly { readonly path: string; readonly bytes: number; readonly gzipBytes: number }[];
  /** Source maps, by their paths in the output: no part of the bundles' sizes. */
  readonly sourceMaps?: readonly { readonly path: string; readonly bytes: number }[];
  /** Absolute paths of every file the bundler read. */
  readonly inputs: readonly string[];
  /** Files that put bytes into the bundle, as the bundler names them; for what must not be in it. */
  readonly bundled: readonly string[];
  /** Largest packages in the bundle, most bytes first. */
  readonly packages: readonly { readonly name: string; readonly bytes: number }[];
  /** The largest modules, most bytes first. */
  readonly heaviest: readonly HeavyModule[];
  /** Every package with code in the output. */
  readonly libraries: readonly PackagedLibrary[];
  /** How the artifact started; absent where no start was tried. */
  readonly start?: StartProof;
  /** The part of zod in the bundle and its importers; absent without zod. Its message texts do not count. */
  readonly zod?: { readonly bytes: number; readonly because: readonly ZodReason[] };
  /** Files beside the bundle that modules or `build.assets` name, by their path in the output; packages are not among them. */
  readonly assets: readonly { readonly path: string; readonly bytes: number }[];
  /** Packages that lie beside the bundle as they are. */
  readonly copied: readonly { readonly name: string; readonly version: string; readonly bytes: number; readonly native: boolean }[];
  /** The single executable, by its path in the output. */
  readonly executable?: {
    readonly path: string;
    readonly platform: string;
    readonly bytes: number;
    /** The Node of the build cannot make one that ignores NODE_OPTIONS. */
    readonly loadsNodeOptions?: true;
  };
  /** Executables of other platforms, by their paths in the output. */
  readonly merged?: readonly { readonly path: string; readonly platform: string; readonly bytes: number }[];
  /** Features of the plan and why each is in. */
  readonly features: readonly { readonly name: string; readonly because: string }[];
  /** Modules of Node that the platform brings, where it is not Node: `node:events`. */
  readonly builtins: readonly string[];
}

/** A bundle beside the server's own. */
export interface FurtherFile {
  /** Of the target's `furtherBundles`. */
  readonly key: string;
  readonly fileName: string;
  readonly code: string;
  readonly map?: RawMap | undefined;
  readonly bytes: number;
  readonly gzipBytes: number;
}

/** A server's code in memory: the result of phase 7. */
/** Files beside a bundle, for one platform. */
export interface PlatformFiles {
  /** `linux-x64`. */
  readonly platform: string;
  readonly files: readonly OutputFile[];
}

export interface BundledServer {
  readonly code: string;
  /** Of the code; absent where no file is made of it. */
  readonly map?: RawMap | undefined;
  readonly further: readonly FurtherFile[];
  readonly report: BundleReport;
  readonly widgets: readonly MadeWidget[];
  /** Files beside the bundle. */
  readonly files: readonly OutputFile[];
  /** The same for each platform that has an archive of its own. */
  readonly byPlatform?: readonly PlatformFiles[] | undefined;
  /** `nodeVersion` of the config, or what a native package asks for beyond it. Default: that of the request. */
  readonly nodeVersion?: string;
}

export interface BuildResult extends AnalysisResult {
  /** Absent when there is an error. */
  readonly output?: BuildOutput;
}

export interface PlannedFeature {
  readonly name: string;
  /** Why it is in, for the report. */
  readonly because: string;
  readonly module: string;
  readonly exportName: string;
}

/** A component file of `auth.ui`. */
export interface PlannedPage {
  /** Its module is `service:<name>`, what takes it over in the browser `service:<name>-script`. */
  readonly name: string;
  /** Absolute. */
  readonly file: string;
  readonly written: string;
  /** A component of React, by its file's ending. */
  readonly react: boolean;
  readonly span?: Span;
}

/** A widget of a tool: one document of the bundle. */
export interface PlannedWidget {
  /** Its module is `service:<name>`. */
  readonly name: string;
  /** The tool as clients know it. */
  readonly tool: string;
  readonly template: WidgetTemplate;
  /** `ui` of the tool. */
  readonly ui: JsonObject;
  /** Member of `structuredContent` that holds what the tool returned, where it is no object. */
  readonly unwrap?: string | undefined;
  readonly span?: Span | undefined;
  /** Of an entry of `ui.csp`. */
  readonly spanOfCsp?: Span | undefined;
}

/** A widget's document, and what it was made of. */
export interface MadeWidget {
  readonly name: string;
  /** The tool as clients know it. */
  readonly tool: string;
  readonly built: BuiltWidget;
  /** Absolute paths of its files. */
  readonly inputs: readonly string[];
  readonly warnings: readonly Diagnostic[];
  /**
   * `src/chart.widget.ts:3:7`; undefined where the sources say nothing of it, or without `locatesWidgets`.
   * @param line of the document, from 1
   * @param column from 1
   */
  readonly placeOf: (line: number, column: number) => string | undefined;
  /** Makes it once more, of the files as they are now and the options as they were. */
  readonly again: () => Promise<MadeWidget | { readonly diagnostics: readonly Diagnostic[] }>;
}

/** Settings for the host: plain data in the generated entry. */
export interface PlannedSettings {
  readonly name: string;
  readonly target: string;
  readonly version: string;
  readonly entryPath: string;
  readonly port: number;
  /** `SERVICE_*` variables from `deployments[].server`; one that is set where the bundle runs wins. */
  readonly variables: Readonly<Record<string, string>>;
  /** Of a command line that is generated from the server. */
  readonly commandLine?: JsonObject;
}

/** One key of `paths`. */
export interface PathAlias {
  /** With at most one `*`. */
  readonly pattern: string;
  /** Absolute, with a `*` where the pattern has one. */
  readonly targets: readonly string[];
}

/** Everything phase 7 needs: generated modules by name (`entry` is the first), what they stand for, and how to bundle. */
export interface BundlePlan {
  readonly root: string;
  readonly target: Target;
  readonly model: CompiledModel;
  readonly settings: PlannedSettings;
  readonly features: readonly PlannedFeature[];
  readonly revisions: readonly PlannedFeature[];
  readonly generated: Readonly<Record<string, string>>;
  /** Text behind every bundle: functions that the generated modules call. */
  readonly ending: string;
  readonly edits: readonly SourceEdit[];
  readonly typescript: TypeScriptSettings;
  readonly pages: readonly PlannedPage[];
  readonly widgets: readonly PlannedWidget[];
  /** Packages that plugins import, as the project finds them. */
  readonly modules: readonly string[];
  /** Why options are read and checked where the bundle runs; absent when the model of the build is that of every start. */
  readonly dynamicOptions?: string | undefined;
  /** Places that keep zod in the bundle, should it be there. */
  readonly keptSchemas: readonly KeptSchema[];
}

/** TypeScript's settings that a bundler does not find by itself. */
export interface TypeScriptSettings {
  /** Absolute path of a tsconfig.json for all files of the project, where the bundler would not find it. */
  readonly tsconfig: string | undefined;
  /** `paths` of tsconfig.json, for a bundler that reads none. */
  readonly pathAliases: readonly PathAlias[];
  readonly decorators: DecoratorCompiler | undefined;
}

/** Compiles the files of a project whose decorators need the types of what they decorate (`emitDecoratorMetadata`). */
export interface DecoratorCompiler {
  /** Absolute paths of the files with decorators. */
  readonly files: readonly string[];
  /**
   * JavaScript by path.
   * @param texts current texts of those files, by absolute path
   */
  compile(texts: ReadonlyMap<string, string>, options?: { readonly withMap?: boolean }): ReadonlyMap<string, string>;
}
