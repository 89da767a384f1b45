import { escapeHtml } from '../../../std/index.ts';
import { visibleText } from './shown-text.ts';

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
