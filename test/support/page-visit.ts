import { type Browser, type BrowserContext, type BrowserPage, openBrowser } from './browser.ts';
import type { WidgetFrame } from './widget-host.ts';

/** A page of `service dev` in a browser. */
export interface Visit {
  readonly page: BrowserPage;
  readonly context: BrowserContext;
  /** What the page has thrown, and what its policy has blocked. */
  readonly faults: string[];
  /** Addresses that the page has asked. */
  readonly requests: string[];
  /** Until the page shows a text. */
  has(text: string): Promise<void>;
  /** Until an expression is true in the page. */
  until(expression: string): Promise<void>;
  /** The view of the widget that is shown; undefined while there is none. */
  view(): WidgetFrame | undefined;
  /** Until the widget shows a text. */
  shows(text: string): Promise<void>;
  /** Of the first element of a selector. */
  textOf(selector: string): Promise<string>;
}

type WatchedPage = BrowserPage & {
  frames(): readonly WidgetFrame[];
  on(event: 'request', listener: (request: { url(): string }) => void): void;
};

/** A safety net: how long a busy machine takes decides no test. */
const maxWaitMs = 180_000;

export { openBrowser };

export async function visit(browser: Browser, address: string, options: Parameters<Browser['newContext']>[0] = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1200, height: 800 }, ...options });
  const page = (await context.newPage()) as WatchedPage;
  const faults: string[] = [];
  const requests: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) faults.push(message.text());
  });
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(address);
  const until = async (expression: string): Promise<void> => {
    const end = Date.now() + maxWaitMs;
    // A page that is just being left has no answer.
    while (!(await page.evaluate<boolean>(`Boolean(${expression})`).catch(() => false))) {
      if (Date.now() > end)
        throw new Error(`${expression} is still false; the page shows: ${await page.evaluate<string>('document.body.innerText')}`);
      await new Promise((done) => setTimeout(done, 20));
    }
  };
  const view = (): WidgetFrame | undefined => page.frames().findLast((frame) => frame.url().startsWith('about:srcdoc'));
  const shows = async (text: string): Promise<void> => {
    let shown = '';
    for (const end = Date.now() + maxWaitMs; Date.now() < end;) {
      shown =
        (await view()
          ?.evaluate<string>('document.body.innerText')
          .catch(() => '')) ?? '';
      if (shown.includes(text)) return;
      await new Promise((done) => setTimeout(done, 10));
    }
    throw new Error(`the widget shows: ${shown}`);
  };
  return {
    page,
    context,
    view,
    shows,
    faults,
    requests,
    until,
    has: (text) => until(`document.body.innerText.includes(${JSON.stringify(text)})`),
    textOf: (selector) => page.evaluate(`document.querySelector(${JSON.stringify(selector)})?.innerText ?? ''`),
  };
}
