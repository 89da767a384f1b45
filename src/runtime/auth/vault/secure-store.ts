import type { CallFrame } from '../../define/index.ts';
import type { SecureStore } from '../../define/context-services.ts';
import { listedError } from '../../errors/index.ts';
import type { SealedRecords } from './sealed-records.ts';

export interface SecureStoreSettings {
  readonly scope: 'user' | 'session' | 'global';
  /** Milliseconds that a value is kept when `set` does not say. */
  readonly ttlMs: number | undefined;
}

/**
 * The secure store of one call.
 * @throws {ServiceError} UNAUTHORIZED for callers without an identity of their own
 */
export function secureStoreOf(call: CallFrame, records: SealedRecords, settings: SecureStoreSettings): SecureStore {
  const owner = ownerOf(call, settings.scope);
  return {
    get: async <T>(key: string) => (await records.get(owner, key)) as T | undefined,
    set: (key, value, options) => records.set(owner, key, { value, ttlMs: options?.ttlMs ?? settings.ttlMs }),
    delete: (key) => records.delete(owner, key),
    list: () => records.list(owner),
  };
}

/** Everybody without a sign-in would share one drawer, or find an empty one each time. */
function ownerOf({ auth, request }: CallFrame, scope: SecureStoreSettings['scope']): string {
  if (scope === 'global') return 'global';
  if (auth.isAnonymous) throw listedError('UNAUTHORIZED', 'this.secureStore keeps values per user: sign in to use it');
  // A session is only ever its own user's, whatever id a caller names; where there is none, the store is the user's.
  if (scope === 'session' && request.sessionId !== undefined) return JSON.stringify(['session', auth.user.sub, request.sessionId]);
  return JSON.stringify(['user', auth.user.sub]);
}
