/*
 * Part of the evaluating process: edited sources call `mark` and `site` with their functions and schemas. The state ends with the process.
 */
import { messageOf } from '@service/sdk/internal';
import { schemaFactsOf } from '@service/sdk/entries';
import type { SchemaSite, EvaluatedSite } from '../../model/schemas.ts';
import { createCallbackMarks } from '../../schemas/compile/callback-marks.ts';
import { compileSchema } from '../../schemas/compile/compile-schema.ts';
import { usesDefaultMessages } from '../../schemas/compile/default-messages.ts';
import { zodSettings } from '../../schemas/compile/zod-facts.ts';

const marks = createCallbackMarks();
const sites: { readonly id: string; readonly make: () => unknown; readonly role: SchemaSite['role'] }[] = [];

export const { mark } = marks;

/** Remembers a schema; it is made when every module has been loaded. */
export function site(id: string, role: SchemaSite['role'], make: () => unknown): void {
  sites.push({ id, make, role });
}

/** The tables of the schemas, or why one keeps its zod object. */
export function compileSites(): EvaluatedSite[] {
  const foreignTexts = usesDefaultMessages(zodSettings()['localeError']) ? {} : { foreignTexts: true as const };
  return sites.map(({ id, make, role }) => {
    try {
      const schema = make();
      // The reading phases only follow code of the project, so every function that a schema uses is marked.
      const compiled = compileSchema(schema, { marks, everyFunctionIsMarked: true });
      if ('cannot' in compiled) {
        const { call, cannot } = compiled;
        return { id, problem: `${cannot} cannot be compiled`, call };
      }
      return { id, table: compiled.table, facts: schemaFactsOf(schema, role), ...foreignTexts };
    } catch (error) {
      return { id, problem: messageOf(error) };
    }
  });
}
