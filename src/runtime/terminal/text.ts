/*
 * Untrusted text on a terminal: a name or a description could move the cursor, retitle the window, fill the clipboard (OSC 52), reverse
 * the direction of a line or hide a part of it, so that a person reads something that is not there.
 */
import { escapeUnicode, hiddenCharacters } from '../std/index.ts';

/** The colours that we print ourselves. */
// oxlint-disable-next-line no-control-regex
const ownColours = /\u001b\[(?:0|1|2|22|31|32|33|36|39)m/y;

const shown = (char: string): string => `\\u{${char.codePointAt(0)?.toString(16) ?? ''}}`;

/** Text of others, with every control shown as `\u{…}`; a `\r\n` stays the end of a line. */
export const terminalText = (text: string): string => text.replaceAll('\r\n', '\n').replaceAll(hiddenCharacters, shown);

/** Text that we coloured: our own colours stay. */
export const paintedText = (text: string): string =>
  text.replaceAll('\r\n', '\n').replaceAll(hiddenCharacters, (char, at: number, whole: string) => {
    ownColours.lastIndex = at;
    return char === '\u001b' && ownColours.test(whole) ? char : shown(char);
  });

/** The characters that are seen. */
// oxlint-disable-next-line no-control-regex
export const withoutColours = (text: string): string => text.replaceAll(/\u001b\[\d+m/g, '');

/** Text of others as one line. */
export const oneLine = (text: string): string => terminalText(text.replaceAll(/\s+/g, ' ').trim());

/** JSON that means the same and steers no terminal: what JSON itself leaves as it is (C1, DEL, hidden characters) is escaped as well. */
export const terminalJson = (json: string): string =>
  json.replaceAll(hiddenCharacters, (char) => (char === '\r' ? char : escapeUnicode(char)));

/** A value as one line of JSON. */
export const jsonLine = (value: object): string => `${terminalJson(JSON.stringify(value))}\n`;

/** One word of a POSIX shell. Single quotes take everything literally; a single quote itself ends them, is escaped, and opens them again. */
export const shellWord = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** True for a word that needs no quotes in any shell, so that completion may offer it: `$(…)` would run with the next Enter. */
export const isPlainWord = (text: string): boolean => /^(?!=)[\p{L}\p{N}_@%+=:,./-]+$/u.test(text);

/** A word of a command that is shown to be copied: in quotes where a shell would read it otherwise. */
export const commandWord = (text: string): string => (isPlainWord(text) ? text : shellWord(text));
