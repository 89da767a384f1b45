import { isJsonObject, type BuiltWidget, type Json, type JsonObject, widgetVisibility } from '../../model/index.ts';
import { withoutUndefined } from '../../std/index.ts';

const objectOf = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});
const json = (value: Readonly<Record<string, Json | undefined>>): JsonObject => withoutUndefined(value);

/**
 * `_meta` of a tool with `ui`. The flat key is deprecated, and some hosts read it alone; what begins with `openai/` says the same in another
 * dialect.
 */
export function toolMeta(ui: JsonObject, resourceUri: string | undefined): JsonObject {
  const visibility = widgetVisibility(ui);
  const { invoked, invoking } = objectOf(ui['invocationStatus']);
  return json({
    ui: json({ resourceUri, visibility }),
    'ui/resourceUri': resourceUri,
    'openai/outputTemplate': resourceUri,
    'openai/widgetAccessible': visibility.includes('app'),
    'openai/visibility': visibility.includes('model') ? undefined : 'private',
    'openai/toolInvocation/invoking': invoking,
    'openai/toolInvocation/invoked': invoked,
  });
}

/** `_meta` of a widget, for the list and for its contents: some hosts look at one of them alone. */
export function widgetMeta(ui: JsonObject, { csp }: BuiltWidget): JsonObject {
  const { prefersBorder, sandboxDomain: domain, widgetDescription } = ui;
  const asked = Object.entries(objectOf(ui['permissions'])).filter(([, wanted]) => wanted === true);
  const permissions = asked.length === 0 ? undefined : Object.fromEntries(asked.map(([name]) => [name, {}]));
  const hasCsp = Object.keys(csp).length > 0;
  const { connectDomains = [], frameDomains, resourceDomains = [] } = csp;
  return json({
    ui: json({ csp: hasCsp ? { ...csp } : undefined, permissions, domain, prefersBorder }),
    'openai/widgetCSP': json({ connect_domains: connectDomains, resource_domains: resourceDomains, frame_domains: frameDomains }),
    'openai/widgetDomain': domain,
    'openai/widgetPrefersBorder': prefersBorder,
    'openai/widgetDescription': widgetDescription,
  });
}
