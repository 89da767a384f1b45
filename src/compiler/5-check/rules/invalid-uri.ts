import { hasScheme } from '@service/sdk/model';
import { diagnose } from '../../diagnostics/index.ts';
import { locationOf, type Rule } from '../rule.ts';

export const checkInvalidUri: Rule = (model) => [
  ...model.server.resources
    .filter(({ uri }) => !hasScheme(uri))
    .map(({ uri, id }) => diagnose('invalid-uri', { uri }, locationOf(model, id))),
  ...model.server.resourceTemplates
    .filter(({ uriTemplate }) => !hasScheme(uriTemplate))
    .map(({ uriTemplate, id }) => diagnose('invalid-uri', { uri: uriTemplate }, locationOf(model, id))),
];
