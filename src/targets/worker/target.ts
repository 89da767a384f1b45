import { defineTarget } from '../../compiler/target.ts';
import { workerFiles } from './files.ts';
import { workerPlatformFile } from './platform-file.ts';

/** One ES module for a worker platform: web standards only, a `fetch` handler as its default export. */
export const workerTarget = defineTarget({
  name: 'worker',
  supports: {
    sqlite: false,
    tcpRedis: false,
    fileSystem: false,
    childProcesses: false,
    sockets: false,
    longSessions: false,
    nativeAddons: false,
  },
  host: { module: '@service/sdk/hosts/worker', start: 'createWorker', exported: true },
  bundle: {
    platform: 'neutral',
    format: 'esm',
    syntax: 'es2022',
    conditions: ['workerd', 'worker'],
    fileName: () => 'index.js',
    assetFolder: () => 'assets',
  },
  startCheck: () => ({ kind: 'fetch', script: 'index.js' }),
  files: workerFiles,
  platformFile: workerPlatformFile,
});
