import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** Extension `io.modelcontextprotocol/skills`, and `@Skill`. */
export const rows: readonly RequirementRow[] = [
  ...rowsOf(
    {
      'MCP26.skills.advertised':
        'The extension stands with its settings inline, beside the resources capability; a server without skills has neither.',
      'MCP26.skills.list': 'skills/list gives each skill once, with cache fields, over pages.',
      'MCP26.skills.entry': 'An entry has the URI of SKILL.md, its front matter as JSON, and every file once with digest and size.',
      'MCP26.skills.get': 'skills/get gives the same entry with cache fields and no cursor; an unknown URI is -32602.',
      'MCP26.skills.files': 'Every file is read by resources/read, SKILL.md as text/markdown with its front matter first.',
      'MCP26.skills.listed': 'SKILL.md is in resources/list with name and description of the front matter, other files are not.',
      'MCP26.skills.directory':
        'resources/directory/read gives the direct children, sub-directories as inode/directory; anything else is -32602.',
      'MCP26.skills.name': 'A name has 1 to 64 of a-z, 0-9 and hyphens, none first, last or twice, and is the last part of the path.',
      'MCP26.skills.limits': 'A skill has at most 512 files and 16 MiB.',
      'MCP26.skills.metadata': 'Metadata keys of the protocol are refused.',
      'MCP26.skills.paths': 'A file stays inside its skill.',
    },
    'SEP-2640',
  ),
  ...rowsOf({
    'S1.11.skill.fields': 'description has at most 1024 characters, compatibility 500; an unknown field is an error.',
    'S1.11.skill.folder': 'A skill may be a folder with SKILL.md and further files; what the build read is served.',
    'S1.11.skill.hidden': 'hideFromDiscovery keeps a skill out of lists, not from who names it.',
    'S1.11.skill.available': 'A skill exists where its availableWhen and that of its app hold.',
    'S1.11.skill.enabled': 'skillsConfig.enabled false serves none.',
    'S1.11.skill.front-matter': 'Front matter of a folder is read as YAML means it, or refused with what to change.',
    'S1.11.skill.bundled': 'A bundle serves the files of a skill folder without the folder.',
  }),
];
