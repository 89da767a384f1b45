import type { RequirementRow } from '../requirement-row.ts';

const row = (id: string, rule: string): RequirementRow => ({
  id: `MCP26.skills.${id}`,
  document: 'mcp 2026-07-28',
  section: 'SEP-2640',
  rule,
});

/** Extension `io.modelcontextprotocol/skills`, and `@Skill` (supplement section 1.11). */
export const rows: readonly RequirementRow[] = [
  row('advertised', 'The extension stands with its settings inline, beside the resources capability; a server without skills has neither.'),
  row('list', 'skills/list gives each skill once, with cache fields, over pages.'),
  row('entry', 'An entry has the URI of SKILL.md, its front matter as JSON, and every file once with digest and size.'),
  row('get', 'skills/get gives the same entry with cache fields and no cursor; an unknown URI is -32602.'),
  row('files', 'Every file is read by resources/read, SKILL.md as text/markdown with its front matter first.'),
  row('listed', 'SKILL.md is in resources/list with name and description of the front matter, other files are not.'),
  row('directory', 'resources/directory/read gives the direct children, sub-directories as inode/directory; anything else is -32602.'),
  row('name', 'A name has 1 to 64 of a-z, 0-9 and hyphens, none first, last or twice, and is the last part of the path.'),
  row('limits', 'A skill has at most 512 files and 16 MiB.'),
  row('metadata', 'Metadata keys of the protocol are refused.'),
  row('paths', 'A file stays inside its skill.'),
  {
    id: 'S1.11.skill.fields',
    document: 'spec 4',
    section: '1.11',
    rule: 'description has at most 1024 characters, compatibility 500; an unknown field is an error.',
  },
  {
    id: 'S1.11.skill.folder',
    document: 'spec 4',
    section: '1.11',
    rule: 'A skill may be a folder with SKILL.md and further files; what the build read is served.',
  },
  {
    id: 'S1.11.skill.hidden',
    document: 'spec 4',
    section: '1.11',
    rule: 'hideFromDiscovery keeps a skill out of lists, not from who names it.',
  },
  {
    id: 'S1.11.skill.available',
    document: 'spec 4',
    section: '1.11',
    rule: 'A skill exists where its availableWhen and that of its app hold.',
  },
  { id: 'S1.11.skill.enabled', document: 'spec 4', section: '1.11', rule: 'skillsConfig.enabled false serves none.' },
  {
    id: 'S1.11.skill.front-matter',
    document: 'spec 4',
    section: '1.11',
    rule: 'Front matter of a folder is read as YAML means it, or refused with what to change.',
  },
  {
    id: 'S1.11.skill.bundled',
    document: 'spec 4',
    section: '1.11',
    rule: 'A bundle serves the files of a skill folder without the folder.',
  },
];
