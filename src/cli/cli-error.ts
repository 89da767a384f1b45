import type { Diagnostic } from '../compiler/diagnostics/index.ts';
import type { CliCode } from './cli-codes.ts';
import type { ExitCodeName } from './exit-codes.ts';

/** A failure that the user can fix; any other error is a defect of ours and gets a report file. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly exit: ExitCodeName;
  readonly diagnostics: readonly Diagnostic[];
  /** Source text by file name, for code frames. */
  readonly sources: ReadonlyMap<string, string>;
  /** Absolute folder that the files of the findings are relative to. */
  readonly projectRoot: string | undefined;

  constructor(problem: CliProblem | FoundProblems) {
    super(problem.message, { cause: problem.cause });
    this.exit = problem.exit;
    this.sources = 'diagnostics' in problem ? problem.sources : new Map();
    this.projectRoot = 'diagnostics' in problem ? problem.projectRoot : undefined;
    this.diagnostics =
      'diagnostics' in problem
        ? problem.diagnostics
        : [{ code: problem.code, severity: 'error', message: problem.message, hint: problem.hint, suggestion: problem.suggestion }];
  }
}

interface CliProblem {
  readonly code: CliCode;
  readonly message: string;
  readonly exit: ExitCodeName;
  readonly hint?: string;
  readonly suggestion?: string;
  readonly cause?: unknown;
}

/** Findings of another component, passed on. */
interface FoundProblems {
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: ReadonlyMap<string, string>;
  readonly projectRoot?: string | undefined;
  readonly message: string;
  readonly exit: ExitCodeName;
  readonly cause?: unknown;
}

/** A wrong flag, name or value: exit 2. */
export function usageError(code: CliCode, message: string, help: { readonly hint?: string; readonly suggestion?: string } = {}): CliError {
  return new CliError({ code, message, ...help, exit: 'usage' });
}
