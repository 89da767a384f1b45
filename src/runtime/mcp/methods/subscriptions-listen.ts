import { invalidParams } from '../../errors/index.ts';
import type { JsonObject } from '../../model/index.ts';
import * as envelopeKeys from '../envelope-keys.ts';
import { encodeNotification } from '../json-rpc.ts';
import { viewerOf } from '../call/call-pipeline.ts';
import { tellReader, tellsUpdates } from '../call/find-resource.ts';
import type { Method } from '../protocol.ts';
import { checkKept, optionalObject } from '../params.ts';
import { mayHear, principalOf } from '../principal.ts';
import { takeSubscriptionRoom } from './resources-subscribe.ts';

/** Lists whose changes may be asked for. */
const lists = ['tools', 'prompts', 'resources', 'skills'] as const;
const flagOf = (list: string): string => `${list}ListChanged`;

const maxUris = 1000;
/** Bytes that an open stream counts beside its subscriptions. */
const streamBytes = 8192;

/** Streams changes until the client leaves. It sends only what was asked for: no progress, no logs. */
export const subscriptionsListen: Method = async (call) => {
  const wanted = optionalObject(call.params, 'notifications') ?? {};
  const flags = lists.map(flagOf).filter((flag) => wanted[flag] === true);
  const { runtime } = call.server;
  const { registry, pipeline } = runtime;
  const asked = new Set([...readUris(wanted)].filter((uri) => tellsUpdates(registry, uri)));
  const uris = (await pipeline.admission?.readable(runtime, viewerOf(call), asked)) ?? asked;
  const topic = await call.server.extensions.listenTopic?.open(call, wanted);
  const giveBack = takeSubscriptionRoom(call, uris, streamBytes);
  const stamp: JsonObject = { _meta: { [envelopeKeys.subscriptionId]: call.id } };
  const { auth, channel } = call;
  const { signal } = channel;
  const principal = principalOf(auth);
  const deliver = (method: string, params: JsonObject): void => void call.sink.send(encodeNotification(method, { ...params, ...stamp }));
  const subscriber = { subscribedUris: uris, deliver };
  // The first frame, before a change can slip in; it names what is delivered.
  deliver('notifications/subscriptions/acknowledged', {
    notifications: {
      ...Object.fromEntries(flags.map((flag) => [flag, true])),
      ...(uris.size > 0 ? { resourceSubscriptions: [...uris] } : {}),
      ...topic?.agreed,
    },
  });
  const unsubscribe = call.server.runtime.changes.subscribe((change, { method, params }) => {
    change.forget?.(subscriber);
    if (change.kind === 'resource') {
      const { uri } = change;
      const tell = (): void => deliver(method, params);
      if (uris.has(uri) && mayHear(change, principal)) tellReader(call.server, { uri, subscriber, reader: call, deliver: tell });
    } else if (flags.includes(flagOf(change.kind))) deliver(method, params);
  });
  const stops = [giveBack, unsubscribe, ...(topic === undefined ? [] : [topic.begin(deliver)])];
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

function readUris({ resourceSubscriptions }: JsonObject): ReadonlySet<string> {
  const uris = resourceSubscriptions ?? [];
  if (!Array.isArray(uris) || uris.length > maxUris)
    throw invalidParams(`"resourceSubscriptions" must be a list of at most ${maxUris} URIs`);
  const texts = uris.filter((uri): uri is string => typeof uri === 'string');
  checkKept(texts);
  return new Set(texts);
}
