/*
 * Untrusted text on a terminal: a name or a description could move the cursor, retitle the window, fill the clipboard (OSC 52) or reverse
 * the direction of a line, so that a person reads something that is not there.
 */

/** The colours that we print ourselves. */
// oxlint-disable-next-line no-control-regex
const ownColours = /\u001b\[(?:0|1|2|22|31|32|33|36|39)m/y;

/** Controls except tab and newline, C1 controls, bidirectional controls, line and paragraph separators. */
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069]/g;

/** JSON that means the same and steers no terminal: what JSON itself leaves as it is (C1, DEL, bidirectional controls) is escaped as well. */
export const terminalJson = (json: string): string =>
  json.replaceAll(controls, (char) => (char === '\r' ? char : `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`));

/** The text with every control shown as `\u{…}`; our own colours stay, and so does `\r\n` as a line's end. */
export function terminalText(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(controls, (char, at: number) => {
    ownColours.lastIndex = at;
    return char === '\u001b' && ownColours.test(text) ? char : `\\u{${char.codePointAt(0)?.toString(16) ?? ''}}`;
  });
}
