import { isJsonObject } from '../../model/index.ts';
import type { ClientCapability } from '../../define/client-capabilities.ts';
import type { JsonObject } from '../../model/index.ts';
import { without } from './projection.ts';

/** Questions that the first revisions know. */
export const askableAtFirst: readonly ClientCapability[] = ['sampling', 'roots'];
/** Since 2025-06-18. */
export const askableWithForms: readonly ClientCapability[] = [...askableAtFirst, 'elicitation'];
/** Since 2025-11-25. */
export const askableByNow: readonly ClientCapability[] = [...askableWithForms, 'elicitation.url', 'sampling.tools', 'sampling.context'];

/** Declared capabilities of a client, without those that its revision does not define. */
export function limitCapabilities(declared: JsonObject, askable: readonly ClientCapability[]): JsonObject {
  const limited: JsonObject = { ...declared };
  for (const kind of ['elicitation', 'sampling'] as const) {
    const found = declared[kind];
    if (!isJsonObject(found)) continue;
    if (!askable.includes(kind)) delete limited[kind];
    else {
      const later = Object.keys(found).filter(
        (part) => askableByNow.some((known) => known === `${kind}.${part}`) && !askable.some((known) => known === `${kind}.${part}`),
      );
      limited[kind] = without(found, later);
    }
  }
  return limited;
}
