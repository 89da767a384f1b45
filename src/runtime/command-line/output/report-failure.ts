import { ServiceError } from '../../errors/index.ts';
import { invalidParams } from '../../mcp/rpc-codes.ts';
import type { JsonObject } from '../../model/index.ts';
import { ClientError, RequestFailure } from '../../client/errors.ts';
import { CommandFailure, exitCodes, UsageFault } from '../failures.ts';
import type { OutputFormat } from '../settings.ts';
import { jsonLine, terminalText } from '../../terminal/index.ts';
import type { Terminal } from './terminal.ts';

/** Says what went wrong: in words on standard error, as data where programs read. @returns the exit code */
export function reportFailure(
  failure: unknown,
  { format, name, terminal }: { readonly name: string; readonly format: OutputFormat; readonly terminal: Terminal },
): number {
  const { exit, hint, message, ...facts } = describe(failure);
  if (format === 'json') terminal.out(jsonLine({ error: { message, ...(hint === undefined ? {} : { hint }), ...facts } }));
  const advice = hint === undefined ? '' : `  ${hint}${hint.endsWith('?') ? '' : '.'}\n`;
  terminal.error(terminalText(`${name}: ${message}\n${advice}`));
  return exit;
}

interface Described {
  readonly exit: number;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly code?: number;
  readonly data?: JsonObject[string];
}

function describe(failure: unknown): Described {
  if (failure instanceof UsageFault) return { exit: exitCodes.usage, message: failure.message, hint: failure.hint };
  if (failure instanceof RequestFailure) {
    const { code, data, message } = failure;
    return { exit: code === invalidParams ? exitCodes.usage : exitCodes.failure, message, code, ...(data === undefined ? {} : { data }) };
  }
  if (failure instanceof CommandFailure || failure instanceof ClientError)
    return { exit: exitCodes.failure, message: failure.message, hint: failure.hint };
  if (failure instanceof ServiceError) return { exit: exitCodes.failure, message: failure.message };
  const error = failure instanceof Error ? failure : new Error(String(failure));
  return { exit: exitCodes.failure, message: error.message, hint: 'Add --verbose to see the log of the server' };
}
