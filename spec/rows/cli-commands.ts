import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** Commands of the developer's loop. */
export const rows: readonly RequirementRow[] = rowsOf({
  'I7.generate':
    'generate writes a tool, resource, prompt, plugin, provider or app, lists it in its app or server, passes check, and is idempotent.',
  'I7.generate.edit': 'The new class is wired in by edits planned on the syntax tree; formatting, comments, quotes and line ends stay.',
  'I7.generate.dry-run': 'generate --dry-run shows the diff and writes nothing.',
  'I7.generate.kept': 'A file that exists is never overwritten by generate.',
  'I7.generate.choice': 'Where several apps could list the new part, a missing --app is exit 2 naming the flag and the apps.',
  'I7.generate.refuses': 'A list that is not written in place is refused with its place, and nothing is written.',
  'I7.contract':
    'Every build writes contract.json: names, schemas, scopes, annotations and a hash per entry; equal sources give equal bytes.',
  'I7.contract.schemas':
    'Changes of schemas are classified by the way values flow: inputs that accept less and outputs that promise less are breaking.',
  'I7.contract.wording': 'Changed texts are wording only.',
  'I7.contract.diff': 'contract diff classifies added, compatible, breaking and wording-only changes and exits 5 on breaking ones.',
  'I7.contract.bump': 'contract diff proposes the version bump.',
  'I7.contract.against': 'contract diff compares with a file or a git ref, whose snapshot or sources are read; what is neither is exit 2.',
  'I7.contract.github': '--format github annotates the declarations that changed.',
  'I7.client': 'generate client writes a client from the sources or a contract.json; a second run does nothing.',
  'I7.client.drives': 'The generated client drives a built server on 2026-07-28 with nothing but fetch, in Node and in browsers.',
  'I7.client.types':
    'The generated declarations hold literal names, inputs and outputs; what the contract does not accept does not compile.',
  'I7.inspect': 'inspect shows apps, tools, resources, prompts, providers, and features per target with the reason why each is in.',
  'I7.inspect.tokens': 'inspect says what the tool list costs a model in tokens, per tool and in all, and names how it counts.',
  'I7.inspect.doubles': 'inspect names tools that a model may take for one another, and what has no description.',
  'I7.inspect.guards': 'inspect lists entries that a plugin guards, by which field, and who or what decides.',
  'I7.inspect.budgets': 'Budgets of the config fail the build with the place of what exceeds them; inspect exits 5.',
  'I7.completion':
    'completion bash|zsh|fish prints a script that completes commands, flags and dynamic values: targets, tool names, diagnostic codes.',
  'I7.config.origin': 'config print --origin says where each value comes from; values of variables are not shown.',
  'I7.project-commands': 'cli.commands of the config are commands with arguments, options and help.',
  'I7.project-commands.reserved': 'Built-in verbs are reserved and refused at load; only the last argument may be variadic.',
  'F4.cli.events': '--events says what happens as one JSON object a line, beside the one document of --json.',
  'I7.doctor.outside':
    'doctor asks the public URL that is set: discovery is compared field by field and the clocks are; it asks nobody else.',
  'I7.doctor.surroundings':
    'doctor examines store, socket, duplicate versions, compiled modules, and the clients on this machine that point at this server.',
  'I7.every.table': 'Every command of the table is tested by running the command line.',
  'I7.every.json':
    'Every command: --json prints one document that keeps a schema; without a terminal and with CI=true nothing is asked or coloured.',
  'I7.every.wrong': 'Every command: --help anywhere, a wrong flag and a wrong folder are exit 2 with a document that says so.',
  'I7.every.interrupt': 'Ctrl-C ends every command that works for a while with 130 and leaves nothing half-written.',
});
