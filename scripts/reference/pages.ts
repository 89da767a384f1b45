import { commandPage } from './command-page.ts';
import { contextPage } from './context-page.ts';
import { errorPage } from './error-page.ts';
import { findingPage } from './finding-page.ts';
import { optionPage } from './option-page.ts';
import type { Fields } from '../../src/config/setting-row.ts';
import type { WrittenOption } from './options/read-options.ts';
import { settingPage } from './setting-page.ts';
import { variablePage } from './variable-page.ts';

/** The pages of `docs/reference`, printed from the tables that the code works with. */
export const referencePages = (root: string, options: readonly WrittenOption[], settings: Fields): Readonly<Record<string, string>> => ({
  'commands.md': commandPage(),
  'context.md': contextPage(root),
  'errors.md': errorPage(),
  'findings.md': findingPage(),
  'options.md': optionPage(options),
  'settings.md': settingPage(settings),
  'variables.md': variablePage(settings),
});
