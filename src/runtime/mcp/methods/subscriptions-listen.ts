import { invalidParams, ProtocolError, ServiceError } from '../../errors/index.ts';
import type { JsonObject } from '../../model/index.ts';
import { envelopeKeys } from '../envelope.ts';
import { encodeNotification } from '../json-rpc.ts';
import type { OpenTopic } from '../extensions.ts';
import type { Method, MethodCall } from '../method.ts';
import { optionalObject } from '../params.ts';
import { admitSubscriber } from './admit-subscriber.ts';

interface ListenFilter {
  readonly kinds: ReadonlySet<string>;
  readonly uris: ReadonlySet<string>;
}

const kindFlags = { toolsListChanged: 'tools', promptsListChanged: 'prompts', resourcesListChanged: 'resources' } as const;
type KindFlag = keyof typeof kindFlags;
const flagsWhere = (holds: (flag: KindFlag) => boolean): KindFlag[] => (Object.keys(kindFlags) as KindFlag[]).filter(holds);

const mostUris = 1000;

/** Streams changes until the client goes away. Nothing arrives here that was not asked for: no progress, no logs. */
export const subscriptionsListen: Method = async (call) => {
  const wanted = optionalObject(call.params, 'notifications') ?? {};
  const filter = await admittedOf(call, readFilter(wanted));
  const topics = await openTopics(call, wanted);
  const stamp: JsonObject = { _meta: { [envelopeKeys.subscriptionId]: call.id } };
  const { signal } = call.request.channel;
  const deliver = (method: string, params: JsonObject): void => void call.outlet.send(encodeNotification(method, { ...params, ...stamp }));
  // The acknowledgement is the first frame, before a change can slip in.
  deliver('notifications/subscriptions/acknowledged', { notifications: { ...describeFilter(filter), ...topics.agreed } });
  const news = call.server.runtime.changes.subscribe((change, { method, params }) => {
    if (change.kind === 'resource' ? filter.uris.has(change.uri) : filter.kinds.has(change.kind)) deliver(method, params);
  });
  const stops = [news, ...topics.open.map((topic) => topic.begin(deliver))];
  return new Promise((resolve) => {
    const finish = (): void => {
      signal.removeEventListener('abort', finish);
      for (const stop of stops) stop();
      resolve(stamp);
    };
    signal.addEventListener('abort', finish);
    stops.push(call.server.draining.onMade(finish));
    if (signal.aborted) finish();
  });
};

async function openTopics(call: MethodCall, wanted: JsonObject): Promise<{ open: OpenTopic[]; agreed: JsonObject }> {
  const open: OpenTopic[] = [];
  const agreed: JsonObject = {};
  for (const [member, topic] of call.server.extensions.topics) {
    const asked = wanted[member];
    if (asked === undefined) continue;
    const opened = await topic.open(call, asked);
    if (opened.agreed === undefined) continue;
    agreed[member] = opened.agreed;
    open.push(opened);
  }
  return { open, agreed };
}

function readFilter(wanted: JsonObject): ListenFilter {
  const kinds = new Set(flagsWhere((flag) => wanted[flag] === true).map((flag) => kindFlags[flag]));
  const uris = wanted.resourceSubscriptions ?? [];
  if (!Array.isArray(uris) || uris.length > mostUris)
    throw invalidParams(`"resourceSubscriptions" must be a list of at most ${mostUris} URIs`);
  return { kinds, uris: new Set(uris.filter((uri): uri is string => typeof uri === 'string')) };
}

/** Without the resources that this caller may not read: the acknowledgement names what is delivered. */
async function admittedOf(call: MethodCall, filter: ListenFilter): Promise<ListenFilter> {
  if (call.server.runtime.surroundings.admission === undefined) return filter;
  const uris = new Set<string>();
  for (const uri of filter.uris) if (await isAdmitted(call, uri)) uris.add(uri);
  return { kinds: filter.kinds, uris };
}

async function isAdmitted(call: MethodCall, uri: string): Promise<boolean> {
  try {
    await admitSubscriber(call, uri);
    return true;
  } catch (failure) {
    if (failure instanceof ServiceError || failure instanceof ProtocolError) return false;
    throw failure;
  }
}

function describeFilter(filter: ListenFilter): JsonObject {
  const flags = flagsWhere((flag) => filter.kinds.has(kindFlags[flag]));
  return {
    ...Object.fromEntries(flags.map((flag) => [flag, true])),
    ...(filter.uris.size > 0 ? { resourceSubscriptions: [...filter.uris] } : {}),
  };
}
