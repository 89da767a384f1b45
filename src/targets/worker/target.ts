import { sessionClass, storeClass } from '@service/sdk/model';
import { defineTarget, type OutputFile, type TargetInput } from '../../compiler/target.ts';
import { workerPlatformFile } from './platform-file.ts';
import { printJson } from '../../std/texts.ts';

/** Modules of Node that workerd has with `nodejs_compat` at the date that builds write, and at every later one. Files, processes and servers are not among them. */
const workerBuiltins: ReadonlySet<string> = new Set([
  'assert',
  'assert/strict',
  'async_hooks',
  'buffer',
  'crypto',
  'diagnostics_channel',
  'dns',
  'dns/promises',
  'events',
  'net',
  'path',
  'path/posix',
  'path/win32',
  'process',
  'querystring',
  'stream',
  'stream/consumers',
  'stream/promises',
  'stream/web',
  'string_decoder',
  'timers',
  'timers/promises',
  'tls',
  'url',
  'util',
  'util/types',
  'zlib',
]);

/** One ES module for a worker platform: a `fetch` handler as its default export, web standards, and modules of Node only where the project asks for them. */
export const workerTarget = defineTarget({
  name: 'worker',
  supports: {
    sqlite: false,
    tcpRedis: false,
    fileSystem: false,
    childProcesses: false,
    bindings: true,
    sockets: false,
    longSessions: false,
    nativeAddons: false,
  },
  host: {
    module: '@service/sdk/hosts/worker',
    start: 'createWorker',
    exported: 'default',
    whenPlanned: {
      feature: 'session-objects',
      module: '@service/sdk/hosts/session-worker',
      exportName: 'createSessionWorker',
      members: [sessionClass],
    },
    namedExports: [{ name: storeClass, module: '@service/sdk/hosts/worker-store', feature: 'storage-durable-object' }],
  },
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

/** The package.json beside the bundle: it makes `index.js` an ES module in every folder. */
function workerFiles({ name, version }: TargetInput): readonly OutputFile[] {
  return [{ path: 'package.json', contents: printJson({ name, version, private: true, type: 'module', main: 'index.js' }) }];
}
