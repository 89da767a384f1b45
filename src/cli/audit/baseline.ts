import { printJson } from '../../std/texts.ts';
import { memberOf } from '@service/sdk/internal';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Diagnostic } from '../../compiler/diagnostics/index.ts';
import { withoutByteOrderMark } from '../../compiler/diagnostics/diagnostic.ts';
import { CliError } from '../cli-error.ts';
import { readWhole } from '../read-whole.ts';

/** One accepted finding. Lines are left out, so that a change above it does not bring it back. */
export interface AcceptedFinding {
  readonly code: string;
  readonly file: string;
  readonly message: string;
  readonly fingerprint: string;
}

/** What a finding is known by: its code, file and text. */
export function fingerprintOf({ code, message, span }: Diagnostic): string {
  return createHash('sha256')
    .update(JSON.stringify([code, span?.file ?? '', message]))
    .digest('hex')
    .slice(0, 32);
}

/**
 * The fingerprints of a baseline file; undefined when there is no such file.
 * @throws {CliError} exit 2 for a file that is not a baseline: findings are never dropped by accident
 */
export async function readBaseline(cwd: string, file: string): Promise<ReadonlySet<string> | undefined> {
  const path = resolve(cwd, file);
  if (!existsSync(path)) return undefined;
  const text = await readWhole(path, { refuse: (why) => notABaseline(file, `it ${why}`) });
  const known = fingerprintsIn(text.toString());
  if (known === undefined) throw notABaseline(file, 'it holds no list `accepted` of findings');
  return new Set(known);
}

export function printBaseline(findings: readonly Diagnostic[]): string {
  const accepted = findings
    .map((finding): AcceptedFinding => {
      const { code, message, span } = finding;
      return { code, file: span?.file ?? '', message, fingerprint: fingerprintOf(finding) };
    })
    .sort((a, b) => (a.fingerprint < b.fingerprint ? -1 : 1));
  return printJson({ schemaVersion: 1, accepted });
}

function fingerprintsIn(text: string): readonly string[] | undefined {
  let read: unknown;
  try {
    read = JSON.parse(withoutByteOrderMark(text));
  } catch {
    return undefined;
  }
  const accepted = memberOf(read, 'accepted');
  if (!Array.isArray(accepted)) return undefined;
  const fingerprints = accepted.map((item: unknown) =>
    typeof item === 'object' && item !== null && 'fingerprint' in item && typeof item.fingerprint === 'string'
      ? item.fingerprint
      : undefined,
  );
  return fingerprints.every((fingerprint) => fingerprint !== undefined) ? fingerprints : undefined;
}

const notABaseline = (file: string, reason: string): CliError =>
  new CliError({
    code: 'bad-baseline',
    message: `${file} is not a baseline of this command: ${reason}`,
    hint: 'Make it again with `service audit --write-baseline`',
    exit: 'usage',
  });
