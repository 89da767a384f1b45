import type { Container } from '../../container/index.ts';
import type { RuntimeEnvironment } from '../../define/index.ts';
import type { ChangeBus, EntryServices, LivePrompt, LiveTemplate, Registry } from '../../entries/index.ts';
import type { Completion, JsonObject, ServerModel, ToolResult } from '../../model/index.ts';
import type { Plugins } from '../../plugins/index.ts';
import type { Clock, Logger } from '../../std/index.ts';
import type { CallRequest } from './channel.ts';
import type { fetchForCall } from './fetch-for-call.ts';
import type { guessMediaType } from './guess-media-type.ts';
import type { limitCapabilities } from '../revisions/questions.ts';
import type { prepareCall } from './prepare-call.ts';
import type { createRequestRecord } from './request-record.ts';
import type { CallPipeline, ResultServices } from './call-pipeline.ts';

/** Everything built once for one server: every transport, session and request shares it. */
export interface ServerRuntime {
  readonly model: ServerModel;
  /** The server decorator's argument as written: functions are found here, data in the model. */
  readonly declared: Readonly<Record<string, unknown>>;
  readonly registry: Registry;
  readonly container: Container;
  /** Absent on servers without plugins. */
  readonly plugins?: Plugins | undefined;
  readonly changes: ChangeBus;
  readonly logger: Logger;
  readonly environment: RuntimeEnvironment;
  readonly services: CallServices;
  readonly now: Clock;
  /** What features put around calls; complete before the first request. */
  readonly pipeline: CallPipeline;
  /** Disposes providers and stops plugins; running calls have ended before. */
  close(): Promise<void>;
}

/** What only some calls need. Each is provided by one feature; a bundle without that feature has the member of `coreServices`. */
export interface CallServices extends EntryServices, ResultServices {
  /** Where a resource has no media type. */
  readonly guessMediaType: typeof guessMediaType;
  /** Where an entry looks at what its client can, or asks it. */
  readonly limitCapabilities: typeof limitCapabilities;
  /** Where an entry looks at its request, or calls out. */
  readonly createRequestRecord: typeof createRequestRecord;
  /** Where an entry calls out. */
  readonly fetchForCall: typeof fetchForCall;
  /** Where an entry calls tools. */
  readonly callInner: (runtime: ServerRuntime, request: CallRequest, call: InnerCall) => Promise<ToolResult>;
  /** Where handlers wait for providers. */
  readonly prepareCall: typeof prepareCall | undefined;
  /** Where an argument is completed. */
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
}

export interface CompletionCall {
  readonly ref: { readonly type: 'ref/prompt'; readonly name: string } | { readonly type: 'ref/resource'; readonly uri: string };
  readonly argument: { readonly name: string; readonly value: string };
  /** Arguments chosen already. */
  readonly context: Readonly<Record<string, string>>;
}
