import type { OptionOwner } from '@service/sdk/options';
import { code, page, table } from './markdown.ts';
import type { WrittenOption } from './options/read-options.ts';

/** As they are written. */
const owners: Readonly<Record<OptionOwner, string>> = {
  service: '@Service',
  app: '@App',
  tool: '@Tool and tool()',
  resource: '@Resource and resource()',
  'resource-template': '@ResourceTemplate and resourceTemplate()',
  prompt: '@Prompt and prompt()',
  plugin: '@Plugin',
  provider: '@Provider',
  adapter: '@Adapter',
  skill: '@Skill and skill()',
};

/** The options of every decorator. */
export function optionPage(options: readonly WrittenOption[]): string {
  const parts = Object.entries(owners).map(([owner, title]) => {
    const rows = options.filter((row) => row.owner === owner).map((row) => [code(row.path), typeOf(row), defaultOf(row), meaningOf(row)]);
    return `## ${title}\n\n${table(['option', 'type', 'default', 'meaning'], rows)}`;
  });
  return page('Options', 'Every option of every decorator. A name that is not here is an error when you build.', parts);
}

const typeOf = ({ type }: WrittenOption): string =>
  type.flatMap((one) => (typeof one === 'string' ? [one] : one.literals.map((literal) => code(JSON.stringify(literal))))).join(' or ');

const defaultOf = ({ default: value, required }: WrittenOption): string =>
  required ? 'required' : value === undefined ? '' : code(String(value));

const meaningOf = ({ secret, sentence }: WrittenOption): string =>
  `${sentence}${secret ? ' A secret: it must come from the environment.' : ''}`;
