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
      contents: printStartScript({ name: input.name, version: input.version, bundle: input.bundle.fileName, manifest }),
      mode: 0o755,
    },
    { path: manifest, contents: printJson(manifestOf(input)) },
  ];
}

/** Supplement §4.3. */
function manifestOf({ name, version, nodeVersion, defaultPort, bundle }: TargetInput): Record<string, unknown> {
  return {
    name,
    version,
    nodeVersion,
    storage: { type: 'none', required: false },
    network: { defaultPort, supportsSocket: true },
    dependencies: { system: [], nativeAddons: [] },
    bundle: bundle.fileName,
  };
}

const printJson = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;
