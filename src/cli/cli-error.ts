import type { Diagnostic } from '../compiler/diagnostics/diagnostic.ts';
import type { ExitCodeName } from './exit-codes.ts';

/** A failure that the person at the keyboard can act on; anything else thrown is a defect of ours and gets a report file. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly code: string;
  readonly exit: ExitCodeName;
  readonly hint?: string;
  readonly diagnostics: readonly Diagnostic[];

  constructor(problem: { readonly code: string; readonly message: string; readonly exit: ExitCodeName; readonly hint?: string; readonly diagnostics?: readonly Diagnostic[]; readonly cause?: unknown }) {
    super(problem.message, { cause: problem.cause });
    this.code = problem.code;
    this.exit = problem.exit;
    this.hint = problem.hint;
    this.diagnostics = problem.diagnostics ?? [{ code: problem.code, severity: 'error', message: problem.message, hint: problem.hint }];
  }
}

/** A wrong flag, name or value: exit 2. */
export function usageError(code: string, message: string, hint?: string): CliError {
  return new CliError({ code, message, hint, exit: 'usage' });
}
