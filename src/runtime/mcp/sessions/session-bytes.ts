import type { ConversationOpening } from './conversation.ts';

/** Bytes of an open session whose client declared nothing: its objects, its id, and its entries in maps and quotas. */
const baseBytes = 2_000;
/** Bytes of one object, list or member of parsed JSON, beside its text. */
const nodeBytes = 64;

/** Bytes that a session keeps. Thousands of empty objects take ten times the memory of their text, so members count, not only characters. */
export function sessionBytes({ clientCapabilities, clientInfo }: ConversationOpening): number {
  const text = JSON.stringify([clientCapabilities, clientInfo]);
  return baseBytes + 2 * text.length + nodeBytes * text.split(/[{[,]/).length;
}
