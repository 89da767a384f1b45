import type { Container } from '../../container/index.ts';
import type { DeclaredOptions, RuntimeEnvironment } from '../../define/index.ts';
import type { ChangeBus, Collected, EntryServices, LivePrompt, LiveTemplate, ModelledServer, Registry } from '../../entries/index.ts';
import type { Completion, JsonObject, ServerModel, ToolResult } from '../../model/index.ts';
import type { Plugins } from '../../plugins/index.ts';
import type { Clock, Logger } from '../../std/index.ts';
import type { CallRequest } from './call-request.ts';
import type { guessMediaType } from './guess-media-type.ts';
import type { limitCapabilities } from '../revisions/projection.ts';
import type { prepareCall } from './until-ended.ts';
import type { createRequestRecord, fetchForCall } from './request-record.ts';
import type { CallPipeline, ResultServices } from './call-pipeline.ts';

/** Everything built once for one server: every transport, session and request shares it. */
export interface ServerRuntime {
  /**
   * Entries as they are now: only the feature `changing-entries` puts others in their place, with the registry. A request keeps those that it
   * began with.
   */
  model: ServerModel;
  registry: Registry;
  /** The server decorator's argument as written. Its types were checked, at build or before this was made. */
  readonly declared: DeclaredOptions;
  readonly container: Container;
  /** Absent on servers without plugins. */
  readonly plugins?: Plugins | undefined;
  readonly changes: ChangeBus;
  readonly logger: Logger;
  readonly environment: RuntimeEnvironment;
  readonly services: CallServices;
  readonly now: Clock;
  /** Stages that features add around calls; complete before the first request. */
  readonly pipeline: CallPipeline;
  /** What it was made of; the declarations only where it has providers, plugins, adapters or skills. */
  readonly assembled: Pick<ModelledServer, 'entries'> & { readonly collected?: Collected };
  /** Disposes providers and stops plugins; running calls have ended before. */
  close(): Promise<void>;
}

/** Services that only some calls need. Each is provided by one feature; a bundle without that feature has the member of `coreServices`. */
export interface CallServices extends EntryServices, ResultServices {
  /** Used for resources without a media type. */
  readonly guessMediaType: typeof guessMediaType;
  /** Used by entries that read the capabilities of their client, or ask it. */
  readonly limitCapabilities: typeof limitCapabilities;
  /** Used by entries that read their request, or fetch. */
  readonly createRequestRecord: typeof createRequestRecord;
  /** Used by entries that fetch. */
  readonly fetchForCall: typeof fetchForCall;
  /** Used by entries that call tools. */
  readonly callInner: (runtime: ServerRuntime, request: CallRequest, call: InnerCall) => Promise<ToolResult>;
  /** Used by handlers that wait for providers. */
  readonly prepareCall: typeof prepareCall | undefined;
  /** Used for the completion of arguments. */
  readonly runCompleter: (
    runtime: ServerRuntime,
    request: CallRequest,
    of: { readonly live: LivePrompt | LiveTemplate; readonly call: CompletionCall },
  ) => Promise<Completion>;
}

/** A call that an entry makes. */
export interface InnerCall {
  readonly name: string;
  readonly args: JsonObject;
  readonly signal: AbortSignal;
  readonly progressToken?: string | number | undefined;
  /** `model` where a model chose the call; `entry` when absent. */
  readonly origin?: 'entry' | 'model' | undefined;
  /** Told when the called tool asks the client: the caller's result rests on the answer too. */
  readonly onAsk: () => void;
}

export interface CompletionCall {
  readonly ref: { readonly type: 'ref/prompt'; readonly name: string } | { readonly type: 'ref/resource'; readonly uri: string };
  readonly argument: { readonly name: string; readonly value: string };
  /** Arguments chosen already. */
  readonly context: Readonly<Record<string, string>>;
}
