import { defineTarget } from '../../compiler/target.ts';
import { nodeFiles } from './files.ts';
import { minimumNode } from '@service/sdk/options';
import { stringLiteral } from '../../escape/javascript.ts';

/** One CommonJS file for Node: no node_modules beside it, served over HTTP, a Unix socket or stdio. */
export const nodeTarget = defineTarget({
  name: 'node',
  supports: {
    sqlite: true,
    tcpRedis: true,
    fileSystem: true,
    childProcesses: true,
    bindings: false,
    sockets: true,
    longSessions: true,
    nativeAddons: true,
  },
  host: {
    module: '@service/sdk/hosts/node',
    start: 'startNode',
    whenCalled: {
      module: '@service/sdk/hosts/when-called',
      exportName: 'startWhenCalled',
      functions: {
        bootstrap: { module: '@service/sdk/hosts/when-called', exportName: 'serveBundle' },
        runStdio: { module: '@service/sdk/hosts/when-called', exportName: 'serveBundleStdio' },
        createHandler: { module: '@service/sdk/hosts/node-handler', exportName: 'createNodeHandler' },
        createFetchHandler: { module: '@service/sdk/hosts/node-fetch', exportName: 'createNodeFetchHandler' },
        createDirect: { module: '@service/sdk/hosts/in-process/open-direct', exportName: 'openDirect' },
      },
    },
  },
  startReport: { module: '@service/sdk/hosts/start-report', report: 'reportStartFailures' },
  bundle: {
    platform: 'node',
    format: 'cjs',
    mayBeModule: true,
    syntax: 'node20',
    conditions: ['node'],
    opening: printNodeCheck,
    fileName: (name) => `${name}.bundle.js`,
    assetFolder: (name) => `${name}.assets`,
  },
  executable: (name) => `${name}-bin`,
  startCheck: (name) => ({ kind: 'stdio', script: `${name}.bundle.js` }),
  files: nodeFiles,
});

/**
 * The first statement of a bundle: an older Node is named instead of failing somewhere in the middle. Only syntax that old versions parse
 * may stand here.
 */
export function printNodeCheck(name: string, nodeVersion: string): string {
  const least = minimumNode(nodeVersion);
  const text = stringLiteral(`${name} needs Node >= ${least.join('.')}, found v`);
  return (
    `(function(a){for(var h=process.versions.node.split('.').map(Number),i=0;i<2&&h[i]===a[i];)i++;` +
    `if(h[i]<a[i]){process.stderr.write(${text}+process.versions.node+'\\n');process.exit(1)}})([${least.join(',')}]);\n`
  );
}
