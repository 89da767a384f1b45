import { defineTarget } from '../compiler/target.ts';

/** One ES module that a page imports: its default export is the server, which clients in the page connect to. Nothing listens. */
export const browserTarget = defineTarget({
  name: 'browser',
  supports: {
    sqlite: false,
    tcpRedis: false,
    fileSystem: false,
    childProcesses: false,
    bindings: false,
    sockets: false,
    longSessions: true,
    nativeAddons: false,
  },
  inPage: true,
  listens: false,
  host: { module: '@service/sdk/hosts/in-page/page', start: 'createPage', exported: 'default' },
  bundle: {
    platform: 'neutral',
    format: 'esm',
    syntax: 'es2022',
    namesMap: true,
    conditions: ['browser'],
    builtins: new Set(),
    fileName: (name) => `${name}.browser.mjs`,
    assetFolder: () => 'assets',
  },
  files: () => [],
});
