import { allChecks, allKinds } from '@service/sdk/schema-table';
import type { CompiledSite } from '../model/evaluated-schemas.ts';
import { printJson } from './print-json.ts';

/** The module with the tables of a bundle, and the kinds and checks that they need. Messages are the user's own zod's. */
export function printSchemas(sites: readonly CompiledSite[]): string {
  const nodes = sites.flatMap(({ table }) => table.nodes);
  const kinds = [...new Set(nodes.map(({ type }) => type))].map((type) => [type, allKinds[type].name] as const);
  const checks = [...new Set(nodes.flatMap((node) => (node.checks ?? []).map(({ check }) => check)))].map(
    (check) => [check, allChecks[check].name] as const,
  );
  const names = [...new Set(['createTableSchemas', ...[...kinds, ...checks].map(([, name]) => name)])];
  const record = (rows: readonly (readonly [string, string])[]): string => `{ ${rows.map(([key, name]) => `${key}: ${name}`).join(', ')} }`;
  return [
    `import { ${names.join(', ')} } from "@service/sdk/schema-table";`,
    'import messages from "service:zod-messages";',
    `const schemaOf = createTableSchemas({ messages, kinds: ${record(kinds)}, checks: ${record(checks)} });`,
    ...sites.map(({ id, table, facts }) => {
      const more = Object.keys(facts).length === 0 ? '' : `, ${printJson(facts)}`;
      return `export const ${id} = schemaOf(${printJson(table)}${more});`;
    }),
    '',
  ].join('\n');
}
