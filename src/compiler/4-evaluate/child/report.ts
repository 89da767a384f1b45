import { writeSync } from 'node:fs';
import { AdapterNotPrepared } from '@service/sdk/entries';
import { ServiceError } from '@service/sdk/errors';
import { memberOf } from '@service/sdk/internal';
import type { ChildReport, ThrownError } from '../child-report.ts';
import { givenVariables } from '../../isolation/given-variables.ts';
import { noteVariable } from './effects.ts';

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
  if (error instanceof AdapterNotPrepared) return reportUnprepared(error);
  const described = describeError(error);
  if (memberOf(error, 'code') === 'ERR_DLOPEN_DISABLED') return { kind: 'needs', need: 'a native add-on', stack: described.stack };
  return { kind: 'threw', during, error: described, environment: variablesRead() };
}

function reportUnprepared({ adapter, address, cause, detail, problem }: AdapterNotPrepared): ChildReport {
  const stack = cause instanceof Error ? (cause.stack ?? '') : '';
  return { kind: 'unprepared', adapter, problem, detail: describeCause(cause, detail), address, stack };
}

/** Of what Node denies, our own words. */
const describeCause = (cause: unknown, detail: string): string =>
  cause instanceof Error && memberOf(cause, 'code') === 'ERR_ACCESS_DENIED' ? `prepare failed: ${messageOf(cause)}` : detail;

/** A message for the author: Node's own names flags of the evaluating process. */
function messageOf(error: Error): string {
  if (memberOf(error, 'code') !== 'ERR_ACCESS_DENIED') return error.message;
  const resource = 'resource' in error && typeof error.resource === 'string' ? ` ${error.resource}` : '';
  if ('permission' in error && error.permission === 'FileSystemWrite')
    return `it tried to write${resource}; while definitions load they may write to the project's cache alone, and to nothing under audit, doctor and inspect`;
  return `it tried to use what loading definitions may not: ${'permission' in error ? String(error.permission) : error.message}`;
}

function describeError(error: unknown): ThrownError {
  if (!(error instanceof Error)) return { name: 'Error', message: `a value that is not an Error was thrown: ${String(error)}`, stack: '' };
  const own = error instanceof ServiceError ? { code: error.code } : {};
  const name = memberOf(error, 'code') === 'ERR_ACCESS_DENIED' ? 'Error' : error.name;
  return { name, message: messageOf(error), stack: error.stack ?? '', ...own };
}

/*
 * Imported before the user's modules in the evaluating process: remembers which variables they read, because what a variable decides at
 * build may be decided otherwise where the bundle runs. The state is the process's own and ends with it.
 */
const variables = process.env;
const names = new Set<string>();

const given = variables[givenVariables];
delete variables[givenVariables];
if (given !== undefined) Object.assign(variables, JSON.parse(given) as Readonly<Record<string, string>>);

const note = (name: string | symbol): void => void (typeof name === 'string' && names.add(name));

process.env = new Proxy(variables, {
  get: (target, name): unknown => {
    note(name);
    return Reflect.get(target, name);
  },
  set: (target, name, value) => {
    noteVariable(name);
    return Reflect.set(target, name, value);
  },
  has: (target, name) => {
    note(name);
    return Reflect.has(target, name);
  },
});

/** What has been read so far. */
export const variablesRead = (): { readonly name: string; readonly isSet: boolean }[] =>
  [...names].map((name) => ({ name, isSet: variables[name] !== undefined }));

const cwd = process.cwd.bind(process);
const folder = { isRead: false };
process.cwd = () => {
  folder.isRead = true;
  return cwd();
};

/** The folder of the project, for our own questions. */
export const projectFolder = (): string => cwd();

/** True when something asked in which folder it runs, which is another one where the bundle does. */
export const isFolderRead = (): boolean => folder.isRead;
