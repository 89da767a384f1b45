import { defineTarget } from '../../compiler/target.ts';
import { workerBuiltins } from './builtins.ts';
import { workerFiles } from './files.ts';
import { workerPlatformFile } from './platform-file.ts';

/** One ES module for a worker platform: a `fetch` handler as its default export, web standards, and modules of Node only where the project asks for them. */
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
    builtins: workerBuiltins,
    fileName: () => 'index.js',
    assetFolder: () => 'assets',
  },
  startCheck: () => ({ kind: 'fetch', script: 'index.js' }),
  files: workerFiles,
  platformFile: workerPlatformFile,
});
