import type { JsonObject } from '@service/sdk/model';
import type { ViewMessage, ViewViolation } from '@service/sdk/widget-host';
import { TimeoutError } from '../errors.ts';
import type { UIFrame, UIPage } from './browser.ts';

export interface UIParts {
  readonly page: UIPage;
  readonly frame: UIFrame;
  readonly messages: readonly ViewMessage[];
  readonly violations: readonly ViewViolation[];
  /** Of the tool and of the document, for the matchers. */
  readonly facts: Pick<OpenedUI, 'tool' | 'uri' | 'mimeType' | 'platform' | '_meta' | 'resourceMeta'>;
  readonly send: (message: object) => Promise<void>;
  readonly setContext: (context: JsonObject) => Promise<void>;
}

const maxWaitMs = 10_000;

/**
 * A widget in a strict host: what the tool's result looks like, and what the widget has asked for.
 * @example
 * const ui = await mcp.openUI('forecast', { city: 'Oslo' });
 * expect(ui).toContainBoundValue('Oslo');
 * await ui.click('text=Next days');
 * expect(ui.violations).toEqual([]);
 */
export class OpenedUI {
  readonly tool: string;
  /** URI of its document. */
  readonly uri: string;
  readonly mimeType: string;
  /** Host that it is shown in. */
  readonly platform: string;
  /** `_meta` of the tool. */
  readonly _meta: JsonObject;
  /** `_meta` of the document. */
  readonly resourceMeta: JsonObject;
  /** The view, which is scripted like a page of playwright. */
  readonly frame: UIFrame;
  /** What the view has said so far, in its order. */
  readonly messages: readonly ViewMessage[];
  /** What the policy has blocked so far. */
  readonly violations: readonly ViewViolation[];
  readonly #parts: UIParts;
  #html = '';
  #text = '';

  constructor(parts: UIParts) {
    this.#parts = parts;
    this.frame = parts.frame;
    this.messages = parts.messages;
    this.violations = parts.violations;
    ({
      tool: this.tool,
      uri: this.uri,
      mimeType: this.mimeType,
      platform: this.platform,
      _meta: this._meta,
      resourceMeta: this.resourceMeta,
    } = parts.facts);
  }

  /** What the view shows, as HTML without its scripts; as it was after the last thing that this object did. */
  get html(): string {
    return this.#html;
  }

  /** The text that a person sees. */
  get text(): string {
    return this.#text;
  }

  /** Clicks what a selector of playwright finds. */
  async click(selector: string): Promise<void> {
    await this.frame.click(selector);
    await this.settle();
  }

  /** Writes into a field. */
  async fill(selector: string, text: string): Promise<void> {
    await this.frame.fill(selector, text);
    await this.settle();
  }

  /** Until a text is to be seen. @throws {TimeoutError} with what is there instead */
  async waitForText(text: string): Promise<void> {
    await this.#until(`the text ${JSON.stringify(text)}`, async () => {
      await this.settle();
      return this.#text.includes(text);
    });
  }

  /** Until the view has said something, such as `ui/open-link`. */
  async waitForMessage(method: string): Promise<ViewMessage> {
    const find = (): ViewMessage | undefined => this.messages.find((message) => message.method === method);
    await this.#until(`the message ${method}`, async () => {
      await this.settle();
      return find() !== undefined;
    });
    return find() ?? {};
  }

  /** What changes at the host: theme, display mode, language, … */
  async setContext(context: JsonObject): Promise<void> {
    await this.#parts.setContext(context);
    await this.settle();
  }

  /** Sends the result of another call, as some hosts do. */
  async sendResult(result: object): Promise<void> {
    await this.#parts.send({ method: 'ui/notifications/tool-result', params: result });
    await this.settle();
  }

  /** A picture of the widget as PNG. @param path file to write as well */
  async screenshot(path?: string): Promise<Uint8Array> {
    return this.#parts.page.screenshot({ fullPage: true, animations: 'disabled', ...(path === undefined ? {} : { path }) });
  }

  /** Tells the view that it ends, and closes it. @throws {TimeoutError} where it does not answer */
  async close(): Promise<void> {
    await this.#parts.send({ id: 'teardown', method: 'ui/resource-teardown', params: {} });
    await this.#until('an answer to ui/resource-teardown', async () => {
      await this.frame.evaluate(nextFrame);
      return this.messages.some(({ id }) => id === 'teardown');
    });
    await this.#parts.page.close();
  }

  /** Until nothing has changed in the view for a moment; then `html` and `text` are what it shows. */
  async settle(): Promise<void> {
    await this.frame.evaluate(quiet);
    const { html, text } = await this.frame.evaluate<{ readonly html: string; readonly text: string }>(read);
    this.#html = html;
    this.#text = text;
  }

  async #until(what: string, holds: () => Promise<boolean>): Promise<void> {
    const end = Date.now() + maxWaitMs;
    while (!(await holds()))
      if (Date.now() > end) throw new TimeoutError(`Timeout waiting for ${what} after ${maxWaitMs}ms. The widget shows: ${this.#text}`);
  }
}

const nextFrame = 'new Promise((resolve) => requestAnimationFrame(() => resolve(1)))';

/** 80 ms without a change, or 2 s of changes. */
const quiet = `new Promise((resolve) => {
  const done = () => { watch.disconnect(); resolve(1); };
  let timer = setTimeout(done, 80);
  const watch = new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(done, 80); });
  watch.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  setTimeout(done, 2000);
})`;

const read = `(() => {
  const copy = document.body.cloneNode(true);
  for (const script of copy.querySelectorAll('body > script')) script.remove();
  return { html: (copy.querySelector('#root') ?? copy).innerHTML, text: document.body.innerText };
})()`;
