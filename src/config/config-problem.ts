import type { Diagnostic } from '../compiler/diagnostics/index.ts';
import type { ConfigCode } from './config-codes.ts';

/** A finding about the configuration: its code has a row in config-codes.ts. */
export interface ConfigDiagnostic extends Diagnostic {
  readonly code: ConfigCode;
}

/** The configuration cannot be used; holds every fault that was found, with the sources for their frames. */
export class ConfigProblem extends Error {
  override readonly name = 'ConfigProblem';
  readonly diagnostics: readonly ConfigDiagnostic[];
  readonly sources: ReadonlyMap<string, string>;
  /** Absolute folder that the files of the findings are relative to; undefined where no file was read. */
  readonly root: string | undefined;

  constructor(diagnostics: readonly ConfigDiagnostic[], sources: ReadonlyMap<string, string> = new Map(), root?: string) {
    super(diagnostics.map((diagnostic) => diagnostic.message).join('; '));
    this.diagnostics = diagnostics;
    this.sources = sources;
    this.root = root;
  }
}
