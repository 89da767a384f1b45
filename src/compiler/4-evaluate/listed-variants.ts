/* What the server is with the texts of variables that `build.variants` lists, each combination in a process of its own. */
import type { ServerModel } from '@service/sdk/model';
import { type Diagnostic, diagnose } from '../diagnostics/index.ts';
import { combinationsOf, type Variants } from '../model/environment-sources.ts';
import { adapterNameOf } from '../model/documents.ts';
import type { Span } from '../model/span.ts';
import type { ChildReport } from './child-report.ts';

export type Report = ChildReport | { readonly kind: 'timeout'; readonly stack: string } | { readonly kind: 'died'; readonly how: string };
type ModelReport = Extract<Report, { kind: 'model' }>;
type FailedReport = Exclude<Report, { kind: 'model' }>;

/** A server as another start may have it. */
export interface OtherServer {
  readonly server: ServerModel;
  /** `with NODE_ENV=production` */
  readonly when: string;
  /** What decides it. */
  readonly span?: Span | undefined;
}

interface ListedVariants {
  readonly servers: readonly OtherServer[];
  readonly diagnostics: readonly Diagnostic[];
}

interface VariantsRequest {
  readonly timeoutMs: number;
  readonly spans: Readonly<Record<string, Span>>;
  readonly variants?: Variants | undefined;
}

interface Evaluating {
  readonly run: (variables: Readonly<Record<string, string>>) => Promise<Report>;
  /** The server with its skill folders, where they can be read. */
  readonly complete: (report: ModelReport) => Promise<ServerModel | undefined>;
  /** What a failure says, at its place. */
  readonly faultOf: (report: FailedReport) => Diagnostic | undefined;
}

/** A combination that the modules or the options refuse is an error. */
export async function listedVariants(
  { environment, prepared, server }: ModelReport,
  request: VariantsRequest,
  { complete, faultOf, run }: Evaluating,
): Promise<ListedVariants> {
  const read = new Set(environment.map(({ name }) => name));
  const variants = Object.fromEntries(Object.entries(request.variants ?? {}).filter(([name]) => read.has(name)));
  const diagnostics: Diagnostic[] = unreadVariants(request, read);
  const varying = new Map<string, Diagnostic>();
  const found = new Map([[JSON.stringify(server), undefined as OtherServer | undefined]]);
  const waiting = [...combinationsOf(variants)];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const report = await run(next);
      const when = describeVariables(next);
      if (report.kind !== 'model') {
        diagnostics.push(variantRefused(faultOf(report), request, when));
        continue;
      }
      for (const adapter of preparedOtherwise(prepared, report.prepared))
        if (!varying.has(adapter)) varying.set(adapter, prepareVaries(adapter, when, request));
      const text = JSON.stringify(report.server);
      if (found.has(text)) continue;
      found.set(text, undefined);
      const other = await complete(report);
      if (other !== undefined) found.set(text, { server: other, when });
    }
  };
  await Promise.all([work(), work()]);
  const servers = [...found.values()].flatMap((other) => (other === undefined ? [] : [other]));
  return { servers, diagnostics: [...diagnostics, ...varying.values()] };
}

export const prepareVaries = (adapter: string, when: string, { spans }: Pick<VariantsRequest, 'spans'>): Diagnostic =>
  diagnose('prepare-varies', { adapter, when }, { span: spans[`adapter:${adapter}`] });

/** Adapters that prepare something else there: a bundle has one result of each. */
function preparedOtherwise(here: ModelReport['prepared'], there: ModelReport['prepared']): readonly string[] {
  const known = new Map(here.data.map(([key, data]) => [key, JSON.stringify(data)]));
  return there.data.flatMap(([key, data]) => (known.has(key) && known.get(key) !== JSON.stringify(data) ? [adapterNameOf(key)] : []));
}

const unreadVariants = ({ spans, variants = {} }: VariantsRequest, read: ReadonlySet<string>): Diagnostic[] =>
  Object.keys(variants)
    .filter((name) => !read.has(name))
    .map((name) => diagnose('variant-unread', { name }, { span: spans['server'] }));

function variantRefused(fault: Diagnostic | undefined, { spans, timeoutMs }: VariantsRequest, when: string): Diagnostic {
  const problem = fault?.message ?? `loading did not end within ${timeoutMs} ms`;
  return diagnose('variant-refused', { when, problem }, { span: fault?.span ?? spans['server'] });
}

/** `with NODE_ENV=production, with DEBUG=1`, for the report. */
const describeVariables = (variables: Readonly<Record<string, string>>): string =>
  Object.entries(variables)
    .map(([name, value]) => `with ${name}=${value}`)
    .join(', ');
