import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { withoutByteOrderMark } from '../../compiler/diagnostics/source-text.ts';

/** Variables of a file in the form of `.env`; none where there is no such file. */
export function readEnvFile(file: string): Readonly<Record<string, string | undefined>> {
  try {
    return parseEnv(withoutByteOrderMark(readFileSync(file, 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
}
