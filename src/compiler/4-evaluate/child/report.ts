import { writeSync } from 'node:fs';
import { ServiceError } from '@service/sdk/errors';
import type { ChildReport, ThrownError } from '../child-report.ts';

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

export function describeError(error: unknown): ThrownError {
  if (!(error instanceof Error)) return { name: 'Error', message: `a value that is not an Error was thrown: ${String(error)}`, stack: '' };
  const own = error instanceof ServiceError ? { code: error.code } : {};
  return { name: error.name, message: error.message, stack: error.stack ?? '', ...own };
}
