import type { Diagnostic } from '../compiler/diagnostics/index.ts';

/** The configuration cannot be used; holds every fault that was found, with the sources for their frames. */
export class ConfigProblem extends Error {
  override readonly name = 'ConfigProblem';
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: ReadonlyMap<string, string>;

  constructor(diagnostics: readonly Diagnostic[], sources: ReadonlyMap<string, string> = new Map()) {
    super(diagnostics.map((diagnostic) => diagnostic.message).join('; '));
    this.diagnostics = diagnostics;
    this.sources = sources;
  }
}
