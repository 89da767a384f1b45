import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { printConfigSchema } from '../../src/config/print-schema.ts';
import { printConfigTypes, printDeploymentTypes } from '../../src/config/print-types.ts';
import { printOptions } from './options/print-options.ts';
import { writtenOptions } from './options/written-options.ts';
import { referencePages } from './pages.ts';

/**
 * Writes what is printed from comments and tables, all or nothing: the module of options, `docs/reference`, and the types and the JSON Schema
 * of `service.config`. What is returned is wrong with the options, each with its place.
 */
export function writeReference(root: string): readonly string[] {
  const { faults, options } = writtenOptions(root);
  if (faults.length > 0) return faults;
  const pages = Object.entries(referencePages(root, options)).map(([name, text]) => [`docs/reference/${name}`, text] as const);
  const files = new Map([
    ...pages,
    ['src/runtime/options/generated.ts', printOptions(options)],
    ['src/config/deployment-config.ts', printDeploymentTypes()],
    ['src/config/service-config.ts', printConfigTypes()],
    ['service.config.schema.json', printConfigSchema()],
  ]);
  for (const [name, text] of files) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return [];
}
