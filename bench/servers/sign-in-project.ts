import type { ProjectFiles } from './projects.ts';

/** Signs the tokens of the bench alone. */
export const signInSecret = 'bench-bench-bench-bench-bench-32';

/** One tool, behind the server's own sign-in or open to everybody. */
export const signInProject = (auth: boolean): ProjectFiles => ({
  'package.json': `${JSON.stringify({ name: 'signed-in', version: '1.0.0', private: true, type: 'module' })}\n`,
  'service.config.ts': `export default { name: 'signed-in', entry: 'src/main.ts', deployments: [{ target: 'node' }] };\n`,
  'src/main.ts': [
    "import { Service, tool } from '@service/sdk';",
    "import { z } from 'zod';",
    "const add = tool({ name: 'add', description: 'Adds two numbers', inputSchema: { a: z.number().describe('First number'), b: z.number().describe('Second number') }, outputSchema: { sum: z.number() } })(({ a, b }) => ({ sum: a + b }));",
    `@Service({ info: { name: 'signed-in', version: '1.0.0' }, tools: [add], http: { entryPath: '/mcp' }${auth ? ", auth: { mode: 'local', dcr: { enabled: true } }" : ''} })`,
    'export class SignedIn {}',
    '',
  ].join('\n'),
});
