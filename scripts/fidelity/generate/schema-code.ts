import type { Dice } from './dice.ts';
import type { ServerPlan } from './server-plan.ts';

/** One member of a shape; `echo` is what a tool answers with, from `input.<name>`. */
const members: readonly string[] = [
  `z.string().describe('A text.')`,
  `z.string().min(2).max(12)`,
  `z.string().trim().toLowerCase()`,
  `z.string().regex(/^[a-c]+$/)`,
  `z.string().email()`,
  `z.number().int().min(0).max(10)`,
  `z.number().positive().multipleOf(0.5)`,
  `z.coerce.number()`,
  `z.boolean().default(true)`,
  `z.enum(['red', 'green', 'blue'])`,
  `z.literal('fixed')`,
  `z.union([z.string(), z.number()])`,
  `z.any()`,
  `z.unknown().describe('Whatever.')`,
  `z.any().optional()`,
  `z.array(z.string().max(3)).max(3)`,
  `z.array(z.number()).default([1, 2])`,
  `z.tuple([z.string(), z.number()])`,
  `z.record(z.string(), z.number())`,
  `z.object({ deep: z.string().optional(), count: z.number().default(3) })`,
  `z.object({ kept: z.string() }).strict()`,
  `z.object({ kept: z.string() }).loose()`,
  `z.string().optional()`,
  `z.string().nullable()`,
  `z.string().nullish()`,
  `z.preprocess((value) => (typeof value === 'string' ? Number(value) : value), z.number())`,
  `z.preprocess((value) => value ?? 'absent', z.string())`,
  `z.string().transform((value) => value.length)`,
  `z.string().transform((value) => [...value]).pipe(z.array(z.string()).max(6))`,
  `z.number().refine((value) => value % 2 === 0, 'Not even')`,
  `z.string().catch('caught')`,
  `z.discriminatedUnion('kind', [z.object({ kind: z.literal('a'), a: z.string() }), z.object({ kind: z.literal('b'), b: z.number() })])`,
  `z.iso.date()`,
  `z.uuid()`,
  `z.string().prefault('given')`,
  `z.number().readonly()`,
  `z.string().superRefine((value, ctx) => { if (value === 'bad') ctx.addIssue({ code: 'custom', message: 'It is bad' }); })`,
];

export interface SchemaCode {
  /** Statements before the tool. */
  readonly before: string;
  /** The expression of `inputSchema`. */
  readonly expression: string;
  /** `src/shapes.ts`, where the plan has schemas in a module of their own. */
  readonly module?: string;
}

/** The input schema of one tool. What a dynamic one depends on is part of the plan. */
export function schemaCode(name: string, plan: ServerPlan, dice: Dice): SchemaCode {
  const chosen = dice.some(members, dice.integer(1, 4)).map((member, at) => `  m${at}: ${member},`);
  const dynamic = dynamicMember(plan);
  const shape = `{\n${[...chosen, ...(dynamic === undefined ? [] : [`  dynamic: ${dynamic},`])].join('\n')}\n}`;
  switch (plan.schemas) {
    case 'raw':
    case 'environment':
    case 'time':
    case 'random':
    case 'file':
    case 'folder':
      return { before: '', expression: dice.chance(0.5) && plan.restated !== true ? shape : `z.object(${shape})` };
    case 'object':
      return { before: '', expression: `z.object(${shape})${dice.pick(['', '.strict()', '.loose()'])}` };
    case 'constant':
      return { before: `const ${name}Shape = ${shape};`, expression: dice.pick([`${name}Shape`, `z.object(${name}Shape)`]) };
    case 'imported':
      return { before: '', expression: `shapes.${name}`, module: `${name}: ${shape},` };
    case 'called':
      return {
        before: `const ${name}ShapeOf = (limit: number) => ({ ...${shape}, called: z.number().max(limit) });`,
        expression: `${name}ShapeOf(${dice.integer(1, 50)})`,
      };
    case 'extended':
      return {
        before: `const ${name}Base = z.object(${shape});`,
        expression: `${name}Base.extend({ more: z.string().max(5).optional() })`,
      };
  }
}

/** A member whose bounds only the run knows: every run has another year, other random numbers, files and folder than the build. */
function dynamicMember({ schemas }: ServerPlan): string | undefined {
  switch (schemas) {
    case 'environment':
      return `z.string().max(Number(process.env['FIDELITY_LIMIT'] ?? 4)).describe(\`Mode \${process.env['FIDELITY_MODE'] ?? 'none'}.\`)`;
    case 'time':
      return `z.number().max(new Date().getFullYear() > 2040 ? 50 : 20).describe('Of this time.')`;
    case 'random':
      return `z.number().max(Math.floor(Math.random() * 1_000_000)).describe('Of chance.')`;
    case 'file':
      return `z.string().max(Number(readFileSync('limit.txt', 'utf8'))).describe('Of a file.')`;
    case 'folder':
      return `z.string().describe(\`Below \${process.cwd()}.\`)`;
    default:
      return undefined;
  }
}
