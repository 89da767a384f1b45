import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** What a target may be made of, and deployments that this version cannot build. */
export const rows: readonly RequirementRow[] = rowsOf({
  'target.bundles':
    'A target may have several bundles of one server, each with a host and exports by name, and makes its other files of their bytes.',
  'target.size': 'The data of a target is at most 80 lines.',
  'target.names':
    'The name of a server, which names files and stands in scripts, holds letters, digits, dots, hyphens and underscores and is not . or .., whether the config, a variable or package.json says it.',
  'target.unavailable':
    'A deployment that this version cannot build is refused by build alone, before anything is written; check, inspect, eject-mcp-config and the others work.',
});
