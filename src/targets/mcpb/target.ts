import { defineTarget } from '../../compiler/target.ts';
import { nodeTarget } from '../node/target.ts';
import { archiveName, mcpbFiles } from './files.ts';

/** An archive (MCPB) that a client on a person's own machine installs and starts itself, over stdio. */
export const mcpbTarget = defineTarget({
  ...nodeTarget,
  name: 'mcpb',
  // One archive serves every system.
  supports: { ...nodeTarget.supports, nativeAddons: false },
  bundle: { ...nodeTarget.bundle, fileName: () => 'index.js', assetFolder: () => 'assets' },
  archive: { bundleFolder: 'server', firstFile: 'manifest.json', fileName: archiveName },
  startCheck: () => ({ kind: 'stdio', script: 'server/index.js' }),
  executable: (_name, platform) => `bin/${platform}/server`,
  files: mcpbFiles,
});
