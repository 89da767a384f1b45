/* Run by hand after a change of settings.ts: `node --import tsx --conditions=service-source src/config/write-generated.ts`. */
import { writeFileSync } from 'node:fs';
import { printConfigSchema } from './print-schema.ts';
import { printConfigTypes, printDeploymentTypes } from './print-types.ts';

writeFileSync(new URL('deployment-config.ts', import.meta.url), printDeploymentTypes());
writeFileSync(new URL('service-config.ts', import.meta.url), printConfigTypes());
writeFileSync(new URL('../../service.config.schema.json', import.meta.url), printConfigSchema());
