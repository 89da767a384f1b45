import { fork } from 'node:child_process';
import { join } from 'node:path';
import { atExit } from './at-exit.ts';
import { codeCacheFlags } from './code-cache.ts';
import type { Failure, Section, SectionContext, SectionResult } from './section.ts';

/** What the process of a section tells the run. */
export type SectionMessage =
  | { readonly say: string }
  | { readonly failure: Failure }
  | { readonly result: SectionResult }
  /** The stack of what the section threw. */
  | { readonly thrown: string };

/**
 * Runs the section in a process of its own. It serves, builds or is a client by itself: in the process of the run, a build of one would stop the
 * servers of another for seconds, and a judge that waits half a second for an answer blames the bundle.
 */
export const inOwnProcess = (section: Section): Section => ({
  ...section,
  run: (context) => context.run(() => runApart(section.name, context)),
});

function runApart(name: string, context: Pick<SectionContext, 'say' | 'fail'>): Promise<SectionResult> {
  return new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, 'section-process.ts'), [name], { execArgv: [...process.execArgv, ...codeCacheFlags()] });
    const forget = atExit(() => void child.kill('SIGTERM'));
    child.on('message', (message: SectionMessage) => {
      if ('say' in message) context.say(message.say);
      else if ('failure' in message) context.fail(message.failure);
      else if ('thrown' in message) reject(new Error(message.thrown));
      else resolve(message.result);
    });
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      forget();
      reject(new Error(`the process of ${name} ended with ${signal ?? code} before its result`));
    });
  });
}
