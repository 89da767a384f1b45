import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser';
import { defineTarget, type OutputFile, type PlatformFault, type PlatformFile, type TargetInput } from '../compiler/target.ts';
import { printJson } from '../std/texts.ts';
import { nodeTarget } from './node/target.ts';

/** Folder of the function, in the output. */
const folder = 'functions/index.func';
/** The oldest runtime that a build names. */
const minRuntime = 24;

/** A prebuilt output (Build Output API, version 3) with one function that answers every path. */
export const serverlessATarget = defineTarget({
  name: 'serverless_a',
  // Files of an instance end with it.
  supports: { ...nodeTarget.supports, sqlite: false, sockets: false, longSessions: false },
  host: { module: '@service/sdk/hosts/serverless-a', start: 'createFunction', exported: ['fetch'] },
  bundle: { ...nodeTarget.bundle, mayBeModule: false, folder, fileName: () => 'index.js', assetFolder: () => 'assets' },
  maxBodyBytes: 4_500_000,
  variables: { SERVICE_DEPLOYMENT_MODE: 'serverless' },
  startCheck: () => ({ kind: 'fetch', script: `${folder}/index.js` }),
  // Of `vercel build`, which runs the build command of vercel.json.
  foreignNames: ['builds.json', 'diagnostics'],
  files,
  platformFile: (): PlatformFile => ({
    names: ['vercel.json'],
    contents: () => printJson({ buildCommand: 'npx --no service build --target serverless_a', framework: null }),
    faults: (_file, text) => jsonFaults(text),
  }),
});

function files({ bundle, nodeVersion }: TargetInput): readonly OutputFile[] {
  const major = Math.max(minRuntime, Number(/\d+/.exec(nodeVersion)?.[0] ?? minRuntime));
  const settings = {
    runtime: `nodejs${major}.x`,
    handler: bundle.fileName,
    launcherType: 'Nodejs',
    shouldAddHelpers: false,
    supportsResponseStreaming: true,
    // A client that leaves ends its calls.
    supportsCancellation: true,
  };
  return [
    { path: 'config.json', contents: printJson({ version: 3, routes: [{ src: '/(.*)', dest: '/index' }] }) },
    { path: `${folder}/.vc-config.json`, contents: printJson(settings) },
    // One further up would say how Node reads the bundle.
    { path: `${folder}/package.json`, contents: printJson({ type: 'commonjs' }) },
  ];
}

/** The platform refuses a deployment whose file is no JSON. */
function jsonFaults(text: string): readonly PlatformFault[] {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true });
  return errors
    .slice(0, 1)
    .map(({ error, offset }) => ({ kind: 'syntax', value: `Invalid JSON: ${printParseErrorCode(error)}`, key: '', start: offset }));
}
