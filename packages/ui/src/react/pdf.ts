import * as pdfjs from 'pdfjs-dist';
import * as worker from 'pdfjs-dist/build/pdf.worker.mjs';
import { drawnBy } from './library-renderer.ts';
import type { ContentRenderer } from './content.ts';

/** Pages that are drawn; more would fill the memory of a frame. */
const maxPages = 20;

/**
 * Documents (`data:application/pdf;base64,…`, or an https address whose origin stands in `ui.csp.connectDomains`) by `pdfjs-dist` of the project.
 * @example
 * const Shown = () => <Content value="https://files.example/a.pdf" renderers={[pdf]} />;
 */
export const pdf: ContentRenderer = drawnBy({ type: 'pdf', library: 'pdfjs-dist', module: pdfjs.getDocument }, async (element, value) => {
  // The policy of hosts has no workers: with this the library does the work in the page.
  Reflect.set(globalThis, 'pdfjsWorker', worker);
  const [, base64] = /^data:application\/pdf;base64,(.*)$/s.exec(String(value).trim()) ?? [];
  const source = base64 === undefined ? { url: String(value).trim() } : { data: Uint8Array.from(atob(base64), (one) => one.charCodeAt(0)) };
  const task = pdfjs.getDocument({ ...source, isEvalSupported: false });
  const document = await task.promise;
  element.replaceChildren();
  for (let at = 1; at <= Math.min(document.numPages, maxPages); at += 1) {
    const page = await document.getPage(at);
    const viewport = page.getViewport({ scale: 1.5 });
    const canvas = element.ownerDocument.createElement('canvas');
    Object.assign(canvas, { width: viewport.width, height: viewport.height });
    element.append(canvas);
    await page.render({ canvas, viewport }).promise;
  }
  return () => void task.destroy();
});
