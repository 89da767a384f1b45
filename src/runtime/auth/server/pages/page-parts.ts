import { escapeHtml } from '../../../std/index.ts';

/** Read out as soon as the page is there. */
export const alertBox = (message: string | undefined): string =>
  message === undefined ? '' : `<p class="alert" role="alert">${escapeHtml(visibleText(message))}</p>`;

/** Of a page behind which nothing checks who signs in. */
export const uncheckedNotice =
  '<p class="note">This server does not check who you are: anybody who opens this page can sign in under any address.</p>';

/** Parts of a page, the empty ones left out. */
export const joinParts = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n');

export interface Choice {
  readonly id: string;
  /** Plain text. */
  readonly label: string;
  readonly hint?: string | undefined;
  readonly checked: boolean;
}

/** Boxes to tick under one heading. */
export function choiceGroup(
  name: string,
  group: { readonly legend: string; readonly choices: readonly Choice[]; readonly prefix: string },
): string {
  const rows = group.choices.map(({ checked, hint, id, label }, index) => {
    const key = `${group.prefix}-${index}`;
    const described = hint === undefined ? '' : ` aria-describedby="${key}-hint"`;
    const hinted = hint === undefined ? '' : `\n<p class="hint" id="${key}-hint">${escapeHtml(hint)}</p>`;
    return `<div class="choice">
<input type="checkbox" id="${key}" name="${escapeHtml(name)}" value="${escapeHtml(id)}"${checked ? ' checked' : ''}${described}>
<label for="${key}">${escapeHtml(label)}</label>${hinted}
</div>`;
  });
  return `<fieldset>\n<legend>${escapeHtml(group.legend)}</legend>\n${rows.join('\n')}\n</fieldset>`;
}

/** Direction marks, embeddings, overrides and isolates: with them `moc.live` reads as `evil.com`. Zero-width characters hide parts. */
const deceiving = /[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;
const maxCharacters = 200;

/** Untrusted text as one line in which deceiving characters are visible, spaces at its ends included. */
export const honestLine = (text: string): string => text.replaceAll(controls, ' ').replaceAll(deceiving, '\ufffd');

/** The same without spaces at its ends. */
export const visibleText = (text: string): string => honestLine(text).trim();

/** Untrusted text as one line that looks like what it is, cut to a readable length. */
export function honestText(text: string): string {
  const line = visibleText(text);
  const characters = Array.from(line);
  return characters.length <= maxCharacters ? line : `${characters.slice(0, maxCharacters - 1).join('')}…`;
}

/** Untrusted text inside a page, kept apart from the direction of what stands around it. */
export const shownText = (text: string): string => `<bdi>${escapeHtml(honestText(text))}</bdi>`;
