import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Modules of ours that go into the bundle: TypeScript in a checkout, JavaScript when published. */
export function ownModule(name: string): string {
  const source = fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
  return existsSync(source) ? source : fileURLToPath(new URL(`./${name}.js`, import.meta.url));
}
