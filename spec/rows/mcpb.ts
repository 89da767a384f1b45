import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** The target mcpb: archives that clients on a person's own machine install. */
export const rows: readonly RequirementRow[] = rowsOf({
  'mcpb.archive':
    'build --target mcpb writes dist/mcpb/<name>-<version>.mcpb: manifest.json of the form 0.3, server/index.js with the runtime inlined, server/package.json that says commonjs; its server is started as node <dir>/server/index.js with SERVICE_STDIO=1.',
  'mcpb.behaviour':
    'The server of an unpacked archive, started as its manifest says, and the executable behave as the bundle of node does.',
  'mcpb.official-tool': 'The official MCPB tool accepts the archives of every example and every template.',
  'mcpb.deterministic':
    'The archive is equal to the byte from two folders and on two versions of Node, and its sha256 is printed; --no-deterministic stamps its files with the time of the build.',
  'mcpb.manifest':
    'Author and description are never absent; tools are listed without schemas; prompts stand as prompts_generated; what package.json says in a wrong form is left out.',
  'mcpb.user-config':
    'Questions of setup, of userConfig and for variables that are secrets become user_config and reach the server as variables; the value of a secret is never packed.',
  'mcpb.blank-answers':
    'A question of an archive that was left blank leaves its variable unset: hosts keep its placeholder there. An answer of every type arrives as the host writes it.',
  'mcpb.list-answers':
    'A question with multiple is an argument of its own behind `--` and `--<key>`, because hosts expand lists only there; its variable holds the answers as JSON, and process.argv has them behind `--`.',
  'mcpb.validate':
    'mcpb validate prints `archive is valid`, or one line for each missing runtime package and exits 1. A package whose absence the server catches is optional.',
  'mcpb.validate-archive':
    'mcpb validate names names that leave the folder, doubled names, symlinks, wrong checksums and sizes, shared bytes, anything behind the end, a manifest in the wrong form or over 4 MiB, modules over 64 MiB, files that are missing, an icon that is no PNG, and placeholders that no host replaces.',
  'mcpb.one-reading':
    'An archive is valid only where every reader finds the same files in it: header and directory agree, each byte belongs to one file, no file is a link, a device or a folder under another name, by whatever system the archive was made, and no mode has setuid, setgid or sticky. No name is one of a device in any of its spellings, begins with a space, holds code points that are not seen, or has more than 255 bytes in a part or 1,024 in all. Forms that are harmless stay valid.',
  'mcpb.native':
    'nativePlatforms makes one archive for each named platform, <name>-<version>-<platform>.mcpb, with the native add-ons of the server for it, from the installed packages or from nativePackages; its manifest names that system alone and the Node that the add-ons ask for, which the first statement of the server checks. Without it an add-on is refused by a text that names the option; a platform without an add-on is named.',
  'mcpb.refuses':
    'An icon that is no PNG, a native add-on that the server reaches, and flags for archives where none is built are refused before anything is written.',
});
