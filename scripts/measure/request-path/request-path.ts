import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { modernRequest, send } from '../../../test/support/wire-client.ts';
import { readImports } from '../../borders/read-imports.ts';
import type { MeasureRun, Measurement } from '../measurement.ts';
import { serveSmallest } from './small-server.ts';
import { ranFunctions, type RanFunctions } from './ran-functions.ts';

/** A change that needs more files makes a request harder to follow. */
export const limits = { path: 24, visited: 24 } as const;

/** The files of one warm `tools/call` over HTTP, by their path in the repository. */
export interface RequestPath {
  /** Every file of which a function ran. */
  readonly visited: readonly string[];
  /** Those that hand the request on: they call a function of another one. The others answer one question and return. */
  readonly path: readonly string[];
}

export async function measureRequestPath({ root }: MeasureRun): Promise<Measurement> {
  const { path, visited } = await requestPath(root);
  const told = `One tools/call is handed on by ${path.length} files (at most ${limits.path}) and visits ${visited.length} (at most ${limits.visited}).`;
  return {
    report: { path: path.length, visited: visited.length, files: path },
    lines: [...visited.map((file) => `${path.includes(file) ? 'hands on' : 'returns '}  ${file}`), told],
    holds: path.length <= limits.path && visited.length <= limits.visited,
  };
}

export async function requestPath(root: string): Promise<RequestPath> {
  const run = await serveSmallest();
  const call = modernRequest('tools/call', { name: 'add', arguments: { a: 2, b: 3 } });
  try {
    const ran = await ranFunctions(() => send({ port: run.port, ...call }));
    const named = (file: string): string => relative(root, file).split(sep).join('/');
    return {
      visited: [...ran.keys()].map(named).sort(),
      path: [...ran.keys()]
        .filter((file) => handsOn(file, ran))
        .map(named)
        .sort(),
    };
  } finally {
    await run.stop(0);
  }
}

/** Whether it imports something by the name of a function that ran elsewhere. */
function handsOn(file: string, ran: RanFunctions): boolean {
  const imported = readImports(file, readFileSync(file, 'utf8')).imports.flatMap(({ names }) => names);
  const elsewhere = [...ran].filter(([other]) => other !== file && !other.includes(`${sep}std${sep}`));
  return imported.some((name) => elsewhere.some(([, names]) => names.has(name)));
}
