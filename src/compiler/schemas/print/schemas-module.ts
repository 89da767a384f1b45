import type { CompiledSite } from '../../model/schemas.ts';
import { valueExpression } from '../../../escape/javascript.ts';
import { printSchema, type PrintedSchema } from './print-schema.ts';
import { printCall, printOptions, type PartName } from './printing.ts';

/** The module with the schemas of a bundle: what they are made of is imported by name, so that nothing else is bundled. */
export function printSchemas(sites: readonly CompiledSite[]): string {
  const parts = new Set<PartName>();
  // Equal schemas are one.
  const known = new Map<string, string>();
  const ownTexts = sites.every(({ foreignTexts }) => foreignTexts !== true);
  const rows = sites.map(({ id, table, facts }) => {
    const printed = printSchema(table);
    const text = printExport(printed, facts, { parts, locale: ownTexts ? undefined : 'locale' });
    const same = printed.callbacks.size > 0 ? undefined : known.get(text);
    if (same !== undefined) return `export const ${id} = ${same};`;
    known.set(text, id);
    for (const part of printed.parts) parts.add(part);
    return `export const ${id} = ${text};`;
  });
  if (!ownTexts) parts.add('localeOf');
  return [
    `import { ${[...parts].join(', ')} } from "@service/sdk/schema-table";`,
    ...(ownTexts ? [] : ['import messages from "service:zod-messages";', 'const locale = localeOf(messages);']),
    ...rows,
    '',
  ].join('\n');
}

function printExport(
  { make, callbacks }: PrintedSchema,
  { kind, form }: CompiledSite['facts'],
  { parts, locale }: { readonly parts: Set<PartName>; readonly locale: string | undefined },
): string {
  const name = callbacks.size > 0 ? 'askingSchema' : 'tableSchema';
  parts.add(name);
  if (form !== undefined) parts.add('formFacts');
  const facts = printOptions({
    kind: kind === undefined ? undefined : JSON.stringify(kind),
    jsonSchema: form === undefined ? undefined : printCall('formFacts', [valueExpression(form)]),
  });
  return printCall(name, [make, facts, locale]);
}
