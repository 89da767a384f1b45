import type { ProjectFiles } from './projects.ts';

/** A server that publishes a card for registries. */
export const listedProject: ProjectFiles = {
  'package.json': `${JSON.stringify({ name: 'listed', version: '1.0.0', private: true, type: 'module' })}\n`,
  'service.config.ts': `export default { name: 'listed', entry: 'src/main.ts', deployments: [{ target: 'node' }] };\n`,
  'src/main.ts': [
    "import { Service, tool } from '@service/sdk';",
    "import { z } from 'zod';",
    "const add = tool({ name: 'add', description: 'Adds two numbers', inputSchema: { a: z.number(), b: z.number() }, outputSchema: { sum: z.number() } })(({ a, b }) => ({ sum: a + b }));",
    "@Service({ info: { name: 'listed', version: '1.0.0' }, http: { entryPath: '/mcp' }, registry: { name: 'com.example/listed', description: 'Adds two numbers' }, tools: [add] })",
    'export class Listed {}',
    '',
  ].join('\n'),
};
