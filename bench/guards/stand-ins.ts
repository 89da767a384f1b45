/*
 * What stands for the guards in the build that they are measured against: nothing is looked at and everything passes. It is put into a copy
 * of the sources (`build-unguarded.ts`); no build of a user can ever hold it. Each has the type of what it stands for. A guard is what can
 * refuse a request; headers that answers carry are the same in both builds.
 */
import type { throttle as RealThrottle } from '../../src/runtime/features/throttle.ts';
import type {
  findRefusedHost as RealHostCheck,
  isCrossSite as RealCrossSiteCheck,
  isRefusedOrigin as RealOriginCheck,
} from '../../src/runtime/http/guards/foreign-pages.ts';
import type { isOwnOrigin as RealOwnOrigin } from '../../src/runtime/http/guards/own-origin.ts';
import type { readJson as RealReadJson } from '../../src/runtime/http/transports/read-message.ts';
import type { Json } from '../../src/runtime/model/json.ts';

export const throttle: typeof RealThrottle = { name: 'throttle', create: () => ({}) };
export const findRefusedHost: typeof RealHostCheck = () => undefined;
export const isCrossSite: typeof RealCrossSiteCheck = () => false;
export const isOwnOrigin: typeof RealOwnOrigin = () => false;
export const isRefusedOrigin: typeof RealOriginCheck = () => false;
/** The body without its checks of type, encoding and depth; the limit of its size is part of reading it. */
export const readJson: typeof RealReadJson = (limit, exchange) => {
  const text = exchange.text(limit);
  return typeof text === 'string' ? parse(text) : text.then(parse);
};

const parse = (text: string): { readonly value: Json } => ({ value: JSON.parse(text) as Json });

/** What is replaced, by the module that holds it (below `src/runtime`, without `.ts`). */
export const replaced: Readonly<Record<string, readonly string[]>> = {
  'features/throttle': ['throttle'],
  'http/guards/foreign-pages': ['findRefusedHost', 'isCrossSite', 'isRefusedOrigin'],
  'http/guards/own-origin': ['isOwnOrigin'],
  'http/transports/read-message': ['readJson'],
};
