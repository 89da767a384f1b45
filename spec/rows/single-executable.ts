import type { RequirementRow } from '../requirement-row.ts';

/** `service build --sea`: executables that need no Node. */
export const rows: readonly RequirementRow[] = [
  {
    id: 'sea.starts',
    document: 'spec 2',
    section: 'Command-line operations',
    rule: 'build --sea adds an executable for the platform of the build, whose size is printed: <name>-bin beside the bundle of node, bin/<platform>/server in the archive of mcpb. It starts with an empty PATH, in any folder and through a symlink, answers --version and lists its tools over stdio.',
  },
  {
    id: 'sea.node-options',
    document: 'issue 18',
    section: 'Deliver 3',
    rule: 'NODE_OPTIONS loads no code into an executable; a Node whose executables do load it is refused.',
  },
  {
    id: 'sea.fuse',
    document: 'issue 18',
    section: 'Deliver 3',
    rule: 'A Node without NODE_SEA_FUSE is refused before anything is compiled, with its path and what to do.',
  },
  {
    id: 'sea.tools',
    document: 'issue 18',
    section: 'Bad input',
    rule: 'A tool that fails, a temporary folder that cannot be used and an executable that does not answer --version are named; nothing is written and nothing is left in the temporary folder.',
  },
  {
    id: 'sea.archive',
    document: 'supplement',
    section: '4.3',
    rule: 'The manifest of an archive with an executable starts it on its system and Node on the others; an archive for that system alone asks for no Node.',
  },
  {
    id: 'sea.merge',
    document: 'supplement',
    section: '4.1',
    rule: '--merge-from adds executables that other platforms have made to an archive. Their header must be that of the platform of their folder, they must hold a server of the same version, one for this platform must answer --version, and a system has one; else the build is refused and nothing is written.',
  },
  {
    id: 'sea.unchanged',
    document: 'spec 2',
    section: 'Command-line operations',
    rule: 'A build with an executable is unchanged while sources, flags and Node are, and says so.',
  },
  {
    id: 'sea.refuses',
    document: 'issue 18',
    section: 'Bad input',
    rule: '--sea is refused where no target that is built has an executable.',
  },
];
