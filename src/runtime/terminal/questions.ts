import { isBuildServer, type Variables } from './screen.ts';

/** Asks the person at the terminal for a line. `service new` asks by inquirer instead, which a program would carry to read a line. */
export type Ask = (question: string) => Promise<string>;

/** Asks for yes or no; anything but yes is no. */
export const confirm = async (question: string, ask: Ask): Promise<boolean> => /^y(?:es)?$/i.test((await ask(`${question} [y/N] `)).trim());

/** Whether there is a person to ask. @param streams where questions are shown and answered */
export const isAttended = (streams: readonly { readonly isTTY?: boolean }[], env: Variables): boolean =>
  streams.every(({ isTTY }) => isTTY === true) && !isBuildServer(env);
