import type { LiveEntry } from '../../entries/index.ts';
import { ProtocolError, ServiceError } from '../../errors/index.ts';
import type { EntryModel, PromptModel, PromptResult, ReadResult, ResourceModel, ResourceTemplateModel } from '../../model/index.ts';
import { andThen, recover, type Awaitable } from '../../std/index.ts';
import type { EntryUse } from './call-pipeline.ts';
import type { CallRequest } from './call-request.ts';
import { readThrown } from './error-result.ts';
import { enterEntry, runAuthor, RunningCall } from './running-call.ts';
import type { ServerRuntime } from './server-runtime.ts';
import { sendable } from './to-json.ts';
import { withinHooks } from './within-hooks.ts';

interface EntryKinds {
  readonly resourceRead: { readonly model: ResourceModel | ResourceTemplateModel; readonly result: ReadResult };
  readonly promptGet: { readonly model: PromptModel; readonly result: PromptResult };
}

/** What a hook gives in place of the author's value must be JSON as that was. */
const checkOf =
  (kind: keyof EntryKinds) =>
  <R extends object>(result: R): R =>
    sendable(result, { of: kind === 'resourceRead' ? 'Resource' : 'Prompt', allowNonFinite: false });

/** One run of a resource or a prompt, and what depends on its kind. */
interface EntryRun<K extends keyof EntryKinds> {
  readonly kind: K;
  readonly live: LiveEntry<EntryKinds[K]['model']>;
  /** Its name in errors about an early end. */
  readonly name: string;
  readonly unknown: EntryUse['unknown'];
  /** Made of a caller who may use the entry. @throws {ServiceError} for arguments that do not fit */
  readonly take: () => TakenArguments;
  /** The author's arguments. */
  readonly args: (input: unknown) => readonly unknown[];
  readonly shape: (value: unknown) => EntryKinds[K]['result'];
  readonly failure: Parameters<typeof wrapFailure>[1];
}

interface TakenArguments {
  /** Arguments as guards see them. */
  readonly asked: unknown;
  /** Arguments as hooks see them; hooks may replace them. */
  readonly input: unknown;
  readonly history: RunningCall['history']['input'];
}

/** Reads or gets an entry whose arguments are known from the beginning: guards, hooks, the author's code, the shape of its value. */
export function useEntry<K extends keyof EntryKinds>(
  runtime: ServerRuntime,
  request: CallRequest,
  entry: EntryRun<K>,
): Awaitable<EntryKinds[K]['result']> {
  const { live, name, unknown } = entry;
  const model: EntryKinds[K]['model'] & EntryModel = live.model;
  const runIn = ({ history, input }: TakenArguments): Awaitable<EntryKinds[K]['result']> => {
    const running = new RunningCall({ runtime, request, live, name, input: history });
    const execute = (given: unknown): Awaitable<EntryKinds[K]['result']> => andThen(runAuthor(running, entry.args(given)), entry.shape);
    const use = { entry: model, input, origin: 'client', check: checkOf(entry.kind) } as const;
    const surrounded = (): Awaitable<EntryKinds[K]['result']> => withinHooks<EntryKinds[K]['result']>(running, use, execute);
    return running.disposing(andThen(running.prepare(), surrounded));
  };
  return enterEntry(live, { runtime, request, origin: 'client', unknown }, (check) => {
    const taken = entry.take();
    const run = (): Awaitable<EntryKinds[K]['result']> =>
      recover(
        () => runIn(taken),
        (error) => wrapFailure(error, entry.failure),
      );
    return check === undefined ? run() : andThen(check(taken.asked), run);
  });
}

/** Wraps an error of a resource's or prompt's author: its text stays inside unless the author made it public. */
function wrapFailure(
  thrown: unknown,
  as: { readonly code: 'RESOURCE_READ_ERROR' | 'PROMPT_EXECUTION_FAILED'; readonly what: string },
): never {
  const error = readThrown(thrown);
  if (error instanceof ProtocolError || error instanceof ServiceError) throw error;
  throw new ServiceError(as.code, `${as.what} failed: ${error.message}`, { cause: error });
}
