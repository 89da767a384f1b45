/** The page of the host, which only carries messages; `deliver` is a function of the test. */
export const hostPage = `<!doctype html><title>Host</title><body style="margin:0"><script>
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms');
  frame.style.cssText = 'border:0;display:block';
  globalThis.send = (message) => frame.contentWindow.postMessage(message, '*');
  globalThis.resize = (width, height) => Object.assign(frame.style, { width: width + 'px', height: height + 'px' });
  globalThis.open = (src) => { frame.src = src; document.body.append(frame); };
  addEventListener('message', ({ data, source }) => { if (source === frame.contentWindow) deliver(data); });
</script>`;
