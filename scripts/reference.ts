import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { printConfigSchema } from '../src/config/print-schema.ts';
import { printConfigTypes, printDeploymentTypes } from '../src/config/print-types.ts';
import { referencePages } from './reference/pages.ts';

/** Writes what is printed from tables: `docs/reference`, and the types and the JSON Schema of `service.config`. Tests compare each with its table. */
const root = resolve(import.meta.dirname, '..');
const folder = join(root, 'docs/reference');
mkdirSync(folder, { recursive: true });
for (const [name, text] of Object.entries(referencePages(root))) writeFileSync(join(folder, name), text);
writeFileSync(join(root, 'src/config/deployment-config.ts'), printDeploymentTypes());
writeFileSync(join(root, 'src/config/service-config.ts'), printConfigTypes());
writeFileSync(join(root, 'service.config.schema.json'), printConfigSchema());
