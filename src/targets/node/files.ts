import type { OutputFile, TargetInput } from '../../compiler/target.ts';
import { printStartScript } from './start-script.ts';

/** Beside the bundle: what makes it CommonJS wherever it is copied to, a start script, and what a deployment needs to know. */
export function nodeFiles(input: TargetInput): readonly OutputFile[] {
  const manifest = `${input.name}.manifest.json`;
  return [
    // Without it a `"type": "module"` further up would make Node read the bundle as an ES module.
    { path: 'package.json', contents: printJson({ type: 'commonjs' }) },
    {
      path: input.name,
      contents: printStartScript({
        name: input.name,
        version: input.version,
        bundle: input.bundle.fileName,
        manifest,
        nodeVersion: input.nodeVersion,
      }),
      mode: 0o755,
    },
    { path: manifest, contents: printJson(manifestOf(input)) },
  ];
}

/** The files beside the bundle. */
function manifestOf({ model, name, version, nativeAddons, nodeVersion, defaultPort, bundle }: TargetInput): Record<string, unknown> {
  return {
    name,
    version,
    nodeVersion,
    storage: storageOf(model),
    network: { defaultPort, supportsSocket: true },
    dependencies: { system: [], nativeAddons },
    bundle: bundle.fileName,
  };
}

/** What the server was declared with; without either everything is kept in memory. */
function storageOf({ server }: TargetInput['model']): { type: 'sqlite' | 'redis' | 'none'; required: boolean } {
  const { redis, sqlite } = server.options.rest;
  if (redis !== undefined) return { type: 'redis', required: true };
  return sqlite === undefined ? { type: 'none', required: false } : { type: 'sqlite', required: true };
}

const printJson = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;
