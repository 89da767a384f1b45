/** The two pages of a host. They only carry messages: what a host answers is decided by `UIHost`, in Node. */

/** The sandbox, on an origin of its own. Its inner frame has an opaque origin, and inherits the policy that this page came with. */
export const sandboxPage = `<!doctype html><body style="margin:0"><script>
  let inner;
  addEventListener('message', ({ data, source }) => {
    if (inner !== undefined && source === inner.contentWindow) return parent.postMessage(data, '*');
    if (source !== parent) return;
    if (data.method !== 'ui/notifications/sandbox-resource-ready') return inner?.contentWindow.postMessage(data, '*');
    inner = document.createElement('iframe');
    inner.setAttribute('sandbox', 'allow-scripts allow-forms');
    inner.style.cssText = 'border:0;width:100%;height:100vh;display:block';
    inner.srcdoc = data.params.html;
    document.body.append(inner);
  });
  parent.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/sandbox-proxy-ready', params: {} }, '*');
</script>`;

/** The page of the host; \`deliver\` is a function of the test. */
export const hostPage = `<!doctype html><title>Host</title><body style="margin:0"><script>
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms');
  frame.style.cssText = 'border:0;display:block';
  globalThis.send = (message) => frame.contentWindow.postMessage(message, '*');
  globalThis.resize = (width, height) => Object.assign(frame.style, { width: width + 'px', height: height + 'px' });
  globalThis.open = (src) => { frame.src = src; document.body.append(frame); };
  addEventListener('message', ({ data, source }) => { if (source === frame.contentWindow) deliver(data); });
</script>`;

/** Before everything in a widget: what the policy blocks is told like a message. */
export const watchScript = `<script>addEventListener('securitypolicyviolation', (e) => parent.postMessage({ method: 'violation', params: { directive: e.effectiveDirective, blocked: e.blockedURI, line: e.lineNumber } }, '*'));</script>`;
