import type { CallAnswer } from './script-job.ts';

/**
 * What a script sends out. It is faster than the server that hears it: without an end to it, messages would fill the memory of the server
 * before the time of the script is over.
 */
export const sends = { nameCharacters: 256, argumentCharacters: 4_194_304, calls: 10_000, saidCharacters: 4001 } as const;

/** What a script is told that sends more. */
export const sendRefusals = {
  name: `the name of a tool has at most ${sends.nameCharacters} characters`,
  calls: `a script makes at most ${sends.calls} calls`,
  characters: `a script sends at most ${sends.argumentCharacters} characters of arguments to all tools together`,
} as const;

/** Counts the calls of one script. */
export class Sent {
  #calls = 0;
  #characters = 0;

  /** @returns the refusal of a call that is one too many, or too long */
  refuse(name: string, args: string): CallAnswer | undefined {
    this.#characters += args.length;
    const refuse = (message: string): CallAnswer => ({
      kind: 'ToolError',
      toolName: name.slice(0, sends.nameCharacters),
      message,
      code: 'INVALID_INPUT',
    });
    if (name.length > sends.nameCharacters) return refuse(sendRefusals.name);
    if (++this.#calls > sends.calls) return refuse(sendRefusals.calls);
    return this.#characters > sends.argumentCharacters ? refuse(sendRefusals.characters) : undefined;
  }
}

/** Levels of what a script says. */
export const logLevels: readonly string[] = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];
