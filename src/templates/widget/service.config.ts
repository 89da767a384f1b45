import { defineConfig } from '@service/cli/config';

export default defineConfig({
  name: 'template-widget',
  entry: 'src/main.ts',
  transport: { http: { port: 3000, path: '/mcp' } },
  deployments: [{ target: 'node' }],
});
