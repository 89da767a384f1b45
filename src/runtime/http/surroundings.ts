import type { OriginCheck } from './headers/cors.ts';
import type { HttpSurroundings } from './http-settings.ts';

/** What the decorator says to the HTTP layer that is not part of the model: a function that judges origins, and the distributed mode. */
export function readSurroundings(declared: Readonly<Record<string, unknown>>): HttpSurroundings {
  const origin = at(at(declared, 'http'), 'cors')['origin'];
  return { originCheck: isFunction(origin) ? origin : undefined, distributed: at(declared, 'transport')['distributedMode'] === true };
}

const isFunction = (value: unknown): value is OriginCheck => typeof value === 'function';

function at(record: Readonly<Record<string, unknown>>, key: string): Readonly<Record<string, unknown>> {
  const value = record[key];
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
