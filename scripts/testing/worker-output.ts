/** How one test file ended. */
export interface FileEnd {
  readonly code: number;
  readonly milliseconds: number;
  /** Of the process of the tests; what it started is not in it. */
  readonly cpuMilliseconds: number;
  /** Last lines of the servers that ran when a test failed. */
  readonly logs: string;
}

export interface FileOutput extends FileEnd {
  readonly stdout: string;
  readonly stderr: string;
  /** Why its process ended before the file did: a signal, a code, the time limit. */
  readonly ending?: string;
}

/** ASCII's record separator: no test prints it. */
const separator = '\u001e';

/** The line of standard input after which a worker ends. */
export const lastFile = separator;

/** A file prints it that has been run by another Node, and ends its process as that one ended. */
export const ranElsewhere = '[ran on another Node]';

/** Says on both streams of a worker that a file has ended. */
export function printEnd(end: FileEnd): void {
  process.stdout.write(`${separator}${JSON.stringify(end)}${separator}`);
  process.stderr.write(separator);
}

/** The output of a worker since the last file, once both its streams say that the file has ended. */
export function takeOutput(stdout: string, stderr: string): FileOutput | undefined {
  const [text, end, ...rest] = stdout.split(separator);
  const [errors, ...later] = stderr.split(separator);
  if (text === undefined || end === undefined || errors === undefined || rest.length === 0 || later.length === 0) return undefined;
  return { ...(JSON.parse(end) as FileEnd), stdout: text, stderr: errors };
}
