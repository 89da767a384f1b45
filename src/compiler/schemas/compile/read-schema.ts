import type { CheckRow, SchemaNode } from '@service/sdk/schema-table';
import { cannot } from './cannot-compile.ts';
import { readCheck } from './read-check.ts';
import { readKind } from './read-kind.ts';
import { errorOf, listFact, type TableBuilder } from './table-builder.ts';
import { isZod, type ZodSchema } from './zod-facts.ts';

/** The node of one schema: its kind, its checks, its own message, and what an absent key means. */
export function readSchema(schema: ZodSchema, builder: TableBuilder): SchemaNode {
  const { def, traits, optin, optout } = schema._zod;
  const isCheck = traits?.has('$ZodCheck') === true;
  const own = isCheck ? readCheck(schema, builder) : undefined;
  const checks = [...(own === undefined ? [] : [own]), ...checksOf(schema, builder)];
  return {
    ...readKind(schema, builder),
    ...errorOf(def, builder),
    ...(checks.length > 0 ? { checks } : {}),
    ...(own === undefined ? {} : { selfCheck: true as const }),
    ...(optin === 'optional' || optin === 'defaulted' ? { absent: optin } : {}),
    ...(optout === 'optional' ? { absentOut: true as const } : {}),
  };
}

function checksOf(schema: ZodSchema, builder: TableBuilder): CheckRow[] {
  const { checks } = schema._zod.def;
  if (checks === undefined) return [];
  return listFact(checks, 'the checks').flatMap((check) => {
    if (!isZod(check)) return cannot('a check of another library than zod 4');
    const row = readCheck(check, builder);
    return row === undefined ? [] : [row];
  });
}
