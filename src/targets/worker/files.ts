import type { OutputFile, TargetInput } from '../../compiler/target.ts';

/** Beside the bundle: what makes `index.js` an ES module wherever it is copied to. */
export function workerFiles({ name, version }: TargetInput): readonly OutputFile[] {
  const manifest = { name, version, private: true, type: 'module', main: 'index.js' };
  return [{ path: 'package.json', contents: `${JSON.stringify(manifest, undefined, 2)}\n` }];
}
