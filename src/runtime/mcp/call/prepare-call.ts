import { AwaitedProviders, type RequestView } from '../../container/index.ts';
import { untilEnded, type EndableCall } from './until-ended.ts';

/** Builds the providers that the handler waits for, within the time of the call; undefined when there are none. */
export function prepareCall(running: EndableCall & { readonly resolver: RequestView }): Promise<unknown> | undefined {
  const building = running.resolver.prepare?.(AwaitedProviders);
  return building === undefined ? undefined : untilEnded(building, running);
}
