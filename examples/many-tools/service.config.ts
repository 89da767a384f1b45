import { defineConfig } from '@service/cli/config';

export default defineConfig({
  name: 'many-tools',
  entry: 'src/main.ts',
  transport: { http: { port: 3000, path: '/mcp' } },
  deployments: [{ target: 'node' }],
});
