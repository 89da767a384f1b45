import type { JsonObject } from '@service/sdk/model';
import { parseObject } from '../client/messages.ts';

/** The claims of a JWT, unchecked; undefined for a token of another kind. */
export function decodeToken(token: string): JsonObject | undefined {
  const payload = token.split('.')[1];
  return payload === undefined ? undefined : parseObject(Buffer.from(payload, 'base64url').toString('utf8'));
}
