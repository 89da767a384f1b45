import { printJson } from '../../std/texts.ts';
import type { OutputFile, TargetInput } from '../../compiler/target.ts';

/** The package.json beside the bundle: it makes `index.js` an ES module in every folder. */
export function workerFiles({ name, version }: TargetInput): readonly OutputFile[] {
  const manifest = { name, version, private: true, type: 'module', main: 'index.js' };
  return [{ path: 'package.json', contents: printJson(manifest) }];
}
