import { listSettings } from '../../src/config/print-settings.ts';
import type { Fields, Rule } from '../../src/config/setting-row.ts';
import { code, page, table } from './markdown.ts';

/** The settings of `service.config.*`. */
export function settingPage(settings: Fields): string {
  const rows = listSettings(settings).map(({ field: { required, rule, standard, summary }, path }) => [
    code(path),
    nameOf(rule),
    required ? 'required' : standard === undefined ? '' : code(String(standard)),
    summary,
  ]);
  return page(
    'Settings',
    'Every setting of `service.config.ts`, `.js`, `.json`, `.mjs` or `.cjs`. A flag wins over a variable, that over the file, that over the default.',
    [table(['setting', 'type', 'default', 'meaning'], rows)],
  );
}

function nameOf(rule: Rule): string {
  switch (rule.kind) {
    case 'text':
      return rule.choices?.map((choice) => code(choice)).join(' or ') ?? 'text';
    case 'integer':
      return `integer${rule.min === undefined ? '' : `, at least ${rule.min}`}${rule.max === undefined ? '' : `, at most ${rule.max}`}`;
    case 'switch':
      return 'boolean';
    case 'json':
      return 'JSON';
    case 'list':
      return `list of ${nameOf(rule.of)}`;
    case 'map':
      return `object of ${nameOf(rule.of)}`;
    case 'either':
      return rule.of.map(nameOf).join(' or ');
    case 'off':
      return code('false');
    case 'object':
    case 'variant':
      return 'object';
  }
}
