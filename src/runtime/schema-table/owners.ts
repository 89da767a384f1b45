import type { Owner, RawIssue } from './issues.ts';

/** The author's own message: a text, or a function that makes one. */
export type OwnMessage = string | ((issue: RawIssue) => unknown);

const ownerOf = (message: OwnMessage, isCheck: boolean): Owner => ({
  messageOf: typeof message === 'string' ? () => message : (issue) => textOf(message(issue)),
  isCheck,
});

export const schemaOwner = (message: OwnMessage): Owner => ownerOf(message, false);
export const checkOwner = (message: OwnMessage): Owner => ownerOf(message, true);

/** A check without a message of its own. */
export const anyCheck: Owner = { isCheck: true };

/** Both forms in which a message may come: a text, or an object with one. */
export function textOf(message: unknown): string | undefined {
  const text: unknown = typeof message === 'object' && message !== null && 'message' in message ? message.message : message;
  return typeof text === 'string' ? text : undefined;
}
