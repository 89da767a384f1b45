import { defineTarget } from '../../compiler/target.ts';
import { nodeTarget } from '../node/target.ts';
import { sdkFiles } from './files.ts';

const host = { module: '@service/sdk/hosts/in-process/library', start: 'createLibrary', exported: ['createDirect', 'connect'] };

/** A library for programs of others, as CommonJS and as an ES module: they call the server as an object. Nothing starts by itself, and nothing listens. */
export const sdkTarget = defineTarget({
  name: 'sdk',
  supports: { ...nodeTarget.supports, sockets: false },
  host,
  listens: false,
  furtherBundles: { module: { host, format: 'esm', fileName: (name) => `${name}.esm.mjs` } },
  bundle: {
    platform: 'node',
    format: 'cjs',
    syntax: 'node20',
    conditions: ['node'],
    namesMap: true,
    fileName: (name) => `${name}.cjs.js`,
    assetFolder: (name) => `${name}.assets`,
  },
  files: sdkFiles,
});
