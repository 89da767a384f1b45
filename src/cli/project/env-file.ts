import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { withoutByteOrderMark } from '../../compiler/diagnostics/diagnostic.ts';
import { isFile } from '../../config/special-files.ts';
import { CliError } from '../cli-error.ts';
import { codeOf } from '../../std/error-code.ts';

/**
 * Variables of a file in the form of `.env`; none where there is no such file, as where a folder has its name.
 * @throws {CliError} for one that may not be read
 */
export function readEnvFile(file: string): Readonly<Record<string, string | undefined>> {
  if (!isFile(file)) return {};
  try {
    return parseEnv(withoutByteOrderMark(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new CliError({
      code: 'env-file-unreadable',
      message: `${file} cannot be read (${codeOf(error) ?? String(error)})`,
      hint: 'Give yourself the right to read it, or remove it',
      exit: 'environment',
      cause: error,
    });
  }
}
