import { ResourceNotFound } from '../../errors/index.ts';
import { andThen, type Awaitable } from '../../std/index.ts';
import { tryFindResource } from '../call/find-resource.ts';
import type { MethodCall } from '../method.ts';

/** News of a resource are part of it: who may not read it hears nothing of it. @throws what reading it would throw */
export function admitSubscriber({ request, server: { runtime } }: MethodCall, uri: string): Awaitable<void> {
  const found = tryFindResource(runtime, uri);
  const { admission } = runtime.surroundings;
  if (found === undefined || admission === undefined) return undefined;
  const { auth, sessionId } = request;
  const admitted = admission.admit(found.live, { auth, sessionId, origin: 'client', unknown: () => new ResourceNotFound(uri) });
  return andThen(admitted, (left) => left?.({ uri, ...found.params }));
}
