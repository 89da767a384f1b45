import { distributedVariableTexts, httpVariableTexts, serverVariableTexts } from '@service/sdk/options';
import { listSettings } from '../../src/config/print-settings.ts';
import type { Fields } from '../../src/config/setting-row.ts';
import { code, page, table } from './markdown.ts';

type Texts = Readonly<Record<string, readonly [meaning: string, standard?: string]>>;

const rowsOf = (texts: Texts): string[][] =>
  Object.entries(texts)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, [meaning, standard = '']]) => [code(name), standard === '' ? '' : code(standard), meaning]);

/** The variables that a server reads, and those that the command line reads. */
export function variablePage(settings: Fields): string {
  const ofCommandLine = listSettings(settings)
    .flatMap(({ field, path }) => (field.variable === undefined ? [] : [[code(field.variable), code(path), field.summary]]))
    .toSorted(([a = ''], [b = '']) => a.localeCompare(b));
  return page(
    'Variables',
    'Variables of the environment. Options can name further ones, such as `auth.tokensEnv`. Empty text counts as not set; an invalid value stops the start.',
    [
      `## Of a server, over HTTP\n\n${table(['variable', 'default', 'meaning'], rowsOf(httpVariableTexts))}`,
      `## Of a server\n\n${table(['variable', 'default', 'meaning'], rowsOf(serverVariableTexts))}`,
      `## Of a distributed server\n\n${table(['variable', 'default', 'meaning'], rowsOf(distributedVariableTexts))}`,
      `## Of the command line\n\nEach wins over the setting beside it.\n\n${table(['variable', 'setting', 'meaning'], ofCommandLine)}`,
    ],
  );
}
