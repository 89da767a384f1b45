import { writeSync } from 'node:fs';
import { ServiceError } from '@service/sdk/errors';
import type { ChildReport, ThrownError } from '../child-report.ts';
import { variablesRead } from './environment.ts';

/** The pipe to the compiler; stdout and stderr belong to the user's code. */
const reportDescriptor = 3;

/** Taken before the guard replaces it and before the user's modules run. */
const exit = process.exit.bind(process);

/** Sends the one report and ends the process: a timer or an open handle of the user's code must not keep the compiler waiting. */
export function sendReport(report: ChildReport): never {
  const bytes = Buffer.from(JSON.stringify(report));
  for (let sent = 0; sent < bytes.length;) sent += writeSync(reportDescriptor, bytes, sent);
  process.removeAllListeners('exit');
  return exit(0);
}

/** The report of what was thrown. */
export function reportOfError(during: 'load' | 'model', error: unknown): ChildReport {
  const described = describeError(error);
  if (codeOf(error) === 'ERR_DLOPEN_DISABLED') return { kind: 'needs', need: 'a native add-on', stack: described.stack };
  return { kind: 'threw', during, error: described, environment: variablesRead() };
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/** A message for the author: Node's own names flags of the evaluating process. */
function messageOf(error: Error): string {
  if (codeOf(error) !== 'ERR_ACCESS_DENIED') return error.message;
  const resource = 'resource' in error && typeof error.resource === 'string' ? ` ${error.resource}` : '';
  if ('permission' in error && error.permission === 'FileSystemWrite')
    return `it tried to write${resource}; while definitions load they may write to the project's cache alone, and to nothing under audit, doctor and inspect`;
  return `it tried to use what loading definitions may not: ${'permission' in error ? String(error.permission) : error.message}`;
}

function describeError(error: unknown): ThrownError {
  if (!(error instanceof Error)) return { name: 'Error', message: `a value that is not an Error was thrown: ${String(error)}`, stack: '' };
  const own = error instanceof ServiceError ? { code: error.code } : {};
  const name = codeOf(error) === 'ERR_ACCESS_DENIED' ? 'Error' : error.name;
  return { name, message: messageOf(error), stack: error.stack ?? '', ...own };
}
