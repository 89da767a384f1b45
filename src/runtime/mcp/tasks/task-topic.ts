import { invalidParams } from '../../errors/index.ts';
import type { Json } from '../../model/index.ts';
import { requireExtension } from '../extensions.ts';
import type { ListenTopic, OpenTopic } from '../protocol.ts';
import { sessionOwnerOf } from '../principal.ts';
import { describeTaskFully, tasksExtension } from './task-record.ts';
import type { TaskRecord } from './task-record.ts';
import type { TaskStore } from './task-store.ts';

const maxTaskIds = 100;

/** `taskIds` of `subscriptions/listen`: each task as it is now, then after every change. */
export function createTaskTopic(store: TaskStore): ListenTopic {
  return {
    open: async (call, { taskIds: wanted }) => {
      if (wanted === undefined) return undefined;
      requireExtension(call.clientCapabilities, tasksExtension);
      const owner = sessionOwnerOf(call.auth);
      const records = await Promise.all(readTaskIds(wanted).map((id) => store.find(id)));
      const own = records.flatMap((record) => (record?.owner === owner ? [record.id] : []));
      return own.length > 0 ? { agreed: { taskIds: own }, begin: (deliver) => watchAll(store, own, deliver) } : undefined;
    },
  };
}

function readTaskIds(wanted: Json): readonly string[] {
  if (!Array.isArray(wanted) || wanted.length > maxTaskIds) throw invalidParams(`"taskIds" must be a list of at most ${maxTaskIds} ids`);
  const ids = wanted.map((id) => {
    if (typeof id !== 'string') throw invalidParams('"taskIds" must hold strings');
    return id;
  });
  return [...new Set(ids)];
}

function watchAll(store: TaskStore, ids: readonly string[], deliver: Parameters<OpenTopic['begin']>[0]): () => void {
  const told = new Map<string, string>();
  let ended = false;
  const tell = (record: TaskRecord): void => {
    const task = describeTaskFully(record);
    // A store that is looked at again and again shows the same state more than once.
    const text = JSON.stringify(task);
    if (told.get(record.id) === text) return;
    told.set(record.id, text);
    deliver('notifications/tasks', task);
  };
  const stops = ids.map((id) => store.watch(id, tell));
  // A task may have ended between its creation and this stream; without its present state a client would wait for ever.
  for (const id of ids) {
    void store.find(id).then((record) => {
      if (record !== undefined && !ended && !told.has(id)) tell(record);
    });
  }
  return () => {
    ended = true;
    for (const stop of stops) stop();
  };
}
