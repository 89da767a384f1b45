import type { ServerPlan } from './server-plan.ts';

export interface ListCode {
  /** Statements before the server. */
  readonly before: string;
  /** The expression of the list. */
  readonly expression: string;
}

/** A list of tools, in the form that the plan says. */
export function listCode({ lists }: ServerPlan, symbols: readonly string[]): ListCode {
  const all = symbols.join(', ');
  const [first = '', ...rest] = symbols;
  const tail = rest.join(', ');
  switch (lists) {
    case 'literal':
      return { before: '', expression: `[${all}]` };
    case 'named':
      return { before: `const list = [${all}];`, expression: 'list' };
    case 'spread':
      return { before: `const some = [${tail}];`, expression: `[${first}, ...some]` };
    case 'spread-call':
      return { before: `const makeRest = () => [${tail}];`, expression: `[${first}, ...makeRest()]` };
    case 'conditional':
      return { before: 'const isOn = [1].includes(1);', expression: `[${all}, ...(isOn ? [extra('conditional')] : [])]` };
    case 'environment':
      return {
        before: "const mode = process.env['FIDELITY_MODE'];",
        expression: `[${all}, ...(mode === 'full' ? [extra('of-full')] : []), ...(process.env.NODE_ENV === 'production' ? [] : [extra('of-development')]), ...(mode ? [extra('of-any-mode')] : [])]`,
      };
    case 'looped':
      return {
        before: `const list: object[] = [${all}];\nfor (const word of ['one', 'two', 'three']) list.push(extra(\`looped-\${word}\`));`,
        expression: 'list',
      };
    case 'mapped':
      return { before: '', expression: `[${all}, ...['x', 'y'].map((word) => extra(\`mapped-\${word}\`))]` };
    case 'filtered':
      return { before: `const dropped = extra('dropped');`, expression: `[${all}, dropped].filter((one) => one !== dropped)` };
    case 'concatenated':
      return { before: '', expression: `[${first}].concat([${tail}] as never[])` };
    case 'object-values':
      return { before: `const byName = { ${all} };`, expression: 'Object.values(byName)' };
    case 'class-static':
      return { before: `class Catalogue {\n  static readonly tools = [${all}];\n}`, expression: 'Catalogue.tools' };
  }
}
