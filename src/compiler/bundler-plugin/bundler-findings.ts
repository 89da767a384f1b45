import { join, resolve } from 'node:path';
import type { Location, Message } from 'esbuild';
import { type Diagnostic, diagnose } from '../diagnostics/index.ts';
import type { Span } from '../model/span.ts';
import { insteadOfStart } from '../model/start-functions.ts';
import { unavailableSdkNames } from '../model/unavailable-names.ts';
import { relativePosix } from '../../std/paths.ts';
import { isPackageFile } from './keep-names.ts';
import { findSdkCopy } from './sdk-copy.ts';
import { spanAt } from './span-at.ts';
import { type UnresolvedImport, unresolvedFinding } from './unresolved-finding.ts';

/** The messages of a failed esbuild run as findings at their places. */
export function bundlerFindings(root: string, messages: readonly Message[]): Diagnostic[] {
  return messages.map((message) => {
    const span = spanOf(root, message);
    const place = { span };
    if (isTopLevelAwait(message))
      return diagnose('top-level-await', { place: placeOf(root, message), fixed: 'this bundle is a script' }, place);
    const missing = missingOfSdk(root, message.text);
    const instead = missing === undefined ? undefined : unavailableSdkNames.get(missing);
    if (instead !== undefined) return diagnose('name-unavailable', { name: `\`${missing}\` of @service/sdk`, instead }, place);
    if (missing !== undefined) return diagnose('start-call', { name: missing, instead: insteadOfStart(missing) }, place);
    const ending = /^No loader is configured for "([^"]+)" files: /.exec(message.text)?.[1];
    if (ending !== undefined) return diagnose('asset-loader', { ending }, place);
    const unresolved = unresolvedImport(root, message);
    return unresolved === undefined ? diagnose('bundle-failed', { text: message.text }, place) : unresolvedFinding(unresolved, place);
  });
}

/** esbuild gives no codes; this text is part of its own tests. */
export const isTopLevelAwait = ({ text }: Message): boolean => text.startsWith('Top-level await is currently not supported');

/** `src/main.ts:3:1`. */
export const placeOf = (root: string, { location }: Message): string =>
  location === null ? '' : `${relativePosix(root, resolve(root, location.file))}:${location.line}:${location.column + 1}`;

/** What esbuild warns of, at its places. An import for the sake of what a module does is nothing to leave out with a warning. */
export function bundlerWarnings(root: string, messages: readonly Message[]): Diagnostic[] {
  return messages.map((message) => {
    const location = { span: spanOf(root, message) };
    const dropped = /^Ignoring this import because "([^"]+)" was marked as having no side effects/.exec(message.text)?.[1];
    if (dropped !== undefined)
      return diagnose('import-dropped', { file: dropped, isInstalled: isPackageFile(resolve(root, dropped)) }, location);
    return diagnose('bundler-warning', { text: [message.text, ...remarksOf(message)].join('; ') }, location);
  });
}

/** Notes that stand for themselves; the others introduce a line of code. */
const remarksOf = ({ notes }: Message): string[] => notes.flatMap(({ location, text }) => (location === null ? [text] : []));

/** An export of `@service/sdk` that bundles do not have, because only standalone programs can use it. */
function missingOfSdk(root: string, text: string): string | undefined {
  const [, file, name] = /^No matching export in "([^"]+)" for import "([^"]+)"$/.exec(text) ?? [];
  if (file === undefined || name === undefined) return undefined;
  const { ending, folder } = findSdkCopy().runtime;
  return resolve(root, file) === join(folder, `compiled${ending}`) ? name : undefined;
}

/** Undefined for messages about something else, and for modules that have no file. */
export function unresolvedImport(root: string, { location, text }: Message): UnresolvedImport | undefined {
  const name = /^Could not resolve "([^"]+)"$/.exec(text)?.[1];
  return name === undefined || location === null || !isInFile(location) ? undefined : { name, importer: resolve(root, location.file) };
}

const isInFile = ({ namespace }: Location): boolean => namespace === 'file' || namespace === '';

export function spanOf(root: string, { location }: Message): Span | undefined {
  if (location === null || !isInFile(location)) return undefined;
  // esbuild counts columns in UTF-8 bytes.
  const bytes = Buffer.from(location.lineText);
  const column = bytes.subarray(0, location.column).toString().length + 1;
  const length = bytes.subarray(location.column, location.column + location.length).toString().length;
  return spanAt(root, { file: resolve(root, location.file), line: location.line, column, length });
}

/** True for the error that esbuild's `build` rejects with. */
export const isBundlerFailure = (error: unknown): error is Error & { readonly errors: readonly Message[] } =>
  error instanceof Error && 'errors' in error && Array.isArray(error.errors);
