import { normaliseLogLine } from './calls/normalise.ts';

/*
 * What the platforms say about themselves and no program causes: where a node process listens and that it stops. Frames of a stack name
 * files of the build. Everything else that a server writes is compared.
 */
const platformLines: readonly RegExp[] = [/ is listening at http/, / is stopping$/, /^\s+at /];

/** What an operator is told about a process that listens, which a worker is not. */
const listeningLines = /\b(?:CORS_DISABLED|CORS_ORIGIN_TRUE|BIND_\w+|DNS_REBINDING_\w+|STRICT_MODE_HINT): /;

/** A worker knows no address of its own, and without NODE_ENV it is one of production: both are said about sign-in. */
const productionLines = /(?:^WARN |"message":")auth: (?:the address of this server is what each request says|identity is not checked)/;

/** What a server has written, line by line. */
export function logLines(output: string): string[] {
  return output
    .split('\n')
    .map((line) => normaliseLogLine(line.trimEnd()))
    .filter((line) => line !== '' && !platformLines.some((pattern) => pattern.test(line)));
}

/** The same, as far as it can be said by a worker too. */
export const comparableWithWorker = (lines: readonly string[]): string[] =>
  lines.filter((line) => !listeningLines.test(line) && !productionLines.test(line));
