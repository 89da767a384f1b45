import { invalidParams, ServiceError } from '../../errors/index.ts';
import type { Change } from '../../entries/changes.ts';
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
const mostUris = 1000;

/** Streams changes until the client goes away. Nothing arrives here that was not asked for: no progress, no logs. */
export const subscriptionsListen: Method = async (call) => {
  const wanted = optionalObject(call.params, 'notifications') ?? {};
  const filter = await admittedOf(call, readFilter(wanted));
  const topics = await openTopics(call, wanted);
  const stamp: JsonObject = { _meta: { [envelopeKeys.subscriptionId]: call.id } };
  const { signal } = call.request.channel;
  // The acknowledgement is the first frame, before a change can slip in.
  call.outlet.send(
    encodeNotification('notifications/subscriptions/acknowledged', {
      notifications: { ...describeFilter(filter), ...topics.agreed },
      ...stamp,
    }),
  );
  const stop = call.server.runtime.changes.subscribe((change) => {
    const message = describeChange(change, filter);
    if (message !== undefined) call.outlet.send(encodeNotification(message.method, { ...message.params, ...stamp }));
  });
  const stopTopics = topics.open.map((topic) =>
    topic.begin((method, params) => void call.outlet.send(encodeNotification(method, { ...params, ...stamp }))),
  );
  return new Promise((resolve) => {
    let forgetDraining = (): void => undefined;
    const finish = (): void => {
      stop();
      for (const stopTopic of stopTopics) stopTopic();
      signal.removeEventListener('abort', finish);
      forgetDraining();
      resolve({ ...stamp });
    };
    if (signal.aborted) finish();
    else {
      signal.addEventListener('abort', finish, { once: true });
      forgetDraining = call.server.draining.onMade(finish);
    }
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
  const kinds = new Set<string>();
  for (const [flag, kind] of Object.entries(kindFlags)) if (wanted[flag] === true) kinds.add(kind);
  const uris = wanted.resourceSubscriptions ?? [];
  if (!Array.isArray(uris) || uris.length > mostUris)
    throw invalidParams(`"resourceSubscriptions" must be a list of at most ${mostUris} URIs`);
  return { kinds, uris: new Set(uris.filter((uri): uri is string => typeof uri === 'string')) };
}

/** Without the resources that this caller may not read: the acknowledgement names what is delivered. */
async function admittedOf(call: MethodCall, filter: ListenFilter): Promise<ListenFilter> {
  if (call.server.runtime.surroundings.entryGuards.length === 0) return filter;
  const uris = new Set<string>();
  for (const uri of filter.uris) if (await isAdmitted(call, uri)) uris.add(uri);
  return { kinds: filter.kinds, uris };
}

async function isAdmitted(call: MethodCall, uri: string): Promise<boolean> {
  try {
    await admitSubscriber(call, uri);
    return true;
  } catch (failure) {
    if (failure instanceof ServiceError) return false;
    throw failure;
  }
}

function describeFilter(filter: ListenFilter): JsonObject {
  const flags = Object.entries(kindFlags).filter(([, kind]) => filter.kinds.has(kind));
  return {
    ...Object.fromEntries(flags.map(([flag]) => [flag, true])),
    ...(filter.uris.size > 0 ? { resourceSubscriptions: [...filter.uris] } : {}),
  };
}

function describeChange(change: Change, filter: ListenFilter): { method: string; params: JsonObject } | undefined {
  if (change.kind === 'resource') {
    return filter.uris.has(change.uri) ? { method: 'notifications/resources/updated', params: { uri: change.uri } } : undefined;
  }
  return filter.kinds.has(change.kind) ? { method: `notifications/${change.kind}/list_changed`, params: {} } : undefined;
}
