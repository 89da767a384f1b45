import { ClientError, RequestFailure } from '../client/errors.ts';
import { ServiceError } from '../errors/index.ts';
import { invalidParams } from '../mcp/rpc-codes.ts';
import type { JsonObject } from '../model/index.ts';
import { exitCodes, failureText, printOutcome } from '../terminal/index.ts';
import type { Terminal } from './output/terminal.ts';
import type { OutputFormat } from './settings.ts';

export { exitCodes };

/** The command was typed wrong: exit code 2. */
export class UsageFault extends Error {
  override readonly name = 'UsageFault';
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}

/** The command was right and did not succeed: exit code 1. Messages never hold a secret. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  readonly hint: string | undefined;

  constructor(message: string, options: { readonly hint?: string; readonly cause?: unknown } = {}) {
    super(message, options);
    this.hint = options.hint;
  }
}

/** Says what went wrong: in words on standard error, as data where programs read. @returns the exit code */
export function reportFailure(
  failure: unknown,
  { format, name, terminal }: { readonly name: string; readonly format: OutputFormat; readonly terminal: Terminal },
): number {
  const { exit, hint, message, ...facts } = describe(failure);
  const said = [failureText(name, message, hint === undefined || hint.endsWith('?') ? hint : `${hint}.`)];
  printOutcome({ data: { error: { message, hint, ...facts } }, said }, terminal, format === 'json');
  return exit;
}

interface Described {
  readonly exit: number;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly code?: number;
  readonly data?: JsonObject[string] | undefined;
}

function describe(failure: unknown): Described {
  if (failure instanceof UsageFault) return { exit: exitCodes.usage, message: failure.message, hint: failure.hint };
  if (failure instanceof RequestFailure) {
    const { code, data, message } = failure;
    return { exit: code === invalidParams ? exitCodes.usage : exitCodes.failure, message, code, data };
  }
  if (failure instanceof CommandFailure || failure instanceof ClientError)
    return { exit: exitCodes.failure, message: failure.message, hint: failure.hint };
  if (failure instanceof ServiceError) return { exit: exitCodes.failure, message: failure.message };
  const error = failure instanceof Error ? failure : new Error(String(failure));
  return { exit: exitCodes.failure, message: error.message, hint: 'Add --verbose to see the log of the server' };
}
