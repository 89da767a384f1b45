/** How one test file of a batch ended. */
export interface FileEnd {
  readonly code: number;
  readonly milliseconds: number;
}

export interface FileOutput extends FileEnd {
  readonly stdout: string;
  readonly stderr: string;
}

/** ASCII's record separator: no test prints it. */
const separator = '\u001e';

/** Says on both streams of a batch that a file has ended. */
export function printEnd(end: FileEnd): void {
  process.stdout.write(`${separator}${JSON.stringify(end)}${separator}`);
  process.stderr.write(separator);
}

interface BatchRun {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
  readonly milliseconds: number;
}

/**
 * The output of a batch by its files. A file that ended the process has no end of its own: it gets that of the process, and those
 * behind it are missing, as they never ran.
 */
export function splitBatch(files: number, { code, milliseconds, stderr, stdout }: BatchRun): readonly FileOutput[] {
  const parts = stdout.split(separator);
  const errors = stderr.split(separator);
  const ended: FileOutput[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2)
    ended.push({ stdout: parts[at] ?? '', stderr: errors[at / 2] ?? '', ...(JSON.parse(parts[at + 1] ?? '') as FileEnd) });
  const spent = ended.reduce((sum, end) => sum + end.milliseconds, 0);
  const rest = { stdout: parts.at(-1) ?? '', stderr: errors.at(-1) ?? '', code, milliseconds: milliseconds - spent };
  return ended.length < files ? [...ended, rest] : ended;
}
