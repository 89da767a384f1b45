import type { ServerModel, ToolModel } from '@service/sdk/model';
import type { Diagnostic } from '../../compiler/diagnostics/index.ts';
import type { AnalysisResult } from '../../compiler/index.ts';
import type { Project } from '../../config/load-project.ts';
import type { CliCode } from '../cli-codes.ts';

/** One limit of the config with the measured value. */
export interface Budget {
  /** Key of `budgets`. */
  readonly key: string;
  readonly limit: number;
  readonly actual: number;
  /** Tool or target, where there are several. */
  readonly of?: string;
  readonly exceeded: boolean;
}

interface Measured {
  readonly target: string;
  readonly gzipBytes: number;
}

/** Every budget of the config against this server; none without budgets, and tokens are counted only when one asks for them. */
export async function checkBudgets(
  budgets: Project['budgets'],
  server: ServerModel,
  targets: readonly Measured[],
): Promise<readonly Budget[]> {
  const found: Budget[] = [];
  const hold = (key: string, limit: number | undefined, measured: { readonly actual: number; readonly of?: string }): void => {
    if (limit !== undefined) found.push({ key, limit, ...measured, exceeded: measured.actual > limit });
  };
  hold('tools', budgets.tools, { actual: listedTools(server).length });
  if (budgets.tokens !== undefined || budgets.tokensPerTool !== undefined) {
    const { total, tools } = await countTokens(server);
    hold('tokens', budgets.tokens, { actual: total });
    const [first] = tools;
    const over = tools.filter(({ tokens }) => tokens > (budgets.tokensPerTool ?? Number.POSITIVE_INFINITY));
    const shown = over.length > 0 || first === undefined ? over : [first];
    for (const { name, tokens } of shown) hold('tokensPerTool', budgets.tokensPerTool, { actual: tokens, of: name });
  }
  for (const { target, gzipBytes } of targets) hold('gzipBytes', budgets.gzipBytes, { actual: gzipBytes, of: target });
  return found;
}

export const printBudget = ({ key, limit, actual, of }: Budget): string =>
  `budgets.${key} is ${limit}, and ${of === undefined ? 'the server' : `'${of}'`} has ${actual}`;

/** Exceeded budgets as errors of the build, each at the tool that exceeds it. */
export function budgetFindings(budgets: readonly Budget[], model: NonNullable<AnalysisResult['model']>): readonly Diagnostic[] {
  return budgets
    .filter(({ exceeded }) => exceeded)
    .map((budget): Diagnostic => {
      const tool = budget.key === 'tokensPerTool' ? model.server.tools.find(({ listedName }) => listedName === budget.of) : undefined;
      const span = tool === undefined ? undefined : model.spans[tool.id];
      const code: CliCode = 'budget-exceeded';
      const hint = '`service inspect` shows what costs most; or raise the budget in the config';
      return { code, severity: 'error', message: printBudget(budget), hint, span };
    });
}

/** How tokens are counted; printed wherever a count is. */
const tokenMethod = 'estimate of tokenx 2, within a few per cent of o200k_base on tool lists';

interface ToolTokens {
  readonly name: string;
  /** Of name, description and input schema, which is what hosts put before a model. */
  readonly tokens: number;
  readonly ofDescription: number;
  readonly ofSchema: number;
}

export interface ListTokens {
  readonly method: string;
  readonly total: number;
  /** Most expensive first. */
  readonly tools: readonly ToolTokens[];
}

export const listedTools = ({ tools }: ServerModel): readonly ToolModel[] => tools.filter(({ visibility }) => visibility === 'public');

/** What the tool list costs a model before it has done anything. */
export async function countTokens(server: ServerModel): Promise<ListTokens> {
  const tools = await Promise.all(listedTools(server).map(({ listedName, ...tool }) => tokensOfTool({ ...tool, name: listedName })));
  const total = tools.reduce((sum, { tokens }) => sum + tokens, 0);
  return { method: tokenMethod, total, tools: tools.toSorted((one, other) => other.tokens - one.tokens) };
}

/** What one tool of a list costs. */
export async function tokensOfTool({ description, inputSchema, name }: ListedTool): Promise<ToolTokens> {
  const { estimateTokenCount } = await import('tokenx');
  const said = typeof description === 'string' ? description : '';
  return {
    name: typeof name === 'string' ? name : '',
    tokens: estimateTokenCount(JSON.stringify({ name, description: said, inputSchema })),
    ofDescription: estimateTokenCount(said),
    ofSchema: estimateTokenCount(JSON.stringify(inputSchema ?? {})),
  };
}

interface ListedTool {
  readonly name?: unknown;
  readonly description?: unknown;
  readonly inputSchema?: unknown;
}
