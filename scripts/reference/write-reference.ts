import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { printConfigSchema } from './settings/print-config-schema.ts';
import { printOptions } from './options/print-options.ts';
import { writtenOptions } from './options/written-options.ts';
import { printFeatures } from './print-features.ts';
import { referencePages } from './pages.ts';
import { printSettings } from './settings/print-settings.ts';
import { writtenSettings } from './settings/written-settings.ts';

/** Whether a source file of a folder, other than a generated one, holds a name. */
function usedIn(folder: string): (name: string) => boolean {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !path.endsWith('generated.ts'),
  );
  const texts = paths.map((path) => readFileSync(join(folder, path), 'utf8')).join('\n');
  return (name) => texts.includes(name);
}

/**
 * Writes what is printed from comments and tables, all or nothing: the modules of options, of settings and of features, `docs/reference`, and the JSON
 * Schema of `service.config`. What is returned is wrong with the comments, each with its place.
 */
export function writeReference(root: string): readonly string[] {
  const { faults, options } = writtenOptions(root);
  const { faults: settingFaults, named } = writtenSettings(root);
  if (faults.length + settingFaults.length > 0) return [...faults, ...settingFaults];
  const pages = Object.entries(referencePages(root, options, named.settings)).map(
    ([name, text]) => [`docs/reference/${name}`, text] as const,
  );
  const files = new Map([
    ...pages,
    ['src/runtime/options/generated.ts', printOptions(options, usedIn(join(root, 'src/runtime')))],
    ['src/config/generated.ts', printSettings(named)],
    ['src/runtime/features/portable.ts', printFeatures()],
    ['service.config.schema.json', printConfigSchema(named.settings)],
  ]);
  for (const [name, text] of files) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return [];
}
