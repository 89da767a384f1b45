import { configInvalid } from '../errors/index.ts';
import { parseJsonObject, standardSkillIndexBinding } from '../model/index.ts';
import { keepIndex, readKept, searchHash } from '../search/index.ts';
import { createKvStore, namespaceOf } from '../storage/drivers/worker-kv.ts';
import { fieldsOf, isRecord } from '../std/index.ts';
import { defineFeature, type FeatureInput } from './application/define-feature.ts';

/** The search index of skills in a KV namespace of a worker (`skillIndex`), by the hash of what it is made of. */
export const skillIndex = defineFeature('skill-index', (parts) => {
  if (parts.runtime.declared.skillIndex === undefined) return {};
  const { environment, logger } = parts;
  const { binding, ttlMs } = readOption(parts);
  const store = createKvStore(namespaceOf(environment.binding?.(binding), binding));
  const ownOne = (what: string, failure: unknown): void =>
    logger.warn(`the search index of skills cannot be ${what} the KV namespace ${binding}. Searches use their own`, { failure });
  return {
    provides: {
      keptSkillIndex: async (texts) => {
        const hash = await searchHash(texts);
        const key = `service:skill-index:${hash}`;
        let found: string | undefined;
        try {
          found = await store.get(key);
        } catch (failure) {
          ownOne('read from', failure);
          return undefined;
        }
        const kept = found === undefined ? undefined : readKept(parseJsonObject(found), { hash, count: texts.length });
        if (typeof kept === 'object') return kept;
        if (kept !== undefined) logger.warn(`the search index of skills in ${binding} is not used: ${kept}. It is made again`, { key });
        const made = await keepIndex(texts);
        try {
          await store.set(key, JSON.stringify(made), ttlMs === undefined ? {} : { ttlMs });
        } catch (failure) {
          ownOne('kept in', failure);
        }
        return made;
      },
    },
  };
});

/** The platform's shortest lifetime. */
const minTtlSeconds = 60;

/** What a function answers no build has seen. @throws {ServiceError} CONFIG_INVALID */
function readOption({ environment, runtime }: FeatureInput<'skill-index'>): { readonly binding: string; readonly ttlMs?: number } {
  const { skillIndex: option } = runtime.declared;
  const given: unknown = typeof option === 'function' ? option(envOf(environment)) : option;
  const { binding = standardSkillIndexBinding, ttlSeconds, ...others } = fieldsOf(given);
  if (!isRecord(given) || given instanceof Promise || Object.keys(others).length > 0)
    throw configInvalid('skillIndex must give { binding?, ttlSeconds? } and nothing else: correct what its function returns');
  if (typeof binding !== 'string') throw configInvalid('skillIndex.binding must be the name of a binding');
  if (ttlSeconds === undefined) return { binding };
  if (typeof ttlSeconds === 'number' && ttlSeconds >= minTtlSeconds && ttlSeconds < Number.POSITIVE_INFINITY)
    return { binding, ttlMs: ttlSeconds * 1000 };
  throw configInvalid(`skillIndex.ttlSeconds must be a number of ${minTtlSeconds} or more: a KV namespace keeps nothing for less`);
}

/** The `env` of the worker, by the names that are read of it. */
function envOf({ binding }: FeatureInput<'skill-index'>['environment']): Readonly<Record<string, unknown>> {
  const get = (_target: object, name: string | symbol): unknown => binding?.(String(name));
  return new Proxy({}, { get, has: (target, name) => get(target, name) !== undefined });
}
