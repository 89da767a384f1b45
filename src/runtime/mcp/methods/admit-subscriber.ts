import { admitWith } from '../call/admit-entry.ts';
import { tryFindResource } from '../call/find-resource.ts';
import type { MethodCall } from '../method.ts';
import type { Awaitable } from '../../std/index.ts';

/** News of a resource are part of it: who may not read it hears nothing of it. @throws what reading it would throw */
export function admitSubscriber({ request, server: { runtime } }: MethodCall, uri: string): Awaitable<void> {
  const found = tryFindResource(runtime, uri);
  if (found === undefined) return undefined;
  return admitWith(runtime, found.live, { use: { auth: request.auth, origin: 'client' }, input: { uri, ...found.params } });
}
