import { defineTarget } from '../../compiler/target.ts';
import { nodeTarget } from '../node/target.ts';
import { archiveName, mcpbFiles } from './files.ts';
import { questionsOf } from './user-config.ts';

/** An archive (MCPB) that a client on a person's own machine installs and starts itself, over stdio. */
export const mcpbTarget = defineTarget({
  ...nodeTarget,
  name: 'mcpb',
  // One archive serves every system.
  supports: { ...nodeTarget.supports, nativeAddons: false },
  bundle: { ...nodeTarget.bundle, mayBeModule: false, folder: 'server', fileName: () => 'index.js', assetFolder: () => 'assets' },
  installationAnswers: {
    module: '@service/sdk/hosts/installation-answers',
    exportName: 'takeInstallationAnswers',
    of: (packaging) => questionsOf(packaging).asked.map((question) => ({ ...question })),
  },
  archive: { firstFile: 'manifest.json', fileName: archiveName },
  startCheck: () => ({ kind: 'stdio', script: 'server/index.js' }),
  executable: (_name, platform) => `bin/${platform}/server`,
  files: mcpbFiles,
});
