import { isJsonObject, type Json } from '../model/index.ts';

/** The policy of MCP Apps (SEP-1865, 2026-01-26), with nothing in it that the norm does not allow. @param csp of the widget's `_meta.ui` */
export function widgetPolicy(csp: Json | undefined): string {
  const listed = (name: string, ...own: readonly string[]): string => {
    const given = isJsonObject(csp) ? csp[name] : undefined;
    const all = [...own, ...(Array.isArray(given) ? given.filter((entry) => isSource(entry)) : [])];
    return all.length === 0 ? "'none'" : all.join(' ');
  };
  return [
    "default-src 'none'",
    `script-src ${listed('resourceDomains', "'unsafe-inline'")}`,
    `style-src ${listed('resourceDomains', "'unsafe-inline'")}`,
    `img-src ${listed('resourceDomains', 'data:')}`,
    `media-src ${listed('resourceDomains', 'data:')}`,
    `font-src ${listed('resourceDomains', 'data:')}`,
    `connect-src ${listed('connectDomains')}`,
    `frame-src ${listed('frameDomains')}`,
    "object-src 'none'",
    "form-action 'none'",
    `base-uri ${listed('baseUriDomains')}`,
  ].join('; ');
}

/** An origin and nothing else: a text of a server must not add a directive. */
const isSource = (entry: Json): entry is string => typeof entry === 'string' && /^(?:https?|wss?):\/\/[\w.*-]+(?::\d+)?$/.test(entry);
