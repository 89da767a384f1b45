import { build } from 'esbuild';
import { judgePath } from '../../scripts/serving/judges.ts';
import { scriptJson } from '../../src/runtime/std/index.ts';
import type { HostCode } from './widget-host.ts';

/** Hosts of the official library: what the view says goes through its schemas, and its bridge makes the answers. */
const page = (settings: object): string => `<!doctype html><body style="margin:0"><script src="/official.js"></script><script>
  const { proxy, html, initialize, width, height } = ${scriptJson(settings)};
  window.messages = [];
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms');
  frame.style.cssText = 'border:0;width:' + width + 'px;height:' + height + 'px';
  document.body.append(frame);
  const view = frame.contentWindow;
  addEventListener('message', ({ data, source }) => { if (source === view) window.messages.push(data); });
  window.bridge = new official.AppBridge(null, initialize.hostInfo, initialize.hostCapabilities, { hostContext: initialize.hostContext });
  window.heard = [];
  const hear = (name, answer) => (params) => { window.heard.push({ name, params }); return answer(params); };
  bridge.onsandboxready = () => bridge.sendSandboxResourceReady({ html });
  bridge.oninitialized = hear('initialized', () => undefined);
  bridge.onloggingmessage = hear('log', () => undefined);
  bridge.onsizechange = hear('size', (size) => { if (size.height) frame.style.height = size.height + 'px'; });
  bridge.oncalltool = hear('call', (params) => askServer('tools/call', params));
  bridge.onreadresource = hear('read', (params) => askServer('resources/read', params));
  bridge.onopenlink = hear('link', async () => ({}));
  bridge.onmessage = hear('message', async () => ({}));
  bridge.onupdatemodelcontext = hear('context', async () => ({}));
  bridge.onrequestdisplaymode = hear('mode', async ({ mode }) => ({ mode }));
  bridge.connect(new official.PostMessageTransport(view, view)).then(() => { frame.src = proxy; });
</script>`;

/** AppBridge of `@modelcontextprotocol/ext-apps`, bundled for a page. */
export async function officialCode(): Promise<HostCode> {
  const { outputFiles } = await build({
    stdin: {
      contents: 'export { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";',
      resolveDir: judgePath('..'),
    },
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    globalName: 'official',
    target: 'es2022',
  });
  return { page, scripts: { '/official.js': outputFiles[0]?.text ?? '' } };
}
