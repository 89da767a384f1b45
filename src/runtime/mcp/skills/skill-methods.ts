import { pageOf } from '../../entries/index.ts';
import { invalidParams } from '../../errors/index.ts';
import type { JsonObject } from '../../model/index.ts';
import type { Around, Method } from '../protocol.ts';
import { SerialisedResult } from '../json-rpc.ts';
import { readCursor, requireText } from '../params.ts';
import type { SkillCatalog } from './skill-catalog.ts';

/** Entries of a page; each may name 512 files. */
const pageRule = { mode: 'auto', pageSize: 20, autoThreshold: 20 } as const;
/** Children of a page. */
const directoryPageRule = { mode: 'auto', pageSize: 200, autoThreshold: 200 } as const;

/** A stored entry whose files have changed since would fail the client's own check of the digests, so nothing is reused. */
const uncached = { ttlMs: 0, cacheScope: 'private' } as const;

type Catalog = () => Promise<SkillCatalog>;

/** `skills/list`, `skills/get` and `resources/directory/read` (SEP-2640). */
export function createSkillMethods(catalog: Catalog): Readonly<Record<string, Method>> {
  return {
    'skills/list': async ({ params }) => {
      const { items, nextCursor } = pageOf((await catalog()).entries, pageRule, readCursor(params).cursor);
      return { skills: [...items], ...next(nextCursor), ...uncached };
    },
    'skills/get': async ({ params }) => {
      const uri = requireText(params, 'uri');
      const skill = (await catalog()).entryOf.get(uri);
      if (skill === undefined) throw invalidParams(`Skill not found: ${uri}`, { uri });
      return { skill, ...uncached };
    },
    'resources/directory/read': async ({ params }) => {
      const uri = requireText(params, 'uri');
      const children = (await catalog()).childrenOf.get(uri.endsWith('/') ? uri.slice(0, -1) : uri);
      if (children === undefined) throw invalidParams(`Not a directory: ${uri}`, { uri });
      const { items, nextCursor } = pageOf(children, directoryPageRule, readCursor(params).cursor);
      return { resources: [...items], ...next(nextCursor), ...uncached };
    },
  };
}

const next = (nextCursor: string | undefined): JsonObject => (nextCursor === undefined ? {} : { nextCursor });

/** The files as resources: SKILL.md listed after the server's own, every file readable. */
export function surroundResources(catalog: Catalog): Readonly<Record<string, Around>> {
  return {
    'resources/list': async (call, proceed) => {
      const result = plain(await proceed(call));
      // Lists are paged by the core; the skills are on its last page.
      if (result.nextCursor !== undefined) return result;
      const own = Array.isArray(result.resources) ? result.resources : [];
      return { ...result, resources: [...own, ...(await catalog()).manifests] };
    },
    'resources/read': async (call, proceed) => {
      const { uri } = call.params;
      const file = typeof uri === 'string' ? (await catalog()).fileOf.get(uri) : undefined;
      if (file === undefined) return proceed(call);
      const { blob, mimeType, text } = file.model;
      return { contents: [{ uri: file.uri, mimeType, ...(text === undefined ? { blob: blob ?? '' } : { text }) }] };
    },
  };
}

function plain(result: object): JsonObject {
  return result instanceof SerialisedResult ? (JSON.parse(result.text) as JsonObject) : { ...result };
}
