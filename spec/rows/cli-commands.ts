import type { RequirementRow } from '../requirement-row.ts';

/** Commands of the developer's loop: issue 7, deliverables 1, 3, 4 and 6; facts on users §4. */
export const rows: readonly RequirementRow[] = [
  {
    id: 'I7.generate',
    document: 'issue 7',
    section: 'Deliver 1',
    rule: 'generate writes a tool, resource, prompt, plugin, provider or app, lists it in its app or server, passes check, and is idempotent.',
  },
  {
    id: 'I7.generate.edit',
    document: 'issue 7',
    section: 'Deliver 1',
    rule: 'The new class is wired in by edits planned on the syntax tree; formatting, comments, quotes and line ends stay.',
  },
  { id: 'I7.generate.dry-run', document: 'issue 7', section: 'Deliver 1', rule: 'generate --dry-run shows the diff and writes nothing.' },
  { id: 'I7.generate.kept', document: 'issue 7', section: 'Deliver 1', rule: 'A file that exists is never overwritten by generate.' },
  {
    id: 'I7.generate.choice',
    document: 'facts users',
    section: '4',
    rule: 'Where several apps could list the new part, a missing --app is exit 2 naming the flag and the apps.',
  },
  {
    id: 'I7.generate.refuses',
    document: 'issue 7',
    section: 'Deliver 1',
    rule: 'A list that is not written in place is refused with its place, and nothing is written.',
  },
  {
    id: 'I7.contract',
    document: 'issue 7',
    section: 'Deliver 4',
    rule: 'Every build writes contract.json: names, schemas, scopes, annotations and a hash per entry; equal sources give equal bytes.',
  },
  {
    id: 'I7.contract.schemas',
    document: 'issue 7',
    section: 'Deliver 4',
    rule: 'Changes of schemas are classified by the way values flow: inputs that accept less and outputs that promise less are breaking.',
  },
  { id: 'I7.contract.wording', document: 'issue 7', section: 'Deliver 4', rule: 'Changed texts are wording only.' },
  {
    id: 'I7.contract.diff',
    document: 'issue 7',
    section: 'Deliver 4',
    rule: 'contract diff classifies added, compatible, breaking and wording-only changes and exits 5 on breaking ones.',
  },
  { id: 'I7.contract.bump', document: 'issue 7', section: 'Deliver 4', rule: 'contract diff proposes the version bump.' },
  {
    id: 'I7.contract.against',
    document: 'issue 7',
    section: 'Deliver 4',
    rule: 'contract diff compares with a file or a git ref, whose snapshot or sources are read; what is neither is exit 2.',
  },
  { id: 'I7.contract.github', document: 'issue 7', section: 'Deliver 4', rule: '--format github annotates the declarations that changed.' },
  {
    id: 'I7.client',
    document: 'issue 7',
    section: 'Deliver 4',
    rule: 'generate client writes a client from the sources or a contract.json; a second run does nothing.',
  },
  {
    id: 'I7.client.drives',
    document: 'issue 7',
    section: 'Deliver 4',
    rule: 'The generated client drives a built server on 2026-07-28 with nothing but fetch, in Node and in browsers.',
  },
  {
    id: 'I7.client.types',
    document: 'facts users',
    section: '3.8',
    rule: 'The generated declarations hold literal names, inputs and outputs; what the contract does not accept does not compile.',
  },
  {
    id: 'I7.inspect',
    document: 'issue 7',
    section: 'Deliver 3',
    rule: 'inspect shows apps, tools, resources, prompts, providers, and features per target with the reason why each is in.',
  },
  {
    id: 'I7.inspect.tokens',
    document: 'issue 7',
    section: 'Deliver 3',
    rule: 'inspect says what the tool list costs a model in tokens, per tool and in all, and names how it counts.',
  },
  {
    id: 'I7.inspect.doubles',
    document: 'issue 7',
    section: 'Deliver 3',
    rule: 'inspect names tools that a model may take for one another, and what has no description.',
  },
  {
    id: 'I7.inspect.budgets',
    document: 'issue 7',
    section: 'Deliver 3',
    rule: 'Budgets of the config fail the build with the place of what exceeds them; inspect exits 5.',
  },
];
