import { kebab } from '../arguments/schema-flags.ts';
import { textKind, type Flag } from '../arguments/flag.ts';
import { readUriTemplate, type TemplatePart } from '../../model/uris.ts';
import type { JsonObject } from '../../model/index.ts';
import { exitCodes, UsageFault } from '../failures.ts';
import { textOf, textOfContents, textOfMessages } from '../output/print-result.ts';
import { didYouMean, list, oneLine } from '../../terminal/index.ts';
import { pageOn } from '../output/terminal.ts';
import type { CommandCall, Listed, OwnCommand } from './command.ts';

/** Commands for resources, resource templates and prompts, and for their changes. */
export const entryCommands: readonly OwnCommand[] = [
  {
    name: 'resource list',
    summary: 'List the resources',
    run: (call) => printList(call, { method: 'resources/list', key: 'resources', name: 'uri' }),
  },
  {
    name: 'resource read',
    arguments: [{ name: 'uri', required: true }],
    summary: 'Print a resource',
    run: (call) => readResource(call, call.positionals[0] ?? ''),
  },
  {
    name: 'template list',
    summary: 'List the resource templates',
    run: (call) => printList(call, { method: 'resources/templates/list', key: 'resourceTemplates', name: 'name' }),
  },
  {
    name: 'template read',
    arguments: [{ name: 'name', required: true }],
    summary: 'Fill in a resource template and print the resource; short: template <name>',
    flagsOf: (name, { resourceTemplates }) =>
      variablesOf(findNamed(resourceTemplates, name, 'template').uriTemplate).map((variable) => ({ ...flagFor(variable), required: true })),
    run: async (call) => {
      const { uriTemplate } = findNamed((await call.listed()).resourceTemplates, call.positionals[0] ?? '', 'template');
      return readResource(call, expand(uriTemplate, call.values));
    },
  },
  {
    name: 'prompt list',
    summary: 'List the prompts',
    run: (call) => printList(call, { method: 'prompts/list', key: 'prompts', name: 'name' }),
  },
  {
    name: 'prompt get',
    arguments: [{ name: 'name', required: true }],
    summary: 'Print the messages of a prompt; short: prompt <name>',
    flagsOf: (name, { prompts }) =>
      findNamed(prompts, name, 'prompt').arguments.map(({ description, name: argument, required }) => ({
        ...flagFor(argument),
        required: required === true,
        summary: description,
      })),
    run: async (call) => {
      const result = await (await call.client()).request('prompts/get', { name: call.positionals[0] ?? '', arguments: call.values });
      call.print(result, textOfMessages(result));
      return exitCodes.ok;
    },
  },
  {
    name: 'subscribe resource',
    arguments: [{ name: 'uri', required: true }],
    summary: 'Print a line whenever a resource changes, until Ctrl-C',
    run: (call) => listen(call, { resourceSubscriptions: [call.positionals[0] ?? ''] }),
  },
  {
    name: 'subscribe notification',
    summary: 'Print a line whenever a list of the server changes, until Ctrl-C',
    run: (call) => listen(call, { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true }),
  },
];

/** A flag in kebab case, with the author's spelling as an alias. */
function flagFor(property: string): Flag {
  const words = kebab(property);
  return { name: words === '' ? property : words, aliases: [property], property, kind: textKind };
}

async function printList(call: CommandCall, { key, method, name }: { method: string; key: keyof Listed; name: string }): Promise<number> {
  const items = await (await call.client()).list(method, key);
  const rows = items.map((item): [string, string] => [oneLine(textOf(item[name])), oneLine(textOf(item['description'] ?? item['title']))]);
  call.print({ [key]: [...items] }, rows.length === 0 ? 'None.' : list(rows, pageOn(call.host.terminal)));
  return exitCodes.ok;
}

async function readResource(call: CommandCall, uri: string): Promise<number> {
  const result = await (await call.client()).request('resources/read', { uri });
  call.print(result, textOfContents(result));
  return exitCodes.ok;
}

/** @throws {UsageFault} */
function findNamed<T extends { readonly name: string }>(entries: readonly T[], name: string, kind: string): T {
  const found = entries.find((entry) => entry.name === name) ?? entries.find((entry) => kebab(entry.name) === name);
  if (found !== undefined) return found;
  const names = entries.map((entry) => entry.name);
  throw new UsageFault(`No ${kind} is called ${JSON.stringify(name)}`, didYouMean(name, names, `Run ${kind} list to see what there is`));
}

const partsOf = (template: string): readonly TemplatePart[] => {
  const read = readUriTemplate(template);
  return 'parts' in read ? read.parts : [{ literal: template }];
};

const variablesOf = (template: string): readonly string[] =>
  partsOf(template).flatMap((part) => ('variable' in part ? [part.variable] : []));

/** RFC 6570 level 1, and `{+x}`. */
const expand = (template: string, values: JsonObject): string =>
  partsOf(template)
    .map((part) => {
      if ('literal' in part) return part.literal;
      const value = textOf(values[part.variable]);
      return part.reserved ? encodeURI(value) : encodeURIComponent(value);
    })
    .join('');

const acknowledged = 'notifications/subscriptions/acknowledged';

async function listen(call: CommandCall, notifications: JsonObject): Promise<number> {
  const client = await call.client();
  try {
    await client.listen(notifications, (method, params) => {
      if (method === acknowledged) call.host.terminal.say('Listening; Ctrl-C ends it.');
      else call.print({ method, params }, oneLine(`${method}${typeof params['uri'] === 'string' ? ` ${params['uri']}` : ''}`));
    });
  } catch (failure) {
    if (!call.signal.aborted) throw failure;
  }
  return exitCodes.ok;
}
