import { longestEntryName } from '@service/sdk/model';
import { diagnose } from '../../diagnostics/index.ts';
import { kindText, locationOf, type Rule } from '../rule.ts';

/** Clients address tools by the listed name, so an owner's prefix counts. MCP does not limit the names of other entries. */
export const checkNameTooLong: Rule = (model) =>
  model.server.tools
    .map((entry) => ({ entry, name: entry.listedName }))
    .filter(({ name }) => name.length > longestEntryName)
    .map(({ entry, name }) => diagnose('name-too-long', { kind: kindText(entry), name, length: name.length }, locationOf(model, entry.id)));
