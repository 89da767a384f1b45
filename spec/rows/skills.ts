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
    'K2.fields':
      'A skill has an id, a path, tags, a category, a rating from 0 to 5, a priority, parameters, examples and referenced operations; each is checked, and two skills share neither id nor path',
    'K2.sources':
      'The text of a skill is written inline, in a file of the project or at a URL that `service build --refresh` has pinned; folders give it scripts, references, assets and examples. What leads out of the project, or is over 16 MiB, is refused by name',
    'K2.tools':
      'Tools that a skill names are checked by the build and at the start: `toolValidation` makes one that is not there an error, a warning or nothing',
    'K2.visibility': '`visibility` serves a skill over MCP alone, over HTTP alone, or over both; searches of CodeCall are over MCP',
    'K2.attacks':
      'Links that lead out, paths outside, files beyond 16 MiB and poisoned copies of pinned addresses bring nothing into a bundle',
    'K4.attacks':
      'Keys of other callers, skills of others, paths as ids and URIs, pages beyond limits, long or odd questions, forged texts and records get nothing',
    'K3.enabled': 'Skills are served over MCP as soon as one is declared, and over HTTP only with `skillsConfig.enabled: true`',
    'K3.auth': 'Readers over HTTP are callers of the endpoint, everybody, holders of an API key or bearers of a token; others get 401',
    'K3.audit':
      'With `skillsConfig.audit` every use of skills (lists, searches, loads and reads of both eras, and searches of CodeCall) is recorded before they are given out, in a chain of hashes that may be signed; the caller is named as `subjectMode` says; `headAnchorIntervalMs` after a use a record tells the length of the chain',
    'K3.cache': 'With `skillsConfig.cache` answers over HTTP say how long a client may keep them; without, they are not to be stored',
    'K4.addresses':
      'GET llm.txt, llm_full.txt, skills and skills/{id} below the prefix answer with what the caller may see; bad parameters are 400, an unknown skill is 404',
    'K4.paths': 'No route of the author takes an address of the skills, and no address one of the server',
    'K5.session':
      'Every client has skills/search and skills/load, and reads skill://index.json; those that open with `initialize` have a skills/list of their own. A limit of a session by the tools of its skills is refused with what decides instead',
    'K5.in-process': 'A client in the process lists, searches and loads skills, and collects their files',
    'K8.instructions':
      'Skills that every client may see stand after, before or in the place of the instructions of the server, or not at all; `alwaysLoad` puts the whole text there, and a warning says where it does nothing. Where skills change, clients that connect read of those that are there then',
    'K7.changed':
      'Clients hear notifications/skills/list_changed, over sessions too, and their methods for skills answer with what is there now',
  }),
];
