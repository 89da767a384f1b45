import { parsedBytes } from '../parsed-bytes.ts';
import type { ConversationOpening } from './conversation.ts';

/** Bytes of an open session whose client declared nothing: its objects, its id, and its entries in maps and quotas. */
const baseBytes = 2_000;

/** Bytes that a session keeps. */
export const sessionBytes = ({ clientCapabilities, clientInfo }: ConversationOpening): number =>
  baseBytes + parsedBytes([clientCapabilities, clientInfo]);
