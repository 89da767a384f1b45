import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** `service build --sea`: executables that need no Node. */
export const rows: readonly RequirementRow[] = rowsOf({
  'sea.starts':
    'build --sea adds an executable for the platform of the build, whose size is printed: <name>-bin beside the bundle of node, bin/<platform>/server in the archive of mcpb. It starts with an empty PATH, in any folder and through a symlink, answers --version and lists its tools over stdio.',
  'sea.node-options':
    'NODE_OPTIONS loads no code into an executable. A Node that makes no such executables makes one all the same, and the build warns, naming the versions that can.',
  'sea.fuse': 'A Node without NODE_SEA_FUSE is refused before anything is compiled, with its path and what to do.',
  'sea.tools':
    'A tool that fails, a temporary folder that cannot be used and an executable that does not answer --version are named; nothing is written and nothing is left in the temporary folder.',
  'sea.archive':
    'The manifest of an archive with an executable starts it on its system and Node on the others; an archive for that system alone asks for no Node.',
  'sea.merge':
    '--merge-from adds executables that other platforms have made to an archive. Their header must be that of the platform of their folder, they must hold a server of the same version, one for this platform must answer --version, and a system has one; else the build is refused and nothing is written.',
  'sea.unchanged': 'A build with an executable is unchanged while sources, flags and Node are, and says so.',
  'sea.refuses': '--sea is refused where no target that is built has an executable.',
});
