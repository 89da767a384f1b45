import { escapeHtml } from '../../../std/index.ts';

/** Direction marks, embeddings, overrides and isolates: with them `moc.live` reads as `evil.com`. Zero-width characters hide parts. */
const deceiving = /[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;
const maxCharacters = 200;

/** Untrusted text as one line in which deceiving characters are visible. */
export const visibleText = (text: string): string => text.replaceAll(controls, ' ').replaceAll(deceiving, '\ufffd').trim();

/** Untrusted text as one line that looks like what it is, cut to a readable length. */
export function honestText(text: string): string {
  const line = visibleText(text);
  const characters = Array.from(line);
  return characters.length <= maxCharacters ? line : `${characters.slice(0, maxCharacters - 1).join('')}…`;
}

/** Untrusted text inside a page, kept apart from the direction of what stands around it. */
export const shownText = (text: string): string => `<bdi>${escapeHtml(honestText(text))}</bdi>`;
