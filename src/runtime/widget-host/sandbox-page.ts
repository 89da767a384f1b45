/** The sandbox, on an origin of its own, which only carries messages. Its inner frame has an opaque origin, and inherits the policy that this page came with. */
export const sandboxPage = `<!doctype html><body style="margin:0"><script>
  let inner;
  addEventListener('message', ({ data, source }) => {
    if (inner !== undefined && source === inner.contentWindow) return data?.method?.startsWith?.('ui/notifications/sandbox-') || parent.postMessage(data, '*');
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

/** A widget's document, in which what the policy blocks is told like a message; its lines keep their numbers. */
export const watchedDocument = (html: string): string =>
  /^\s*<!doctype[^>]*>/i.test(html)
    ? html.replace(/^\s*<!doctype[^>]*>/i, (doctype) => `${doctype}${watchScript}`)
    : `${watchScript}${html}`;

const watchScript = `<script>addEventListener('securitypolicyviolation', (e) => parent.postMessage({ method: 'violation', params: { directive: e.effectiveDirective, blocked: e.blockedURI, line: e.lineNumber, column: e.columnNumber } }, '*'));</script>`;

/** The column of a watched document, as it is in the widget's own. */
export const columnWithoutWatch = (line: number, column: number): number => (line === 1 ? column - watchScript.length : column);
