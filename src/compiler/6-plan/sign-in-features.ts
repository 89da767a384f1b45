import { declaredAuths, isJsonObject, issuingAuths } from '@service/sdk/model';
import type { CompiledModel } from '../model/compiled-model.ts';
import type { FeatureRules } from './feature-rule.ts';
import type { PlannedPage } from '../compile-types.ts';
import type { Span } from '../model/span.ts';

type Auth = Readonly<Record<string, unknown>>;

/** Whether an `auth` that issues tokens, of the server or of one of its apps, has a property; without `asks`: whether there is one. */
const anySignsIn = ({ server }: CompiledModel, asks: (auth: Auth) => boolean = () => true): boolean =>
  issuingAuths(server).some(({ options }) => asks(options));

/** `ui`, or `extras`, whose functions the model leaves out. */
const asksForPages = (auth: unknown): boolean =>
  isJsonObject(auth) && auth['mode'] === 'local' && (isJsonObject(auth['ui']) || isJsonObject(auth['extras']));

const isOn = (value: unknown): boolean => typeof value === 'object' && value !== null && 'enabled' in value && value.enabled === true;

/** Given, and not turned off by `enabled: false`. */
const isGiven = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !('enabled' in value && value.enabled === false);

/** `cache.type: redis`, or a store without a type. */
function sharesDocuments(cimd: unknown): boolean {
  const cache = isRecord(cimd) ? cimd['cache'] : undefined;
  return isRecord(cache) && (cache['type'] ?? (cache['redis'] === undefined ? 'memory' : 'redis')) === 'redis';
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

/** Features of sign-in, each with the reason to plan it. */
export const signInRules = {
  jwks: {
    onNode: '@service/sdk/hosts/node-jwks',
    when: (model) => (anySignsIn(model) ? 'metadata names /.well-known/jwks.json' : undefined),
  },
  'cimd-cache': {
    when: (model) =>
      anySignsIn(model, ({ cimd }) => sharesDocuments(cimd)) ? 'auth.cimd.cache is a store that instances share' : undefined,
  },
  cimd: {
    onNode: '@service/sdk/hosts/node-cimd',
    when: (model) => (anySignsIn(model) ? 'auth.cimd lets clients be named by a URL' : undefined),
  },
  'auth-ui': {
    printed: 'service:auth-ui',
    when: ({ server }) =>
      declaredAuths(server).some(({ options }) => asksForPages(options))
        ? "auth.ui or auth.extras brings pages of the author's own"
        : undefined,
  },
  federated: {
    when: (model) =>
      anySignsIn(model, ({ providers }) => Array.isArray(providers) && providers.length > 0)
        ? 'auth.providers lets people link accounts'
        : undefined,
  },
  'incremental-auth': {
    when: (model) =>
      anySignsIn(model, ({ incrementalAuth }) => isGiven(incrementalAuth)) ? 'auth.incrementalAuth grants apps one by one' : undefined,
  },
  consent: {
    when: (model) => (anySignsIn(model, ({ consent }) => isOn(consent)) ? 'auth.consent lets people choose tools' : undefined),
  },
  'secure-store': {
    when: (model, { contextMembers }) => {
      // An option that is set is planned even when no tool uses it, so that it is checked.
      const isUsed = contextMembers === undefined || contextMembers.includes('secureStore');
      return anySignsIn(model, ({ secureStore }) => isUsed || secureStore !== undefined)
        ? 'tools may keep secrets in this.secureStore'
        : undefined;
    },
  },
  'credential-vault': {
    when: (model) => (anySignsIn(model) ? 'people may connect credentials' : undefined),
  },
} satisfies Partial<FeatureRules>;

/** What signs people in and issues tokens. */
export const issuingRules = {
  'anonymous-grant': {
    when: (model) =>
      anySignsIn(model, ({ allowDefaultPublic }) => allowDefaultPublic === true)
        ? 'auth.allowDefaultPublic gives out anonymous tokens'
        : undefined,
  },
  revocation: {
    when: (model) =>
      anySignsIn(model, ({ revocation }) => revocation === true) ? 'auth.revocation lets grants end before their time' : undefined,
  },
  'local-auth': {
    when: (model) => (anySignsIn(model, ({ mode }) => mode === 'local') ? 'auth.mode is local: this server signs people in' : undefined),
  },
  'remote-auth': {
    when: (model) =>
      anySignsIn(model, ({ mode }) => mode === 'remote') ? 'auth.mode is remote: a provider finds out who signs in' : undefined,
  },
} satisfies Partial<FeatureRules>;

/** The span of an option, by the label of its declaration (`@Service`, `app "Desk"`) and its path. */
export type SpanOfOption = (label: string, path: string) => Span | undefined;

interface PlannedAuthPages {
  readonly pages: readonly PlannedPage[];
  /** Text of the module `service:auth-ui`; absent without pages and extras. */
  readonly module?: string;
}

/** `auth.ui` of the server and of apps with an endpoint of their own: each file once, each mount with its slots. */
export function planAuthPages(models: readonly CompiledModel[], root: string, locationOf: SpanOfOption): PlannedAuthPages {
  const asked = models.flatMap(mountsOf).filter(({ auth, id }, index, all) => {
    // Where a mount differs by environment, the pages of the first one count.
    const first = all.findIndex((one) => one.id === id && asksForPages(one.auth));
    return asksForPages(auth) && first === index;
  });
  if (asked.length === 0) return { pages: [] };
  const pages: PlannedPage[] = [];
  const slots = asked.map(({ auth, entry, id, label }) => {
    const files = Object.entries(isJsonObject(auth) && isJsonObject(auth['ui']) ? auth['ui'] : {});
    const named = files.flatMap(([slot, written]): (readonly [string, PlannedPage])[] => {
      if (typeof written !== 'string') return [];
      const span = locationOf(label, `auth.ui.${slot}`);
      const page = { root, written, from: span?.file, entry, span };
      return [[slot, addPage(pages, page)]];
    });
    return [id, named] as const;
  });
  return { pages, module: printModule(pages, slots) };
}

const mountsOf = ({ entry, server }: CompiledModel) =>
  declaredAuths(server).map(({ app: id = '', label, options: auth }) => ({ id, label, auth, entry: entry.file }));

interface Written {
  readonly root: string;
  readonly written: string;
  readonly from: string | undefined;
  readonly entry: string;
  readonly span: Span | undefined;
}

/** Relative to the file that declares it. */
function addPage(pages: PlannedPage[], { entry, from, root, span, written }: Written): PlannedPage {
  const base = from === undefined ? entry : `${root}/${from}`;
  const file = decodeURIComponent(new URL(written, `file://${encodeURI(base)}`).pathname);
  const known = pages.find((page) => page.file === file);
  if (known !== undefined) return known;
  const page = { name: `auth-page-${pages.length}`, file, written, react: /\.[jt]sx$/.test(file), span };
  pages.push(page);
  return page;
}

type Slots = readonly (readonly [mount: string, pages: readonly (readonly [slot: string, page: PlannedPage])[]])[];

/** Imports and one call; the scripts are bundled before the rest (phase 7). */
function printModule(pages: readonly PlannedPage[], slots: Slots): string {
  const react = pages.some((page) => page.react);
  const nameOf = (page: PlannedPage): string => `page${pages.indexOf(page)}`;
  const table = slots.map(([mount, named]) => {
    const rows = named.map(([slot, page]) => `    ${JSON.stringify(slot)}: ${nameOf(page)},`);
    return `  ${JSON.stringify(mount)}: {\n${rows.join('\n')}\n  },`;
  });
  return [
    'import { authUiWith } from "@service/sdk/features/auth-ui";',
    ...(react
      ? [
          'import { createElement } from "service:react";',
          'import { renderToString } from "service:react-dom-server";',
          'import { AuthFlowProvider } from "service:ui-auth";',
          'import { reactPage } from "@service/sdk/auth-ui";',
        ]
      : []),
    ...pages.flatMap((page, at) => [
      `import render${at} from "service:${page.name}";`,
      `import script${at} from "service:${page.name}-script";`,
      `const page${at} = { render: ${page.react ? `reactPage({ createElement, renderToString, provider: AuthFlowProvider }, render${at})` : `render${at}`}, script: script${at} };`,
    ]),
    `export const authUi = authUiWith({\n${table.join('\n')}\n});`,
    '',
  ].join('\n');
}
