import type { ImportGraph } from '../bundler-plugin/index.ts';
import type { PlatformFiles } from '../compile-types.ts';
import type { RawMap } from '../model/raw-map.ts';
import type { Diagnostic } from '../diagnostics/index.ts';
import type { OutputFile } from '../target.ts';

/** A source map, and the text that it is of: the code, or its end. */
export interface MapOfText {
  readonly raw: RawMap;
  readonly text: string;
}

export interface BundledFile {
  readonly code: string;
  /** Absent where none is asked for. */
  readonly map?: MapOfText | undefined;
  /** Bytes in the output by input path, as the bundler counts them. */
  readonly bytesByInput: Readonly<Record<string, number>>;
  /** Files that import zod, as in `bytesByInput`. */
  readonly zodImporters: readonly string[];
  /** Absolute paths of every file that was read. */
  readonly inputs: readonly string[];
  /** What each module imports, by absolute path. */
  readonly imports: ImportGraph;
  /** What the bundler warns of. */
  readonly warnings: readonly Diagnostic[];
  /** Modules of Node that the platform brings: `node:events`. */
  readonly builtins: readonly string[];
}

/** Files and packages beside a bundle. */
export interface BundledAssets {
  readonly files: readonly OutputFile[];
  /** Absolute paths of the files and folders that these were read from. */
  readonly inputs: readonly string[];
  /** The same for each platform that has an archive of its own; `files` are those of the first. */
  readonly byPlatform?: readonly PlatformFiles[];
  /** Packages that were copied, for the report and the manifest. */
  readonly packages: readonly CopiedPackage[];
}

export interface CopiedPackage {
  readonly name: string;
  readonly version: string;
  /** Its folder in the output. */
  readonly path: string;
  /** An add-on compiled for this system. */
  readonly native: boolean;
  /** `engines.node` of its manifest. */
  readonly engine?: string;
}
