import { contextCode } from './context-code.ts';
import type { Dice } from './dice.ts';
import { schemaCode } from './schema-code.ts';
import type { ServerPlan } from './server-plan.ts';

export interface ToolCode {
  /** Name of the exported constant or class. */
  readonly symbol: string;
  readonly text: string;
  /** Member of `src/shapes.ts`. */
  readonly shape?: string;
}

/** Tools of every server: one that others call, one that fails in every way. */
const standing: readonly ToolCode[] = [
  {
    symbol: 'inner',
    text: `export const inner = tool({ name: 'inner', description: 'Is called by others.', inputSchema: { value: z.string() } })(({ value }) => value.toUpperCase());`,
  },
  {
    symbol: 'fails',
    text: `export const fails = tool({
  name: 'fails',
  description: 'Fails in every way.',
  inputSchema: { how: z.enum(['error', 'own', 'public', 'internal', 'text', 'respond', 'fail', 'range']) },
})(({ how }, ctx) => {
  if (how === 'error') throw new Error('secret detail');
  if (how === 'own') throw new OwnError('own detail');
  if (how === 'public') throw new PublicMcpError('Read this', 'OWN_CODE', 404);
  if (how === 'internal') throw new InternalMcpError('not for callers');
  if (how === 'text') throw 'a text';
  if (how === 'respond') return ctx.respond({ content: [{ type: 'text', text: 'responded' }] });
  if (how === 'fail') ctx.fail(new PublicMcpError('failed on purpose'));
  return new Array(-1);
});`,
  },
];

/** The tools of a server, in the order in which they are declared. */
export function toolCodes(plan: ServerPlan, dice: Dice): readonly ToolCode[] {
  const count = dice.integer(3, 5);
  const made = Array.from({ length: count }, (_, at) => builderTool(`tool${at}`, plan, dice));
  return [...standing, ...made, ...classTools(plan), ...environmentTool(plan), ...providerTool(plan)];
}

function builderTool(symbol: string, plan: ServerPlan, dice: Dice): ToolCode {
  const { before, expression, module } = schemaCode(symbol, plan, dice);
  const { body, parameter } = contextCode(plan, dice);
  const description =
    plan.environment === 'descriptions' ? "`Works in ${process.env['FIDELITY_MODE'] ?? 'no'} mode.`" : `'Works as ${symbol}.'`;
  const output = dice.chance(0.3)
    ? {
        schema: '\n  outputSchema: { said: z.array(z.string()), input: z.any() },',
        value: '{ input: JSON.parse(JSON.stringify(input)), said }',
      }
    : { schema: '', value: dice.pick(['JSON.stringify({ input, said })', '{ input, said }']) };
  const extra = dice.pick([
    '',
    `\n  title: 'The ${symbol}',`,
    `\n  annotations: { readOnlyHint: true, idempotentHint: ${dice.chance(0.5)} },`,
    `\n  tags: ['a', 'b'],`,
    '\n  hideFromDiscovery: false,',
  ]);
  const text = `${before}
export const ${symbol} = tool({
  name: '${symbol}',
  description: ${description},${extra}
  inputSchema: ${expression},${output.schema}
})(async (input, ${parameter}) => {
  const said: string[] = [];
  ${body}
  return ${output.value};
});`;
  return { symbol, text, ...(module === undefined ? {} : { shape: module }) };
}

/** A tool as a class, with what it extends. */
function classTools({ classes }: ServerPlan): ToolCode[] {
  if (classes === 'none') return [];
  const bases: Readonly<
    Record<Exclude<ServerPlan['classes'], 'none'>, { readonly base: string; readonly extended: string; readonly call: string }>
  > = {
    plain: { base: '', extended: 'ToolContext', call: 'input.text' },
    'abstract-base': {
      base: `abstract class Described extends ToolContext {
  protected abstract readonly word: string;
  protected describe(text: string): string {
    this.logger.info('described');
    this.notify(this.word);
    return [this.word, text].join(' ');
  }
}`,
      extended: 'Described',
      call: 'this.describe(input.text)',
    },
    'generic-base': {
      base: `abstract class Generic<Input extends object, Output> extends ToolContext<Input, Output> {
  protected keys(input: Input): string {
    this.progress(1);
    return Object.keys(input).join();
  }
}`,
      extended: 'Generic<{ text: string }, unknown>',
      call: 'this.keys(input)',
    },
    mixin: {
      base: `const Loud = <Base extends abstract new (...args: any[]) => ToolContext>(base: Base) => {
  abstract class Loudly extends base {
    shout(text: string): string {
      this.notify(text, 'alert');
      return text.toUpperCase();
    }
  }
  return Loudly;
};`,
      extended: 'Loud(ToolContext)',
      call: 'this.shout(input.text)',
    },
    'inherited-decorated': {
      base: `@Tool({ name: 'parent-tool', description: 'The parent.', inputSchema: { text: z.string() } })
export class ParentTool extends ToolContext {
  execute(input: { text: string }): unknown {
    return ['parent', input.text, this.toolName].join(' ');
  }
}`,
      extended: 'ParentTool',
      call: 'super.execute(input)',
    },
  };
  const { base, call, extended } = bases[classes];
  const text = `${base}
@Tool({ name: 'class-tool', description: 'Is a class.', inputSchema: { text: z.string().max(20) } })
export class ClassTool extends ${extended} {
  protected readonly word = 'word';
  static readonly made = 'static';
  override execute(input: { text: string }): unknown {
    return { text: ${call}, scope: this.scope, made: ClassTool.made, word: this.word };
  }
}`;
  const parent = classes === 'inherited-decorated' ? [{ symbol: 'ParentTool', text: '' }] : [];
  return [{ symbol: 'ClassTool', text }, ...parent];
}

/** Tells what the program sees of its environment. */
function environmentTool({ environment }: ServerPlan): ToolCode[] {
  if (environment !== 'output') return [];
  return [
    {
      symbol: 'environment',
      text: `const atLoad = process.env['FIDELITY_MODE'] ?? 'unset';
export const environment = tool({ name: 'environment', description: 'Tells its environment.' })(() =>
  JSON.stringify({ atLoad, now: process.env['FIDELITY_MODE'] ?? 'unset', node: process.env.NODE_ENV ?? 'unset', production: process.env.NODE_ENV === 'production' }),
);`,
    },
  ];
}

function providerTool({ providers }: ServerPlan): ToolCode[] {
  if (providers === 'none') return [];
  return [
    {
      symbol: 'ProvidedTool',
      text: `@Tool({ name: 'provided', description: 'Uses a provider.', inputSchema: { by: z.number().int().default(1) } })
export class ProvidedTool extends ToolContext {
  readonly #counter = inject(counterToken);
  execute(input: { by: number }) {
    return { first: this.#counter.add(input.by), second: this.get(counterToken).add(input.by) };
  }
}`,
    },
  ];
}
