import { ServiceError } from '../errors/index.ts';
import type { EntryModel, SkillModel } from '../model/index.ts';
import { guarding, type Guarding } from '../mcp/call/admission.ts';
import { hookViewerOf, type EntryViewer, type ModelGuard } from '../mcp/call/call-pipeline.ts';
import type { LivePlugin, Plugins } from '../plugins/index.ts';
import { type Awaitable, inTime, isPromiseLike } from '../std/index.ts';
import { defineFeature } from './application/define-feature.ts';

/** Plugins that hide or refuse entries and skills. */
export const pluginGuards = defineFeature('plugin-guards', ({ runtime: { plugins } }) =>
  plugins === undefined ? {} : { around: { use: guardingBy(plugins) } },
);

export function guardingBy(plugins: Plugins): Guarding {
  const guard = guardBy(plugins);
  const ofEntries = guarding({
    concerns: ({ model }) => guard.concerns(model),
    lists: ({ model }, viewer) => guard.lists(model, viewer),
    admit: async ({ model }, use) => {
      await guard.admit(model, use);
      return undefined;
    },
  });
  return (pipeline) => {
    pipeline.guardSkills = guard;
    ofEntries(pipeline);
  };
}

type Hooks = Pick<LivePlugin['hooks'], 'admitEntry' | 'filterEntry' | 'listEntry'>;

const shown = (): boolean => true;

/** What plugins hide and refuse. What is hidden from lists must not be usable by name, unless the plugin says so. */
function guardBy({ concernedBy }: Plugins): ModelGuard {
  const known = new WeakMap<EntryModel | SkillModel, readonly Hooks[]>();
  const hooksOf = (model: EntryModel | SkillModel): readonly Hooks[] => {
    const found =
      known.get(model) ??
      concernedBy(model)
        .filter(({ hooks: { admitEntry, filterEntry, listEntry } }) => admitEntry ?? filterEntry ?? listEntry)
        .map(limited);
    known.set(model, found);
    return found;
  };
  const passes = async (kinds: readonly ('filterEntry' | 'listEntry')[], model: EntryModel | SkillModel, viewer: EntryViewer) => {
    const call = { ...hookViewerOf(viewer), origin: viewer.origin ?? 'client' };
    for (const kind of kinds) for (const { [kind]: shows = shown } of hooksOf(model)) if (!(await shows(model, call))) return false;
    return true;
  };
  return {
    concerns: (model) => hooksOf(model).length > 0,
    lists: (model, viewer) => passes(['filterEntry', 'listEntry'], model, viewer),
    async admit(model, use) {
      if (!(await passes(['filterEntry'], model, use))) throw use.unknown();
      for (const { admitEntry } of hooksOf(model)) await admitEntry?.(model, { ...hookViewerOf(use), origin: use.origin });
    },
  };
}

/** Milliseconds that a hook may take to say who sees or uses an entry: no call runs yet whose time could end it. */
const maxEntryHookMs = 5000;

type EntryHook<Call, Answer> = (entry: EntryModel | SkillModel, call: Call) => Awaitable<Answer>;

/** Hooks that end: one that never settles would hold its call, or a whole list. */
function limited({ hooks: { admitEntry, filterEntry, listEntry }, plugin: { model } }: LivePlugin): Hooks {
  const within = <Call, Answer>(name: keyof Hooks, hook: EntryHook<Call, Answer> | undefined): EntryHook<Call, Answer> | undefined =>
    hook &&
    ((entry, call) => {
      const answer = hook(entry, call);
      if (!isPromiseLike(answer)) return answer;
      return inTime(answer, maxEntryHookMs, () => {
        const text = `plugin "${model.name}": ${name} has not answered for "${entry.name}" within ${maxEntryHookMs} ms`;
        return new ServiceError('SERVER_ERROR', text);
      });
    });
  return {
    admitEntry: within('admitEntry', admitEntry),
    filterEntry: within('filterEntry', filterEntry),
    listEntry: within('listEntry', listEntry),
  };
}
