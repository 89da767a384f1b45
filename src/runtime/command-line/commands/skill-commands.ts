import { isJsonObject, jsonObjectsIn, type JsonObject } from '../../model/index.ts';
import { exitCodes, UsageFault } from '../failures.ts';
import { textOf, textOfContents } from '../output/print-result.ts';
import { didYouMean, list, oneLine } from '../../terminal/index.ts';
import { pageOn } from '../output/terminal.ts';
import type { CommandCall, OwnCommand } from './command.ts';

/** Commands for skills and their files. */
export const skillCommands: readonly OwnCommand[] = [
  {
    name: 'skills list',
    summary: 'List the skills',
    run: async (call) => {
      const skills = await listSkills(call);
      printSkills(
        call,
        { skills: [...skills] },
        skills.map(({ frontmatter }) => (isJsonObject(frontmatter) ? frontmatter : {})),
      );
      return exitCodes.ok;
    },
  },
  {
    name: 'skills search',
    arguments: [{ name: 'query', required: true }],
    summary: 'Search the skills by words, best first',
    flags: [
      {
        name: 'limit',
        short: 'n',
        property: 'limit',
        kind: { kind: 'number', integer: true },
        summary: 'Skills to print, 1 to 50 (default: 10)',
      },
      { name: 'tag', property: 'tags', kind: { kind: 'list', item: { kind: 'text' } }, summary: 'Only skills with one of these tags' },
    ],
    examples: ['skills search "refund an order" -n 3'],
    run: async (call) => {
      const result = await (await call.client()).request('skills/search', { query: call.positionals[0] ?? '', ...call.values });
      printSkills(call, result, jsonObjectsIn(result['skills']));
      return exitCodes.ok;
    },
  },
  {
    name: 'skills load',
    arguments: [{ name: 'id', required: true }],
    summary: 'Print the instructions of a skill, and what it misses',
    run: async (call) => {
      const result = await (await call.client()).request('skills/load', { skillIds: [call.positionals[0] ?? ''] });
      const [skill = {}] = jsonObjectsIn(result['skills']);
      if (skill['warning'] !== undefined) call.host.terminal.say(oneLine(textOf(skill['warning'])));
      call.print(result, textOf(skill['formattedContent']));
      return exitCodes.ok;
    },
  },
  {
    name: 'skills read',
    arguments: [{ name: 'name', required: true }, { name: 'file' }],
    summary: 'Print SKILL.md of a skill, or another of its files',
    examples: ['skills read refunds references/limits.md'],
    run: async (call) => {
      const [name = '', file] = call.positionals;
      const uri = fileUri(await listSkills(call), name, file);
      const result = await (await call.client()).request('resources/read', { uri });
      call.print(result, textOfContents(result));
      return exitCodes.ok;
    },
  },
];

const listSkills = async (call: CommandCall): Promise<readonly JsonObject[]> => (await call.client()).list('skills/list', 'skills');

function printSkills(call: CommandCall, data: JsonObject, skills: readonly JsonObject[]): void {
  const rows = skills.map(({ description, id, name }): [string, string] => [oneLine(textOf(id ?? name)), oneLine(textOf(description))]);
  call.print(data, rows.length === 0 ? 'None.' : list(rows, pageOn(call.host.terminal)));
}

/** @throws {UsageFault} */
function fileUri(skills: readonly JsonObject[], name: string, file = 'SKILL.md'): string {
  const nameOf = ({ frontmatter }: JsonObject): string => (isJsonObject(frontmatter) ? textOf(frontmatter['name']) : '');
  const skill = skills.find((one) => nameOf(one) === name);
  if (skill === undefined)
    throw new UsageFault(
      `No skill is called ${JSON.stringify(name)}`,
      didYouMean(name, skills.map(nameOf), 'Run skills list to see what there is'),
    );
  const root = textOf(skill['uri']).slice(0, -'SKILL.md'.length);
  const uri = root + file.split('/').map(encodeURIComponent).join('/');
  const uris = jsonObjectsIn(skill['resources']).map((resource) => textOf(resource['uri']));
  if (uris.includes(uri)) return uri;
  const files = uris.map((one) => one.slice(root.length));
  throw new UsageFault(
    `The skill ${JSON.stringify(name)} has no file ${JSON.stringify(file)}`,
    didYouMean(file, files, `It has ${files.join(', ')}`),
  );
}
