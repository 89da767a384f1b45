/* What the server is in other environments than the build's: assumed ones, and those that `build.variants` lists. */
import type { ServerModel } from '@service/sdk/model';
import { type Diagnostic, diagnose } from '../diagnostics/index.ts';
import type { EnvironmentSources } from '../model/environment-sources.ts';
import type { Span } from '../model/span.ts';
import { combinationsOf, type Variants } from '../model/variants.ts';
import { assumedEnvironments, describeEnvironment, type AssumedEnvironment } from './assumed-environments.ts';
import type { ChildReport } from './child-report.ts';

export type Report = ChildReport | { readonly kind: 'timeout'; readonly stack: string } | { readonly kind: 'died'; readonly how: string };
type ModelReport = Extract<Report, { kind: 'model' }>;
type FailedReport = Exclude<Report, { kind: 'model' }>;

/** A server as it would be in another environment than the build's. */
export interface OtherServer {
  readonly server: ServerModel;
  /** `with NODE_ENV=production` */
  readonly when: string;
}

interface OtherServers {
  readonly servers: readonly OtherServer[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A request to evaluate the definitions in another environment. */
interface OtherRequest {
  readonly timeoutMs: number;
  readonly spans: Readonly<Record<string, Span>>;
  readonly environmentOf: () => EnvironmentSources;
  readonly isDynamic: boolean;
  readonly variants?: Variants | undefined;
}

interface Evaluating {
  readonly run: (assumed: AssumedEnvironment, isListed: boolean) => Promise<Report>;
  /** The server with its skill folders, where they can be read. */
  readonly complete: (report: ModelReport) => Promise<ServerModel | undefined>;
  /** What a failure says, at its place. */
  readonly faultOf: (report: FailedReport) => Diagnostic | undefined;
}

/**
 * What else the server may be. An assumed environment that its modules or its options refuse says nothing about it; one that the config lists is an
 * error.
 */
export async function otherServers(
  { environment, server }: ModelReport,
  request: OtherRequest,
  { complete, faultOf, run }: Evaluating,
): Promise<OtherServers> {
  const read = new Set(environment.map(({ name }) => name));
  const variants = Object.fromEntries(Object.entries(request.variants ?? {}).filter(([name]) => read.has(name)));
  const diagnostics: Diagnostic[] = unreadVariants(request, read);
  if (environment.length === 0 || !request.isDynamic) return { servers: [], diagnostics };
  const sources = withTexts(request.environmentOf(), variants);
  const own = environment.filter(({ name }) => sources.reads.has(name) || sources.whole !== undefined);
  const found = new Map([[JSON.stringify(server), undefined as OtherServer | undefined]]);
  const waiting = [
    ...combinationsOf(variants).map((assumed) => ({ assumed, isListed: true })),
    ...assumedEnvironments(own, sources).map((assumed) => ({ assumed, isListed: false })),
  ];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const report = await run(next.assumed, next.isListed);
      const when = describeEnvironment(next.assumed, sources);
      if (report.kind !== 'model') {
        if (next.isListed) diagnostics.push(variantRefused(faultOf(report), request, when));
        continue;
      }
      const text = JSON.stringify(report.server);
      if (found.has(text)) continue;
      found.set(text, undefined);
      const other = await complete(report);
      if (other !== undefined) found.set(text, { server: other, when });
    }
  };
  await Promise.all([work(), work()]);
  return { servers: [...found.values()].flatMap((other) => (other === undefined ? [] : [other])), diagnostics };
}

/** With the texts that the config lists in the place of those that the sources compare with. */
const withTexts = (sources: EnvironmentSources, variants: Variants): EnvironmentSources => ({
  ...sources,
  values: new Map([...sources.values, ...Object.entries(variants)]),
});

const unreadVariants = ({ spans, variants = {} }: OtherRequest, read: ReadonlySet<string>): Diagnostic[] =>
  Object.keys(variants)
    .filter((name) => !read.has(name))
    .map((name) => diagnose('variant-unread', { name }, { span: spans['server'] }));

function variantRefused(fault: Diagnostic | undefined, { spans, timeoutMs }: OtherRequest, when: string): Diagnostic {
  const problem = fault?.message ?? `loading did not end within ${timeoutMs} ms`;
  return diagnose('variant-refused', { when, problem }, { span: fault?.span ?? spans['server'] });
}
