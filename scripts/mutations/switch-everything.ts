import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isBelow } from './areas.ts';
import { equivalents } from './equivalent.ts';
import { mutantsOf } from './mutants-of.ts';
import { withSwitches } from './with-switches.ts';

export interface NumberedMutant {
  readonly id: number;
  /** Below the repository. */
  readonly file: string;
  readonly line: number;
  /** Hash of the file's path and of its changed text. */
  readonly key: string;
  /** For a person. */
  readonly told: string;
  /** Why no test can notice it. */
  readonly why?: string;
}

/** Every change of every source, put behind its switch in the copy. @throws {Error} for a reason that fits no change */
export function switchEverything(copy: string, sources: readonly string[]): readonly NumberedMutant[] {
  const found: NumberedMutant[] = [];
  const unused = new Set(equivalents.filter(({ file }) => sources.some((part) => isBelow(file, part))));
  for (const file of sources.flatMap((part) => filesOf(copy, part))) {
    const path = join(copy, file);
    const before = readFileSync(path, 'utf8');
    const lines = before.split('\n').map((line) => line.trim());
    const first = found.length;
    for (const { becomes, line, text, was } of mutantsOf(file, before)) {
      const reason = equivalents.find(
        (one) => one.file === file && one.line === lines[line - 1] && one.was === was && one.becomes === becomes,
      );
      if (reason !== undefined) unused.delete(reason);
      found.push({
        id: found.length,
        file,
        line,
        key: createHash('sha256').update(`${file}\n${text}`).digest('hex').slice(0, 24),
        told: `${file}:${line} ${was.replaceAll(/\s+/g, ' ')} -> ${becomes}`,
        ...(reason === undefined ? {} : { why: reason.why }),
      });
    }
    writeFileSync(path, withSwitches(file, before, first));
  }
  for (const { file, line } of unused)
    throw new Error(`scripts/mutations/equivalent.ts gives a reason for a change that is not there: ${file}: ${line}`);
  return found;
}

function filesOf(copy: string, part: string): readonly string[] {
  const path = join(copy, part);
  if (statSync(path).isFile()) return [part];
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).toSorted();
  return names.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts')).map((name) => `${part}/${name}`);
}
