import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { TestClientError } from '../errors.ts';

/** What is used of a frame of playwright. */
export interface UIFrame {
  url(): string;
  evaluate<T>(script: string): Promise<T>;
  click(selector: string): Promise<void>;
  fill(selector: string, text: string): Promise<void>;
  selectOption(selector: string, value: string): Promise<unknown>;
}

/** What is used of a page of playwright. */
export interface UIPage {
  goto(url: string): Promise<unknown>;
  evaluate<T>(script: string): Promise<T>;
  exposeFunction(name: string, run: (message: unknown) => void): Promise<void>;
  frames(): readonly UIFrame[];
  screenshot(options: { readonly path?: string; readonly fullPage?: boolean; readonly animations?: 'disabled' }): Promise<Uint8Array>;
  setViewportSize(size: { readonly width: number; readonly height: number }): Promise<void>;
  emulateMedia(options: { readonly colorScheme: 'light' | 'dark' }): Promise<void>;
  isClosed(): boolean;
  close(): Promise<void>;
}

/** What is used of a browser of playwright. */
export interface UIBrowser {
  newPage(options?: object): Promise<UIPage>;
  close(): Promise<void>;
}

interface Playwright {
  readonly chromium: { launch(options: object): Promise<UIBrowser> };
}

/** Where systems put their Chromium; elsewhere the one that playwright has installed is taken. */
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * A Chromium without a window, by the playwright-core of the project.
 * @param executablePath of a browser; else `SERVICE_TEST_BROWSER`, else the first that is there
 * @throws {TestClientError} naming what to install
 */
export async function launchBrowser(executablePath = process.env['SERVICE_TEST_BROWSER']): Promise<UIBrowser> {
  const { chromium } = loadPlaywright();
  const found = executablePath ?? places.find((path) => existsSync(path));
  const args = ['--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update'];
  // Root has no sandbox of its own, as in most containers.
  if (process.getuid?.() === 0) args.push('--no-sandbox');
  return chromium.launch({ args, ...(found === undefined ? {} : { executablePath: found }) }).catch((error: unknown) => {
    throw new TestClientError(
      `The browser ${found ?? 'of playwright'} did not start. Install chromium, or name one in SERVICE_TEST_BROWSER. ${String(error)}`,
    );
  });
}

function loadPlaywright(): Playwright {
  const require = createRequire(join(process.cwd(), 'package.json'));
  for (const name of ['playwright-core', 'playwright'])
    try {
      return require(name) as Playwright;
    } catch (error) {
      if (Reflect.get(Object(error), 'code') !== 'MODULE_NOT_FOUND') throw error;
    }
  throw new TestClientError('openUI shows widgets in a browser: run `npm install --save-dev playwright-core`.');
}
