const declared: Readonly<Record<string, string>> = {
  'connect-src': 'connectDomains',
  'frame-src': 'frameDomains',
  'base-uri': 'baseUriDomains',
};

/** What would allow it. A widget tells directive and address: they may be any texts. */
export function hintOf(directive: string, blocked: string): string {
  if (blocked === 'eval') return 'No host allows code from texts: leave it out';
  if (!/^(?:https|wss):/.test(blocked) || !URL.canParse(blocked)) return 'No host allows this: put it into the widget itself';
  const option = Object.hasOwn(declared, directive) ? declared[directive] : undefined;
  return `Declare it in ui.csp.${option ?? 'resourceDomains'} of the tool: ${new URL(blocked).origin}`;
}
