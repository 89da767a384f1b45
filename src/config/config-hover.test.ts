import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Project, ts } from 'ts-morph';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { listSettings } from './print-settings.ts';

/** The declarations that are shipped, where the packed command line is under test; else the sources of them. */
const cli = process.env['SERVICE_CLI_BIN'];
const config = cli === undefined ? './index.ts' : join(realpathSync(cli), '../../dist/config/index.js');
const here = '/* here */';

/** `{ a: [{ here }] }` for the settings below `a[]`; clients have fixed names. */
const probeAt = (level: string): string =>
  (level === '' ? [] : level.split('.')).reduceRight((text, step) => {
    const name = step.replace('[]', '');
    const inner = step.endsWith('[]') ? `[${text}]` : text;
    return `{ ${name === '<name>' ? (level.startsWith('clients') ? 'claude' : 'any') : name}: ${inner} }`;
  }, `{ ${here} }`);

test('[options.hover] an editor shows a sentence, and the default, of each setting that it completes', () => {
  const project = new Project({
    tsConfigFilePath: fileURLToPath(new URL('../../tsconfig.json', import.meta.url)),
    skipAddingFilesFromTsConfig: true,
  });
  const name = fileURLToPath(new URL('config-hover-probe.ts', import.meta.url));
  const rows = listSettings().map(({ field, path }) => ({
    field,
    key: path.split('.').at(-1) ?? '',
    level: path.split('.').slice(0, -1).join('.'),
  }));
  const levels = [...new Set(rows.map(({ level }) => level))];
  const lines = levels.map((level, at) => `export const at${at}: Partial<ServiceConfig> = ${probeAt(level)};`);
  const text = `import type { ServiceConfig } from '${config}';\n${lines.join('\n')}\n`;
  project.createSourceFile(name, text);
  const service = project.getLanguageService().compilerObject;
  const places = [...text.matchAll(/\/\* here \*\//g)].map(({ index }) => index);
  const lacking = rows.filter(({ field: { standard, summary }, key, level }) => {
    const shown = service.getCompletionEntryDetails(name, places[levels.indexOf(level)] ?? 0, key, {}, undefined, {}, undefined);
    const defaults = (shown?.tags ?? []).filter((tag) => tag.name === 'default').map((tag) => ts.displayPartsToString(tag.text));
    const said = ts.displayPartsToString(shown?.documentation).replaceAll('\n', ' ').includes(summary);
    return !said || (standard !== undefined && !defaults.includes(String(standard)));
  });
  assert.equal(
    lacking.map(({ key, level }) => `${level}.${key}`),
    [],
  );
  assert.ok(rows.length > 150);
});

test.run();
