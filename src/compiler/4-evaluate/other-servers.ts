/* What the server is in other environments than the build's: assumed ones, and those that `build.variants` lists. */
import type { ServerModel } from '@service/sdk/model';
import { type Diagnostic, diagnose } from '../diagnostics/index.ts';
import { combinationsOf, type EnvironmentSources, type Variants } from '../model/environment-sources.ts';
import { adapterNameOf } from '../model/documents.ts';
import type { Span } from '../model/span.ts';
import type { ChildReport, ReadVariable } from './child-report.ts';

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
  { environment, prepared, server }: ModelReport,
  request: OtherRequest,
  { complete, faultOf, run }: Evaluating,
): Promise<OtherServers> {
  const read = new Set(environment.map(({ name }) => name));
  const variants = Object.fromEntries(Object.entries(request.variants ?? {}).filter(([name]) => read.has(name)));
  const diagnostics: Diagnostic[] = unreadVariants(request, read);
  const varying = new Map<string, Diagnostic>();
  // What adapters prepare is made once, also where no option of the server itself is decided elsewhere.
  const looks = request.isDynamic ? maxEnvironments : prepared.data.length > 0 ? maxPrepared : 0;
  if (environment.length === 0 || (looks === 0 && Object.keys(variants).length === 0)) return { servers: [], diagnostics };
  const sources = withTexts(request.environmentOf(), variants);
  const own = environment.filter(({ name }) => sources.reads.has(name) || sources.whole !== undefined);
  const found = new Map([[JSON.stringify(server), undefined as OtherServer | undefined]]);
  const waiting = [
    ...combinationsOf(variants).map((assumed) => ({ assumed, isListed: true })),
    ...assumedEnvironments(own, sources)
      .slice(0, looks)
      .map((assumed) => ({ assumed, isListed: false })),
  ];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const report = await run(next.assumed, next.isListed);
      const when = describeEnvironment(next.assumed, sources);
      if (report.kind !== 'model') {
        if (next.isListed) diagnostics.push(variantRefused(faultOf(report), request, when));
        continue;
      }
      for (const adapter of preparedOtherwise(prepared, report.prepared))
        if (!varying.has(adapter))
          varying.set(adapter, diagnose('prepare-varies', { adapter, when }, { span: request.spans[`adapter:${adapter}`] }));
      const text = JSON.stringify(report.server);
      if (found.has(text) || !(next.isListed || request.isDynamic)) continue;
      found.set(text, undefined);
      const other = await complete(report);
      if (other !== undefined) found.set(text, { server: other, when });
    }
  };
  await Promise.all([work(), work()]);
  const servers = [...found.values()].flatMap((other) => (other === undefined ? [] : [other]));
  return { servers, diagnostics: [...diagnostics, ...varying.values()] };
}

/** Adapters that prepare something else there: a bundle has one result of each. */
function preparedOtherwise(here: ModelReport['prepared'], there: ModelReport['prepared']): readonly string[] {
  const known = new Map(here.data.map(([key, data]) => [key, JSON.stringify(data)]));
  return there.data.flatMap(([key, data]) => (known.has(key) && known.get(key) !== JSON.stringify(data) ? [adapterNameOf(key)] : []));
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

/** Variables that a server may run with, by name; undefined is one that is not set. */
export type AssumedEnvironment = Readonly<Record<string, string | undefined>>;

/** Each costs a process. */
const maxEnvironments = 12;
/** A document may take seconds. */
const maxPrepared = 3;

/**
 * Environments in which the definitions are evaluated beside that of the build: no variable set, every variable set to each of the texts that
 * the sources compare it with, and each variable set alone.
 */
function assumedEnvironments(read: readonly ReadVariable[], { values }: EnvironmentSources): readonly AssumedEnvironment[] {
  const names = read.map(({ name }) => name);
  if (names.length === 0) return [];
  const textsOf = (name: string): readonly string[] => {
    const texts = values.get(name) ?? [];
    return texts.length === 0 ? [assumedText(name)] : texts;
  };
  const rounds = Math.max(...names.map((name) => textsOf(name).length));
  const nothing = Object.fromEntries(names.map((name) => [name, undefined]));
  const everything = Array.from({ length: rounds }, (_, round) =>
    Object.fromEntries(names.map((name) => [name, textsOf(name)[round % textsOf(name).length]])),
  );
  const alone = names.length === 1 ? [] : names.map((name) => ({ ...nothing, [name]: textsOf(name)[0] }));
  // A value other than the compared ones is always possible.
  const other = Object.fromEntries(names.map((name) => [name, assumedText(name)]));
  const without = read.some(({ isSet }) => isSet) ? [nothing] : [];
  const all = [...without, ...everything, other, ...alone];
  const distinct = new Map(all.map((one) => [JSON.stringify(one, (_, value: unknown) => value ?? null), one]));
  return [...distinct.values()].slice(0, maxEnvironments);
}

/** A plausible value, guessed from the name of the variable. */
function assumedText(name: string): string {
  if (/REDIS.*(?:URL|URI)$/.test(name)) return 'redis://assumed.invalid:6379';
  if (/(?:URL|URI|ENDPOINT|ISSUER|ORIGIN|AUTHORITY)$/.test(name)) return 'https://assumed.invalid';
  if (/(?:PORT|LIMIT|SIZE|COUNT|MS|SECONDS|TTL)$/.test(name)) return '3000';
  return /(?:SECRET|TOKEN|KEY|PASSWORD)$/.test(name) ? 'assumed-by-the-build-assumed-by-the-build' : 'true';
}

/** `with NODE_ENV=production, without DEBUG`, for the report. */
function describeEnvironment(environment: AssumedEnvironment, { values }: EnvironmentSources): string {
  const parts = Object.entries(environment).map(([name, value]) => {
    if (value === undefined) return `without ${name}`;
    return values.get(name)?.includes(value) === true ? `with ${name}=${value}` : `with ${name}`;
  });
  return parts.join(', ');
}
