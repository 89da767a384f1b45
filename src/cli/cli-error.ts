import type { Diagnostic } from '../compiler/diagnostics/index.ts';
import type { ExitCodeName } from './exit-codes.ts';

/** A failure that the person at the keyboard can act on; anything else thrown is a defect of ours and gets a report file. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly code: string;
  readonly exit: ExitCodeName;
  readonly hint?: string;
  readonly diagnostics: readonly Diagnostic[];
  /** Source text by file name, for code frames. */
  readonly sources: ReadonlyMap<string, string>;

  constructor(problem: {
    readonly code: string;
    readonly message: string;
    readonly exit: ExitCodeName;
    readonly hint?: string;
    readonly suggestion?: string;
    readonly diagnostics?: readonly Diagnostic[];
    readonly sources?: ReadonlyMap<string, string>;
    readonly cause?: unknown;
  }) {
    super(problem.message, { cause: problem.cause });
    this.code = problem.code;
    this.exit = problem.exit;
    this.hint = problem.hint;
    this.sources = problem.sources ?? new Map();
    this.diagnostics = problem.diagnostics ?? [
      { code: problem.code, severity: 'error', message: problem.message, hint: problem.hint, suggestion: problem.suggestion },
    ];
  }
}

/** A wrong flag, name or value: exit 2. */
export function usageError(code: string, message: string, help: { readonly hint?: string; readonly suggestion?: string } = {}): CliError {
  return new CliError({ code, message, ...help, exit: 'usage' });
}
