import type { Json } from '@service/sdk';

/** Two thirds of GitHub's answers are addresses of its API, of which a model makes nothing. Those of pages for people stay. */
const isNoise = (name: string): boolean => (name.endsWith('url') && name !== 'html_url') || name === 'node_id' || name === '_links';

/** The same value without such members, at every depth. */
export function withoutAddresses(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return value.map((item: Json) => withoutAddresses(item) ?? null);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => (isNoise(name) ? [] : [[name, withoutAddresses(member) ?? null] as const])),
  );
}
