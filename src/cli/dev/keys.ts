import { emitKeypressEvents } from 'node:readline';
import type { Key } from 'node:readline';
import type { CommandInput } from '../command.ts';

/** Actions with their descriptions, by key. */
export type KeyActions = Readonly<Record<string, { readonly does: string; readonly act: () => void }>>;

/** Reads single keys while a terminal is there. Returns what gives the terminal back as it was; undefined without a terminal. */
export function listenForKeys(actions: KeyActions, stdin: CommandInput): (() => void) | undefined {
  if (stdin.isTTY !== true) return undefined;
  emitKeypressEvents(stdin);
  stdin.setRawMode?.(true);
  const onKey = (_text: string, { ctrl, name, sequence }: Key): void => {
    // In raw mode Ctrl-C is a key like others; it stays the signal that it was.
    if (ctrl === true && name === 'c') process.kill(process.pid, 'SIGINT');
    else actions[sequence ?? '']?.act();
  };
  stdin.on('keypress', onKey);
  stdin.resume();
  return () => {
    stdin.off('keypress', onKey);
    stdin.setRawMode?.(false);
    stdin.pause();
  };
}

/** `r restart, t tools, …` */
export const describeKeys = (actions: KeyActions): string =>
  Object.entries(actions)
    .map(([key, { does }]) => `${key} ${does}`)
    .join(', ');
