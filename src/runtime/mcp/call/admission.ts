import { ProtocolError, ResourceNotFound, ServiceError } from '../../errors/index.ts';
import type { LiveEntry } from '../../entries/index.ts';
import type { Awaitable } from '../../std/index.ts';
import { tryFindResource } from './find-resource.ts';
import { copyRequestHeaders } from './request-headers.ts';
import type { Admission, CallPipeline, EntryGuard, EntryUse, EntryViewer, InputCheck } from './call-pipeline.ts';

/** Adds a guard, before the first request. */
export type Guarding = (pipeline: Pick<CallPipeline, 'admission' | 'admitSkill' | 'guardSkills'>) => void;

/** A feature that has a guard also brings the code that asks it, so servers without guards do not bundle it. */
export const guarding =
  (guard: EntryGuard): Guarding =>
  (pipeline) => {
    pipeline.admission = admissionBy([...(pipeline.admission?.guards ?? []), guard]);
  };

function admissionBy(guards: readonly EntryGuard[]): Admission {
  // All guards are added before the first request, so the guards of an entry are chosen once.
  const known = new WeakMap<LiveEntry, readonly EntryGuard[]>();
  const guardsOf = (entry: LiveEntry): readonly EntryGuard[] => {
    const chosen = known.get(entry) ?? guards.filter((guard) => guard.concerns(entry));
    known.set(entry, chosen);
    return chosen;
  };
  const admit: Admission['admit'] = (entry, use) => {
    const chosen = guardsOf(entry);
    return chosen.length === 0 ? undefined : admitBy(chosen, entry, use);
  };
  const admitReader: Admission['admitReader'] = async ({ pipeline, registry }, reader, uri) => {
    const found = tryFindResource(registry, uri);
    if (found === undefined) return pipeline.admitSkill?.(reader, uri);
    const left = await admit(found.live, { ...reader, origin: 'client', unknown: () => new ResourceNotFound(uri) });
    await left?.({ uri, ...found.params });
  };
  return {
    guards,
    admit,
    admitReader,
    async readable(runtime, reader, uris) {
      const readable = new Set<string>();
      for (const uri of uris) if (await isAdmitted(() => admitReader(runtime, reader, uri))) readable.add(uri);
      return readable;
    },
    async tell({ extensions, requestIds, runtime }, { deliver, reader, subscriber, uri }) {
      if (reader === undefined) return;
      const { auth: given, http, sessionId } = reader;
      try {
        // Asked again: what a caller may changes while streams are open.
        const auth = (await extensions.completeCaller?.(given)) ?? given;
        const viewer = { auth, sessionId, request: { http, requestId: requestIds.take() } };
        if (await isAdmitted(() => admitReader(runtime, viewer, uri))) return deliver();
        subscriber.subscribedUris.delete(uri);
        subscriber.takenRoom?.get(uri)?.();
        subscriber.takenRoom?.delete(uri);
      } catch (failure) {
        runtime.logger.error('an update was not told, because whether its subscriber may still read could not be found out', {
          uri,
          failure,
        });
      }
    },
    see(session, { auth, http }) {
      session.reader = { auth, http: copyRequestHeaders(http), sessionId: session.opening.id };
    },
    view(entries, viewer) {
      if (entries.every((entry) => guardsOf(entry).length === 0)) return undefined;
      return Promise.all(entries.map((entry) => listsBy(guardsOf(entry), entry, viewer))).then((listed) =>
        entries.filter((_entry, at) => listed[at]),
      );
    },
  };
}

/** False for a refusal, which has a text for the caller. @throws whatever else fails */
export async function isAdmitted(admit: () => Awaitable<unknown>): Promise<boolean> {
  try {
    await admit();
    return true;
  } catch (failure) {
    if (failure instanceof ProtocolError || (failure instanceof ServiceError && failure.expose)) return false;
    throw failure;
  }
}

async function admitBy(guards: readonly EntryGuard[], entry: LiveEntry, use: EntryUse): Promise<InputCheck | undefined> {
  const left: InputCheck[] = [];
  for (const guard of guards) {
    const check = await guard.admit(entry, use);
    if (check !== undefined) left.push(check);
  }
  if (left.length === 0) return undefined;
  return async (input) => {
    for (const check of left) await check(input);
  };
}

async function listsBy(guards: readonly EntryGuard[], entry: LiveEntry, viewer: EntryViewer): Promise<boolean> {
  for (const guard of guards) if (!(await guard.lists(entry, viewer))) return false;
  return true;
}
