import { defineConfig } from '@service/cli/config';

export default defineConfig({
  name: 'template-local',
  entry: 'src/main.ts',
  transport: { http: { port: 3000, path: '/mcp' } },
  // Asked by the client that installs the archive; the answer is the variable NOTES_FOLDER.
  setup: { steps: [{ id: 'notes_folder', prompt: 'Folder of your notes' }] },
  clients: { 'claude-code': { command: 'node', args: ['dist/node/template-local.bundle.js', '--stdio'] } },
  deployments: [{ target: 'node' }],
});
