import { hasScheme, longestEntryName, nameProblem, nameRule, readUriTemplate } from '@service/sdk/model';
import { diagnose } from '../../diagnostics/index.ts';
import { entriesOf, kindText, locationOf, type Rule } from '../rule.ts';

/** Clients address tools by the listed name, so an owner's prefix counts. MCP does not limit the names of other entries. */
export const checkNameTooLong: Rule = (model) =>
  model.server.tools
    .map((entry) => ({ entry, name: entry.listedName }))
    .filter(({ name }) => name.length > longestEntryName)
    .map(({ entry, name }) => diagnose('name-too-long', { kind: kindText(entry), name, length: name.length }, locationOf(model, entry.id)));

/** Tools that only other entries call have no host. */
export const checkDottedName: Rule = (model) =>
  model.server.tools
    .filter(({ name, visibility }) => name.includes('.') && visibility !== 'internal')
    .map(({ id, name }) => diagnose('dotted-name', { name }, locationOf(model, id)));

export const checkInvalidName: Rule = (model) =>
  entriesOf(model)
    .filter(({ kind, name }) => ['empty', 'bad-characters'].includes(nameProblem(name, kind) ?? ''))
    .map((entry) =>
      diagnose('invalid-name', { kind: kindText(entry), name: entry.name, rule: nameRule(entry.kind) }, locationOf(model, entry.id)),
    );

export const checkInvalidUri: Rule = (model) => [
  ...model.server.resources
    .filter(({ uri }) => !hasScheme(uri))
    .map(({ uri, id }) => diagnose('invalid-uri', { uri }, locationOf(model, id))),
  ...model.server.resourceTemplates
    .filter(({ uriTemplate }) => !hasScheme(uriTemplate))
    .map(({ uriTemplate, id }) => diagnose('invalid-uri', { uri: uriTemplate }, locationOf(model, id))),
];

export const checkInvalidUriTemplate: Rule = (model) =>
  model.server.resourceTemplates.flatMap(({ uriTemplate, id }) => {
    const read = readUriTemplate(uriTemplate);
    return 'problem' in read
      ? [diagnose('invalid-uri-template', { template: uriTemplate, problem: read.problem }, locationOf(model, id))]
      : [];
  });
