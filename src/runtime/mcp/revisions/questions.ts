import type { ClientCapability } from '../../define/client-capabilities.ts';
import type { Question } from '../../define/question.ts';
import { ServiceError } from '../../errors/index.ts';
import type { Json, JsonObject } from '../../model/index.ts';
import { isJsonObject } from '../json-rpc.ts';
import { without } from './projection.ts';

/** What the first revisions let a server ask. */
export const askableAtFirst: readonly ClientCapability[] = ['sampling', 'roots'];
/** Since 2025-06-18. */
export const askableWithForms: readonly ClientCapability[] = [...askableAtFirst, 'elicitation'];
/** Since 2025-11-25. */
export const askableByNow: readonly ClientCapability[] = [...askableWithForms, 'elicitation.url', 'sampling.tools', 'sampling.context'];

/** What a client declared, without what its revision does not have: a later member in it means nothing there. */
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

/** A question as it is, for revisions that write it like the newest. */
export const paramsOf = (question: Question): JsonObject => question.params;

/** Forms of 2025-06-18: no mode, no titled choices, no lists, defaults of switches alone. */
export function formOf2025June({ method, params }: Question): JsonObject {
  const { requestedSchema } = params;
  if (method !== 'elicitation/create' || !isJsonObject(requestedSchema) || !isJsonObject(requestedSchema.properties)) return params;
  const properties = Object.fromEntries(Object.entries(requestedSchema.properties).map(([name, field]) => [name, plainField(name, field)]));
  return { ...without(params, ['mode']), requestedSchema: { ...requestedSchema, properties } };
}

function plainField(name: string, field: Json | undefined): Json | undefined {
  if (!isJsonObject(field)) return field;
  if (field.type === 'array') {
    throw new ServiceError(
      'ELICITATION_NOT_SUPPORTED',
      `"${name}" is a choice of several, which clients of protocol 2025-06-18 cannot show`,
    );
  }
  const { oneOf, ...rest } = field;
  const plain = field.type === 'boolean' ? rest : without(rest, ['default']);
  if (!Array.isArray(oneOf)) return plain;
  const choices = oneOf.filter(isJsonObject);
  return { ...plain, enum: choices.map((choice) => choice.const ?? ''), enumNames: choices.map((choice) => choice.title ?? '') };
}
