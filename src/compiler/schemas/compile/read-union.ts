import type { EncodedValue, SchemaNode } from '@service/sdk/schema-table';
import { cannot } from './cannot-compile.ts';
import { encodeValue } from './encode-value.ts';
import { listFact, textFact, type TableBuilder } from './table-builder.ts';
import { isZodSchema, type ZodSchema } from './zod-facts.ts';

export function readUnion(schema: ZodSchema, builder: TableBuilder): SchemaNode {
  const { def, traits } = schema._zod;
  return {
    type: 'union',
    options: listFact(def['options'], 'the options').map(builder.add),
    ...(traits?.has('$ZodXor') === true ? { exclusive: true as const } : {}),
  };
}

/** Which option each value of the discriminator chooses; a value that two claim chooses none. */
export function readDiscriminated(schema: ZodSchema, builder: TableBuilder): SchemaNode {
  const { def } = schema._zod;
  const key = textFact(def['discriminator'], 'a discriminator');
  const options = listFact(def['options'], 'the options');
  const index = new Map<unknown, number | null>();
  for (const [at, option] of options.entries()) {
    const values = isZodSchema(option) ? option._zod.propValues?.[key] : undefined;
    if (values === undefined || values.size === 0) return cannot(`an option without the discriminator "${key}"`);
    for (const value of values) {
      if (index.has(value) && value !== undefined) return cannot(`two options for one value of the discriminator "${key}"`);
      index.set(value, index.has(value) ? null : at);
    }
  }
  return {
    type: 'discriminated',
    options: options.map(builder.add),
    key,
    index: [...index].map(([value, option]): [EncodedValue, number | null] => [encodeValue(value), option]),
    ...(def['unionFallback'] === true ? { fallback: true as const } : {}),
  };
}

export function readRecord(schema: ZodSchema, builder: TableBuilder): SchemaNode {
  const { def } = schema._zod;
  const keyType = def['keyType'];
  const values = isZodSchema(keyType) ? keyType._zod.values : undefined;
  return {
    type: 'record',
    key: builder.add(keyType),
    value: builder.add(def['valueType']),
    ...(def['mode'] === 'loose' ? { loose: true as const } : {}),
    ...(values === undefined ? {} : { values: [...values].map(encodeValue) }),
    ...(def['partial'] === true ? { partial: true as const } : {}),
  };
}
