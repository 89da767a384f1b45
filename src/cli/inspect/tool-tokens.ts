import type { ServerModel, ToolModel } from '@service/sdk/model';

/** How tokens are counted; printed wherever a count is. */
const tokenMethod = 'estimate of tokenx 2, within a few per cent of o200k_base on tool lists';

export interface ToolTokens {
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
  const { estimateTokenCount } = await import('tokenx');
  const tools = listedTools(server).map(({ listedName, description = '', inputSchema }): ToolTokens => {
    const schema = JSON.stringify(inputSchema);
    return {
      name: listedName,
      tokens: estimateTokenCount(JSON.stringify({ name: listedName, description, inputSchema })),
      ofDescription: estimateTokenCount(description),
      ofSchema: estimateTokenCount(schema),
    };
  });
  const total = tools.reduce((sum, { tokens }) => sum + tokens, 0);
  return { method: tokenMethod, total, tools: tools.toSorted((one, other) => other.tokens - one.tokens) };
}
