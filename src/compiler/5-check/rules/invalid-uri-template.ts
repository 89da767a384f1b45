import { readUriTemplate } from '@service/sdk/model';
import { diagnose } from '../../diagnostics/index.ts';
import { locationOf, type Rule } from '../rule.ts';

export const checkInvalidUriTemplate: Rule = (model) =>
  model.server.resourceTemplates.flatMap(({ uriTemplate, id }) => {
    const read = readUriTemplate(uriTemplate);
    return 'problem' in read
      ? [diagnose('invalid-uri-template', { template: uriTemplate, problem: read.problem }, locationOf(model, id))]
      : [];
  });
