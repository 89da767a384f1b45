import { textOrMessage } from '../std/index.ts';
import type { Owner, RawIssue } from './issues.ts';

/** The author's own message: a text, or a function that makes one. */
export type OwnMessage = string | ((issue: RawIssue) => unknown);

const ownerOf = (message: OwnMessage, isCheck: boolean): Owner => ({
  messageOf: typeof message === 'string' ? () => message : (issue) => textOrMessage(message(issue)),
  isCheck,
});

export const schemaOwner = (message: OwnMessage): Owner => ownerOf(message, false);
export const checkOwner = (message: OwnMessage): Owner => ownerOf(message, true);

/** A check without a message of its own. */
export const anyCheck: Owner = { isCheck: true };
