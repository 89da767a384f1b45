import { readFile } from 'node:fs/promises';
import { isJsonObject, type WidgetCsp } from '@service/sdk/model';
import { createSdkTest, isPackageFile, type SdkCopy, spanOfRange, type WebAddress } from '../bundler-plugin/index.ts';
import type { PlannedWidget } from '../compile-types.ts';
import { type Diagnostic, diagnose } from '../diagnostics/index.ts';

interface Reached {
  readonly root: string;
  /** HTML that its author has written. */
  readonly markup: string;
  /** Absolute paths of the modules in its script. */
  readonly files: readonly string[];
  readonly sdk: SdkCopy;
}

interface Policy {
  readonly csp: WidgetCsp;
  readonly warnings: readonly Diagnostic[];
}

const domains = { connect: 'connectDomains', resource: 'resourceDomains', frame: 'frameDomains' } as const;
type Domains = (typeof domains)[keyof typeof domains];

/** Of packages that every widget of React has: they load nothing. */
const harmless = /\/node_modules\/(?:react|react-dom|scheduler)\//;
const mayNameAddresses = /fetch|WebSocket|EventSource|Request|sendBeacon|https?:\/\/|src/;

/** Origins that a widget reaches: those that its code names, and those of `ui.csp`. */
export async function policyOf({ span, spanOfCsp, tool, ui }: PlannedWidget, { files, markup, root, sdk }: Reached): Promise<Policy> {
  const origins: Record<Domains, Set<string>> = { connectDomains: new Set(), resourceDomains: new Set(), frameDomains: new Set() };
  const warnings: Diagnostic[] = [];
  // With it comes TypeScript, before which an evaluation starts its process.
  const { markupAddresses, readWebAddresses } = await import('../bundler-plugin/assets/web-addresses.ts');
  for (const { origin: named = '', use } of markupAddresses(markup)) {
    const problem = problemOf(named, domains[use]);
    if (problem === undefined) origins[domains[use]].add(named);
    else warnings.push(diagnose('widget-address', { tool, problem: `loads from ${named}, which ${problem}` }, { span }));
  }
  const isSdk = createSdkTest(sdk);
  for (const file of files.filter((one) => !isSdk(one) && !harmless.test(one))) {
    const text = await readFile(file, 'utf8');
    if (!mayNameAddresses.test(text)) continue;
    for (const address of readWebAddresses(file, text)) {
      const problem = address.origin === undefined ? 'its code alone does not say' : problemOf(address.origin, domains[address.use]);
      if (problem === undefined) origins[domains[address.use]].add(address.origin ?? '');
      else if (!isPackageFile(file))
        warnings.push(
          diagnose(
            'widget-address',
            { tool, problem: `loads from an address that ${problem}` },
            { span: spanOfRange(root, { file, ...rangeOf(address) }) },
          ),
        );
    }
  }
  for (const name of Object.values(domains)) {
    const given = isJsonObject(ui['csp']) ? ui['csp'][name] : undefined;
    for (const entry of Array.isArray(given) ? given.map(String) : []) {
      const problem = problemOf(entry, name);
      if (problem === undefined) origins[name].add(entry);
      else
        warnings.push(
          diagnose(
            'widget-address',
            { tool, problem: `has ${JSON.stringify(entry)} in \`ui.csp.${name}\`, which ${problem} and is ignored` },
            { span: spanOfCsp },
          ),
        );
    }
  }
  const csp = Object.fromEntries(Object.entries(origins).flatMap(([name, set]) => (set.size === 0 ? [] : [[name, [...set].toSorted()]])));
  return { csp, warnings };
}

const rangeOf = ({ end, start }: WebAddress) => ({ start, end });

const origin = /^(https|wss):\/\/(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d+)?$/i;

/** What is wrong with an origin; undefined for a good one. Hosts drop paths, other schemes and bare names, and loopback is for development. */
function problemOf(entry: string, list: Domains): string | undefined {
  const [, scheme] = origin.exec(entry) ?? [];
  const isOrigin = scheme === 'https' || (scheme === 'wss' && list === 'connectDomains');
  const isLoopback = /^(?:http|ws):\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?$/.test(entry);
  return isOrigin || isLoopback
    ? undefined
    : `is no origin such as ${list === 'connectDomains' ? 'https://api.example or wss://api.example' : 'https://cdn.example'}`;
}
