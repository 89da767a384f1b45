import { messageOf } from '../../errors/index.ts';
import { fstatSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import type { GuardedStdout } from '../../hosts/guard-stdout.ts';
import { CommandFailure, UsageFault } from '../failures.ts';
import { pageOf, readScreen, terminalText } from '../../terminal/index.ts';
import type { Terminal } from '../output/terminal.ts';

/** Bytes of standard input that a flag may stand for. */
const maxInputBytes = 64 * 1024 * 1024;

/** The terminal, pipes or files that the process was given. @param stdout the way out that code of the server cannot reach */
export function nodeTerminal(stdout: GuardedStdout, environment: Readonly<Record<string, string | undefined>>): Terminal {
  const { stderr, stdin } = process;
  // `| head` closes the pipe early: no failure of the command.
  process.stdout.on('error', () => undefined);
  stderr.on('error', () => undefined);
  // A build server has no person, even where it has a terminal.
  const isAttended = process.stdin.isTTY && stderr.isTTY && !isSet(environment['CI']);
  return {
    // Programs read the bytes of a pipe; whatever a person reads is cleaned here, by the stream that it goes to.
    out: (text) => void stdout.write(process.stdout.isTTY ? terminalText(text) : text),
    error: (text) => void stderr.write(terminalText(text)),
    isScreen: process.stdout.isTTY,
    ...(process.stdout.isTTY ? { width: pageOf(readScreen(process.stdout, environment, 'never')).width } : {}),
    readInput: () => readInput(stdin, (text) => void stderr.write(text)),
    ask: isAttended ? (question) => askLine(terminalText(question)) : undefined,
  };
}

export const isSet = (value: string | undefined): boolean => value !== undefined && value !== '' && value !== 'false' && value !== '0';

async function readInput(stdin: typeof process.stdin, tell: (text: string) => void): Promise<string> {
  // Node gives an empty stream for one.
  if (fstatSync(0).isDirectory()) throw new CommandFailure('Standard input cannot be read: it is a folder');
  if (stdin.isTTY) tell('Reading standard input; Ctrl-D ends it.\n');
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of stdin as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      if (bytes > maxInputBytes) throw new UsageFault(`Standard input is larger than ${maxInputBytes / 1024 / 1024} MB`);
      chunks.push(chunk);
    }
  } catch (cause) {
    if (cause instanceof UsageFault) throw cause;
    throw new CommandFailure(`Standard input cannot be read: ${messageOf(cause)}`, { cause });
  }
  try {
    // What editors and echo put at the end is not meant; one line break, as a shell's $(…) takes away all of them.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks)).replace(/\r?\n$/, '');
  } catch {
    throw new UsageFault('Standard input is not text in UTF-8', 'Encode it, for example with base64');
  }
}

/** On standard error, so that data alone is on standard output. @throws {CommandFailure} at Ctrl-D */
async function askLine(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await new Promise((resolve, reject) => {
      lines.once('close', () => reject(new CommandFailure('The question was not answered')));
      lines.question(question).then(resolve, reject);
    });
  } finally {
    lines.close();
  }
}
