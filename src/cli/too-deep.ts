import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic } from '../compiler/diagnostics/index.ts';
import { relativePosix } from '../std/paths.ts';

/** TypeScript, JSON and our own readers follow what is nested by calls, of which a stack takes some thousands. */
export const isTooDeep = (error: unknown): boolean => error instanceof RangeError && error.message === 'Maximum call stack size exceeded';

/** Open brackets that no person writes. */
const tooMany = 500;
const isRead = /\.(?:[cm]?[jt]sx?|jsonc?)$/;
/** Of a folder that is no project: a home folder, say. */
const maxFiles = 5_000;

/** Names the file with the most brackets within each other. What is deep without any (operators in a row) is found by nobody. */
export function tooDeepFinding(folder: string): Diagnostic {
  const { depth, file } = deepestIn(folder);
  const named = file === '' ? 'A file that was read' : relativePosix(folder, file);
  const count = file === '' ? '' : `: ${depth} brackets are open at once`;
  return {
    code: 'nested-too-deeply',
    severity: 'error',
    message: `${named} is nested too deeply${count}`,
    hint: 'Look for thousands of brackets, `else if` or operators in a row, in generated sources or JSON above all',
  };
}

function deepestIn(folder: string): { readonly file: string; readonly depth: number } {
  const none = { file: '', depth: tooMany };
  try {
    return filesOf(folder)
      .map((file) => ({ file, depth: depthOf(file) }))
      .reduce((one, other) => (other.depth > one.depth ? other : one), none);
  } catch {
    // A folder that cannot be read: the finding stands without a name.
    return none;
  }
}

function filesOf(folder: string): readonly string[] {
  const found: string[] = [];
  const open = [folder];
  for (let next = open.pop(); next !== undefined && found.length < maxFiles; next = open.pop())
    for (const entry of readdirSync(next, { withFileTypes: true }))
      if (entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.')) open.push(join(next, entry.name));
      else if (entry.isFile() && isRead.test(entry.name)) found.push(join(next, entry.name));
  return found;
}

function depthOf(file: string): number {
  let depth = 0;
  let most = 0;
  for (const [sign] of readFileSync(file, 'utf8').matchAll(/[()[\]{}]/g))
    if ('([{'.includes(sign)) most = Math.max(most, ++depth);
    else depth--;
  return most;
}
