import { hasScheme } from '@service/sdk/model';
import { diagnose } from '../../diagnostics/index.ts';
import { placeOf, type Rule } from '../rule.ts';

export const checkInvalidUri: Rule = (model) => [
  ...model.server.resources.filter(({ uri }) => !hasScheme(uri)).map(({ uri, id }) => diagnose('invalid-uri', { uri }, placeOf(model, id))),
  ...model.server.resourceTemplates
    .filter(({ uriTemplate }) => !hasScheme(uriTemplate))
    .map(({ uriTemplate, id }) => diagnose('invalid-uri', { uri: uriTemplate }, placeOf(model, id))),
];
