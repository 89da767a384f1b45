import { commandPage } from './command-page.ts';
import { contextPage } from './context-page.ts';
import { errorPage } from './error-page.ts';
import { findingPage } from './finding-page.ts';
import { optionPage } from './option-page.ts';
import { settingPage } from './setting-page.ts';
import { variablePage } from './variable-page.ts';

/** The pages of `docs/reference`, printed from the tables that the code works with. */
export const referencePages = (root: string): Readonly<Record<string, string>> => ({
  'commands.md': commandPage(),
  'context.md': contextPage(root),
  'errors.md': errorPage(),
  'findings.md': findingPage(),
  'options.md': optionPage(),
  'settings.md': settingPage(),
  'variables.md': variablePage(),
});
