import type { AuthContext } from '../../define/auth-context.ts';
import type { SkillsAudit } from '../../define/index.ts';
import type { JsonObject } from '../../model/index.ts';
import { type Awaitable, type Clock, sha256Text } from '../../std/index.ts';
import { principalOf } from '../principal.ts';

/** What was done with skills, by their ids. */
export interface SkillUse {
  readonly act: 'list' | 'search' | 'load' | 'read';
  readonly skills: readonly string[];
}

export const useOf = (act: SkillUse['act'], skills: readonly { readonly skillId: string }[]): SkillUse => ({
  act,
  skills: skills.map(({ skillId }) => skillId),
});

/** Records a use. Rejects where it cannot be recorded: then the skills are not given out. */
export type RecordSkillUse = (use: SkillUse, auth: AuthContext) => Awaitable<void>;

interface AuditParts {
  readonly now: Clock;
  /** Takes the records where the options name no store. */
  readonly log: (record: JsonObject) => void;
  /** Keeps hashes of equal subjects of two servers apart. */
  readonly server: string;
  /** Runs something after so many milliseconds, where nothing ends the server before. */
  readonly later: (ms: number, run: () => Promise<void>) => void;
}

/** Records in a chain: each has the hash of the one before it, so that none can be taken out or changed unseen. */
export function createSkillAudit(
  { headAnchorIntervalMs, signer, store, subjectMode = 'hash' }: SkillsAudit,
  parts: AuditParts,
): RecordSkillUse {
  let previous = '';
  let count = 0;
  let anchorDue: object | undefined;
  let anchorAt = 0;
  let last: Promise<void> = Promise.resolve();
  const append = async (content: JsonObject): Promise<void> => {
    const chained: JsonObject = { ...content, index: count, previous };
    const hash = await sha256Text(JSON.stringify(chained));
    const record = { ...chained, hash, ...(signer === undefined ? {} : { signature: await signer(hash) }) };
    if (store === undefined) parts.log(record);
    else await store(record);
    previous = hash;
    count++;
  };
  const subjectOf = async (auth: AuthContext): Promise<JsonObject> => {
    if (subjectMode === 'omit' || auth.isAnonymous) return {};
    const subject = principalOf(auth);
    return { subject: subjectMode === 'plain' ? subject : await sha256Text(`${parts.server}\n${subject}`) };
  };
  const write = async ({ act, skills }: SkillUse, auth: AuthContext): Promise<void> => {
    const now = parts.now();
    await append({ at: new Date(now).toISOString(), act, skills: [...skills], ...(await subjectOf(auth)) });
    if (headAnchorIntervalMs === undefined) return;
    // Timers of a worker may end with their request.
    if (anchorDue !== undefined && now >= anchorAt) return anchor();
    if (anchorDue !== undefined) return;
    const due = (anchorDue = {});
    anchorAt = now + headAnchorIntervalMs;
    parts.later(headAnchorIntervalMs, () => inTurn(async () => (anchorDue === due ? anchor() : undefined)));
  };
  const anchor = (): Promise<void> => {
    anchorDue = undefined;
    return append({ at: new Date(parts.now()).toISOString(), act: 'anchor', records: count });
  };
  // One after another: two at once would follow the same record.
  const inTurn = (next: () => Promise<void>): Promise<void> => {
    const written = last.then(next);
    last = written.catch(() => undefined);
    return written;
  };
  return (use, auth) => inTurn(() => write(use, auth));
}
