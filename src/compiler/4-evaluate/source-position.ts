import { SourceMap, type SourceMapPayload } from 'node:module';
import { isAbsolute, resolve, sep } from 'node:path';
import { spanAt } from '../bundler-plugin/index.ts';
import type { Span } from '../model/span.ts';
import { bundleDefinitions, type DefinitionsRequest } from './bundle-definitions.ts';

interface SourcePosition {
  readonly span: Span;
  /** False for a file of a package. */
  readonly isOwn: boolean;
}

/** `[stdin]:<line>:<column>` in a stack frame, `[eval1]:…` of an ES module: the evaluation bundle is given to node on its standard input. */
const frame = /\[(?:stdin|eval1)\]:(\d+):(\d+)/g;

/** The first position of the stack in the user's own files, else the first in a package; undefined when there is none. */
function findSourcePosition(root: string, mapText: string, stack: string): SourcePosition | undefined {
  if (mapText === '') return undefined;
  const map = new SourceMap(parseMap(mapText));
  let ofPackage: Span | undefined;
  for (const [, line, column] of stack.matchAll(frame)) {
    const entry = map.findEntry(Number(line) - 1, Number(column) - 1);
    if (!('originalSource' in entry) || entry.originalSource === undefined) continue;
    const file = isAbsolute(entry.originalSource) ? entry.originalSource : resolve(root, entry.originalSource);
    const isOwn = isUsersFile(root, file);
    if (!isOwn && (ofPackage !== undefined || !isInPackages(root, file))) continue;
    const span = spanAt(root, { file, line: entry.originalLine + 1, column: entry.originalColumn + 1 });
    if (isOwn && span !== undefined) return { span, isOwn };
    ofPackage ??= span;
  }
  return ofPackage === undefined ? undefined : { span: ofPackage, isOwn: false };
}

/** Spans of stacks. The bundle is made once more with a map, when something has to be shown at its line. */
export function positionsOf(request: DefinitionsRequest): FindPosition {
  let mapping: ReturnType<typeof bundleDefinitions> | undefined;
  return async (stack) => {
    const mapped = await (mapping ??= bundleDefinitions(request, { withMap: true }));
    return findSourcePosition(request.root, 'code' in mapped ? mapped.map : '', stack);
  };
}

export type FindPosition = (stack: string) => Promise<SourcePosition | undefined>;

/** A place that the author can change. */
export const ownSpan = (position: SourcePosition | undefined): Span | undefined => (position?.isOwn === true ? position.span : undefined);

/** esbuild wrote the text, so its shape is known. */
const parseMap = (text: string): SourceMapPayload => JSON.parse(text) as SourceMapPayload;

const isUsersFile = (root: string, file: string): boolean => file.startsWith(root + sep) && !isInPackages(root, file);

const isInPackages = (root: string, file: string): boolean =>
  file.startsWith(root + sep) && file.slice(root.length).includes(`${sep}node_modules${sep}`);
