import { readdirSync, readFileSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import type { Diagnostic } from '../compiler/diagnostics/index.ts';
import { relativePosix } from '../std/paths.ts';
import { printJson } from '../std/texts.ts';

/** TypeScript, JSON and our own readers follow what is nested by calls, of which a stack takes some thousands. */
export const isTooDeep = (error: unknown): boolean => error instanceof RangeError && error.message === 'Maximum call stack size exceeded';

/** Open brackets that no person writes. */
const tooMany = 500;
const isRead = /\.(?:[cm]?[jt]sx?|jsonc?)$/;
/** Of a folder that is no project: a home folder, say. */
const maxFiles = 5_000;

/** Names the file with the deepest brackets. A file that is deep without brackets, such as one with operators in a row, is not found. */
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

interface FailureFacts {
  readonly version: string;
  readonly command: string;
  readonly error: unknown;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Writes a report of a defect of ours to a new temporary file, without values of flags and variables. @returns its path */
export function writeFailureReport(facts: FailureFacts): string {
  const error = facts.error instanceof Error ? facts.error : new Error(String(facts.error));
  const report = {
    tool: `service ${facts.version}`,
    node: process.version,
    platform: `${process.platform}-${process.arch}`,
    command: facts.command,
    error: error.name,
    message: hideSecrets(error.message, facts.env),
    stack: hideSecrets(error.stack ?? '', facts.env).split('\n'),
  };
  const file = join(mkdtempSync(join(tmpdir(), 'service-report-')), 'report.json');
  writeFileSync(file, printJson(report), { mode: 0o600 });
  return file;
}

const secretName = /SECRET|TOKEN|PASSWORD|PASSWD|KEY|CREDENTIAL|_URL$|DSN/;

/** Replaces the values of variables whose names promise a secret, and passwords inside URLs. */
export function hideSecrets(text: string, env: Readonly<Record<string, string | undefined>>): string {
  let hidden = text;
  for (const [name, value] of Object.entries(env))
    if (value !== undefined && value.length >= 6 && secretName.test(name.toUpperCase())) hidden = hidden.replaceAll(value, `<${name}>`);
  return hidden.replaceAll(/(\/\/[^\s/@:]+:)[^\s/@]+@/g, '$1<hidden>@');
}
