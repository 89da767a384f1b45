import type { ProjectFiles } from '../servers/projects.ts';

/** Every guard that the product has, switched on with limits that the bench does not reach. */
const guards = `
  http: {
    entryPath: '/mcp',
    security: { dnsRebindingProtection: { allowedHosts: ['127.0.0.1', 'localhost'], allowedOrigins: ['https://app.example'] } },
  },
  throttle: {
    global: { maxRequests: 1_000_000_000, windowMs: 60_000, partitionBy: 'ip' },
    globalConcurrency: { maxConcurrent: 1000, partitionBy: 'ip' },
    defaultRateLimit: { maxRequests: 1_000_000_000, windowMs: 60_000, partitionBy: 'ip' },
    defaultConcurrency: { maxConcurrent: 1000 },
    ipFilter: { denyList: ['203.0.113.0/24', '2001:db8::/32'], allowList: ['127.0.0.0/8'], defaultAction: 'deny' },
  },
`;

/** One tool behind all of them. */
export const guardedProject: ProjectFiles = {
  'package.json': `${JSON.stringify({ name: 'guarded', version: '1.0.0', private: true, type: 'module' })}\n`,
  'service.config.ts': `export default { name: 'guarded', entry: 'src/main.ts', deployments: [{ target: 'node' }] };\n`,
  'src/main.ts': [
    "import { Service, tool } from '@service/sdk';",
    "import { z } from 'zod';",
    "const add = tool({ name: 'add', description: 'Adds two numbers', inputSchema: { a: z.number().describe('First number'), b: z.number().describe('Second number') }, outputSchema: { sum: z.number() } })(({ a, b }) => ({ sum: a + b }));",
    `@Service({ info: { name: 'guarded', version: '1.0.0' }, tools: [add], ${guards} })`,
    'export class Guarded {}',
    '',
  ].join('\n'),
};

/** What a page that is let in sends with each call, so that the checks of the origin have something to look at. */
export const pageHeaders = { origin: 'https://app.example', 'sec-fetch-site': 'same-site' };
