import { isJsonObject, type Json } from '@service/sdk/model';
import { diagnose, type Diagnostic } from '../../diagnostics/index.ts';
import { judgePattern } from '../exponential-pattern.ts';
import { locationOf, type Rule } from '../rule.ts';

/** Regular expressions of inputs on which a short text keeps the server busy; those that cannot be judged are named once, together. */
export const checkExponentialPattern: Rule = (model) => {
  const undecided: string[] = [];
  const found = model.server.tools.flatMap((tool): readonly Diagnostic[] =>
    [...patternsOf(tool.inputSchema)].flatMap((pattern) => {
      const verdict = judgePattern(pattern);
      if (verdict.kind === 'undecided') undecided.push(`${tool.name}: ${pattern}`);
      if (verdict.kind !== 'exponential') return [];
      const { attack } = verdict;
      return [diagnose('exponential-pattern', { name: tool.name, pattern, attack }, locationOf(model, tool.id))];
    }),
  );
  if (undecided.length === 0) return found;
  return [...found, diagnose('undecided-pattern', { patterns: [...new Set(undecided)] }, { span: model.spans['server'] })];
};

/** Every pattern that a schema checks its texts and names by. */
function patternsOf(schema: Json | undefined, found: Set<string> = new Set()): ReadonlySet<string> {
  if (Array.isArray(schema)) for (const item of schema) patternsOf(item, found);
  if (!isJsonObject(schema)) return found;
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'pattern' && typeof value === 'string') found.add(value);
    else if (key === 'patternProperties' && isJsonObject(value)) for (const name of Object.keys(value)) found.add(name);
    if (!['const', 'enum', 'default', 'examples'].includes(key)) patternsOf(value, found);
  }
  return found;
}
